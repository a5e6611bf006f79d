import type { BoardRow } from '@foyer/contracts/board/board.ts'
import { deskChanged } from '@foyer/contracts/board/desk.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { expect, test } from 'vitest'
import {
  agoWords,
  USUAL_BOUNDS as bounds,
  boundWords,
  countWords,
  lateWords,
  onShift,
  requestGroups,
  waitingRows,
} from './board-view.rules.ts'

const timezone = 'America/Chicago'
const now = new Date('2026-11-19T15:16:00Z')
const clinic = openTime(timezone, null)
const names = new Map([['usr_dana', 'Dana Whitfield']])
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const row = (_id: string, minutes: number | null, facts: Partial<BoardRow> = {}): BoardRow => ({
  ...{ _id, letters: 'CA', requestType: 'billing', channel: 'sms', assigned: [], failed: false, version: 1 },
  ...{ waitingSince: minutes === null ? null : ago(minutes), ...facts },
})

test('waitingRows tells whose a wait is and how late it is, without rows that only failed', () => {
  const rows = [
    row('c1', 64),
    row('c2', 21, { assigned: ['usr_dana'], requestType: 'prescription' }),
    row('c3', 3, { assigned: ['usr_gone', 'usr_dana'], requestType: null }),
    row('c4', null, { failed: true }),
  ]
  const shown = waitingRows({ rows }, { now, clinic, names, bounds })
  expect(shown.map(({ request, assigned, label, tier }) => [request, assigned, label, tier])).toEqual([
    ['Billing', null, '1h 04m', 2],
    ['Refill', 'Dana W.', '21m', 1],
    ['No request type', 'A colleague and 1 more', '3m', 0],
  ])
})

test('requestGroups counts the waits of each type in one order, and a type of a newer server among the others', () => {
  const odd = 'imaging' as BoardRow['requestType']
  const rows = [row('c1', 70), row('c2', 5), row('c3', 4, { requestType: null }), row('c4', 2, { requestType: odd })]
  expect(requestGroups(waitingRows({ rows }, { now, clinic, names, bounds }))).toEqual([
    { type: 'billing', label: 'Billing', tiers: [2, 0] },
    { type: 'other', label: 'Other requests', tiers: [0] },
    { type: null, label: 'No request type', tiers: [0] },
  ])
})

test('waitingRows takes the bounds of the board', () => {
  const rows = [row('c1', 40), row('c2', 25), row('c3', 19)]
  const own = { lateMinutes: 20, overdueMinutes: 30 }
  const tiers = waitingRows({ rows }, { now, clinic, names, bounds: own }).map(({ tier }) => tier)
  expect(tiers).toEqual([2, 1, 0])
  expect(lateWords(tiers, own)).toBe('1 over 30 minutes, 1 over 20 minutes')
})

test.each([
  [12, false, '12'],
  [5000, false, '5,000'],
  [5000, true, '5,000+'],
])('countWords of %i, when more wait: %s, is "%s"', (count, moreWait, words) =>
  expect(countWords(count, moreWait)).toBe(words),
)

test.each([
  [15, '15 minutes'],
  [60, 'an hour'],
  [90, '90 minutes'],
  [120, '2 hours'],
])('boundWords of %i is "%s"', (minutes, words) => expect(boundWords(minutes)).toBe(words))

test.each([
  [[0, 0], ''],
  [[2, 1, 1, 0], '1 over an hour, 2 over 15 minutes'],
] as const)('lateWords of %j is "%s"', (tiers, words) => expect(lateWords(tiers, bounds)).toBe(words))

test('onShift puts replying before the state of a desk, but not before a break', () => {
  const desk = (userId: string, state: 'on' | 'break' | 'off', until: string | null = null) => ({
    ...deskChanged.example,
    ...{ userId, state, until },
  })
  const desks = [desk('a', 'on'), desk('b', 'break', '2026-11-19T15:30:00.000Z'), desk('c', 'off'), desk('d', 'on')]
  const attending = new Map([
    ['a', 'replying'],
    ['b', 'replying'],
  ] as const)
  const shown = onShift({ desks, day: null }, { attending, timezone, names })
  expect(shown.map(({ userId, words }) => [userId, words])).toEqual([
    ['a', 'Replying'],
    ['b', 'Break until 9:30 AM'],
    ['d', 'On shift'],
  ])
})

test.each([
  [-5, 'just now'],
  [1000, '1 s ago'],
  [61_000, '1 min ago'],
  [7_300_000, '2 h ago'],
])('agoWords of %i ms is "%s"', (ms, words) => expect(agoWords(ms)).toBe(words))
