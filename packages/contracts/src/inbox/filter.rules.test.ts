import { expect, test } from 'vitest'
import { conversationExample } from './conversation.ts'
import { defaultFilters, isHeldFor, matchesFilter } from './filter.rules.ts'
import { tabs } from './status.rules.ts'

const awake = {
  ...conversationExample,
  ...{ unreadCount: 1, starredBy: ['usr_lena'], staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }] },
}
const snoozed = { ...awake, snoozedUntil: '2026-11-20T08:00:00.000Z' }
const matches = (one: typeof awake, tab: (typeof tabs)[number], search = '') =>
  matchesFilter(one, { ...defaultFilters('usr_lena'), status: 'all', tab, search })

test('matchesFilter matches a snoozed conversation only in the tab snoozed', () => {
  expect(tabs.filter((tab) => matches(snoozed, tab) !== false)).toEqual(['snoozed'])
  expect(matches(awake, 'snoozed')).toBe(false)
})

test('matchesFilter matches a snoozed conversation in its other tabs when a search is set', () => {
  const inAll = (tab: (typeof tabs)[number]) => matches({ ...awake, snoozedUntil: null }, tab, 'rosalind')
  for (const tab of tabs.filter((one) => one !== 'snoozed')) expect(matches(snoozed, tab, 'rosalind')).toBe(inAll(tab))
  expect(matches(snoozed, 'snoozed', 'rosalind')).toBe(true)
  expect([matches(snoozed, 'all', 'miguel'), matches(awake, 'snoozed', 'rosalind')]).toEqual([false, false])
})

test('matchesFilter applies the status in the tab snoozed', () => {
  const filter = { ...defaultFilters('usr_lena'), tab: 'snoozed' } as const
  expect(matchesFilter(snoozed, filter)).toBe(true)
  expect(matchesFilter({ ...snoozed, status: 'pending' }, filter)).toBe(false)
})

test('isHeldFor is true for the authors of held texts and for the assignee', () => {
  const held = { heldAuthors: ['usr_dana'], staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }] }
  expect(['usr_dana', 'usr_lena', 'usr_sam'].map((id) => isHeldFor(held, id))).toEqual([true, true, false])
  expect(isHeldFor({ ...held, heldAuthors: [] }, 'usr_lena')).toBe(false)
})
