import { expect, test } from 'vitest'
import { type Conversation, conversationExample } from './conversation.ts'
import { defaultFilters, EVERYBODY, isHeldFor, matchesFilter } from './filter.rules.ts'
import { tabs } from './status.rules.ts'

const awake = {
  ...conversationExample,
  ...{ unreadCount: 1, starredBy: ['usr_lena'], staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }] },
}
const snoozed = { ...awake, snoozedUntil: '2026-11-20T08:00:00.000Z' }
const failed = { direction: 'outbound', private: false, user: null, userName: null, status: 'failed' } as const
const matches = (one: Conversation, tab: (typeof tabs)[number], search = '') =>
  matchesFilter(one, { ...defaultFilters('usr_lena'), status: 'all', tab, search })

test('matchesFilter matches a snoozed conversation only in the views of every status', () => {
  expect(tabs.filter((tab) => matches(snoozed, tab) !== false)).toEqual(['drafts', 'snoozed'])
  const due = { ...snoozed, lastMessageBy: failed, heldAuthors: ['usr_lena'] }
  expect(tabs.filter((tab) => matches(due, tab) !== false)).toEqual(['notDelivered', 'held', 'drafts', 'snoozed'])
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

test('isHeldFor is true for everybody when the author of a held text has left', () => {
  expect(isHeldFor({ heldAuthors: [EVERYBODY], staffAssigned: [] }, 'usr_sam')).toBe(true)
})

test('matchesFilter matches a text that failed or was not delivered until another message is the last one', () => {
  expect(matches({ ...awake, lastMessageBy: failed }, 'notDelivered')).toBe(true)
  expect(matches({ ...awake, lastMessageBy: { ...failed, status: 'undelivered' } }, 'notDelivered')).toBe(true)
  expect([matches(awake, 'notDelivered'), matches({ ...awake, lastMessageBy: null }, 'notDelivered')]).toEqual([
    false,
    false,
  ])
})

test('matchesFilter matches a failed text behind a note, and a scheduled one that failed', () => {
  const note = { ...failed, private: true, status: 'sent' } as const
  expect(matches({ ...awake, lastMessageBy: note }, 'notDelivered')).toBe(false)
  expect(matches({ ...awake, lastMessageBy: { ...note, textStatus: 'undelivered' } }, 'notDelivered')).toBe(true)
  const received = { ...note, direction: 'inbound', status: 'received', textStatus: 'failed' } as const
  expect(matches({ ...awake, lastMessageBy: received }, 'notDelivered')).toBe(true)
})

test('matchesFilter leaves to the server whether a conversation has a draft', () => {
  expect([matches(awake, 'drafts'), matches(awake, 'drafts', 'miguel')]).toEqual([null, false])
})
