import { expect, test } from 'vitest'
import { conversationExample } from './conversation.ts'
import { defaultFilters, matchesFilter } from './filter.rules.ts'
import { tabs } from './status.rules.ts'

const awake = {
  ...conversationExample,
  ...{ unreadCount: 1, starredBy: ['usr_lena'], staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }] },
}
const snoozed = { ...awake, snoozedUntil: '2026-11-20T08:00:00.000Z' }
const matches = (one: typeof awake, tab: (typeof tabs)[number], search = '') =>
  matchesFilter(one, { ...defaultFilters('usr_lena'), status: 'all', tab, search })

test('what is snoozed is in the list of its own and in no other', () => {
  expect(tabs.filter((tab) => matches(snoozed, tab) !== false)).toEqual(['snoozed'])
  expect(matches(awake, 'snoozed')).toBe(false)
})

test('a search finds what is snoozed, in each list that it would be in', () => {
  const inAll = (tab: (typeof tabs)[number]) => matches({ ...awake, snoozedUntil: null }, tab, 'rosalind')
  for (const tab of tabs.filter((one) => one !== 'snoozed')) expect(matches(snoozed, tab, 'rosalind')).toBe(inAll(tab))
  expect(matches(snoozed, 'snoozed', 'rosalind')).toBe(true)
  expect([matches(snoozed, 'all', 'miguel'), matches(awake, 'snoozed', 'rosalind')]).toEqual([false, false])
})

test('a status narrows what is snoozed too', () => {
  const filter = { ...defaultFilters('usr_lena'), tab: 'snoozed' } as const
  expect(matchesFilter(snoozed, filter)).toBe(true)
  expect(matchesFilter({ ...snoozed, status: 'pending' }, filter)).toBe(false)
})
