import { expect, test } from 'vitest'
import type { KnownEvent } from '../events.ts'
import { applyBoard, type Board, boardOf, boardRow, boardState } from './board.rules.ts'
import { type BoardDay, boardChanged, dayChanged } from './board.ts'
import { firstName, initialsOf } from './desk.rules.ts'
import { type Desk, deskChanged } from './desk.ts'

const row = (id: string, waitingSince: string | null, version: number, failed = false) =>
  boardRow(
    {
      ...{ id, name: 'Rosalind Carver', requestType: 'billing', type: 'sms', waitingSince },
      ...{ staffAssigned: ['usr_lena'], failed },
    },
    version,
  )
const at = (minute: number) => `2026-11-19T15:${String(minute).padStart(2, '0')}:00.000Z`
const desk = (state: Desk['state'], version: number): Desk => ({ ...deskChanged.example, state, version })
const day = (fields: Partial<BoardDay>): BoardDay => ({ ...dayChanged.example, ...fields })

function event(seq: number, type: string, data: object, counts: Record<string, number> = {}): KnownEvent {
  const same = { epoch: 'e1', organizationId: 'o1', key: 'k', audience: 'board:live', at: at(seq) }
  return { ...same, seq, type, data, counts } as unknown as KnownEvent
}

const empty: Board = { rows: [], desks: [], day: null }
const fold = (board: Board, seq: number, events: readonly KnownEvent[]) =>
  events.reduce(applyBoard, boardState(board, { counts: {}, seq }))

test('boardRow keeps two letters of the family name and nothing else of the patient', () => {
  const written = JSON.stringify(row('c1', at(1), 3))
  expect(JSON.parse(written)).toMatchObject({ letters: 'CA', assigned: ['usr_lena'] })
  expect(written).not.toMatch(/Rosalind|Carver/)
  expect(boardChanged.data.parse(JSON.parse(written))).toEqual(JSON.parse(written))
})

test('boardRow has no letters for a patient who is not known', () => {
  const { letters } = boardRow({ ...row('c1', null, 1), id: 'c1', name: 'Unknown', type: 'sms', staffAssigned: [] }, 1)
  expect(letters).toBe('')
})

test('applyBoard gives the board of a newer snapshot, in whichever order rows wait', () => {
  const old: Board = { rows: [row('c1', at(1), 3), row('c2', at(2), 4)], desks: [desk('on', 2)], day: null }
  const events = [
    event(6, 'board.changed', row('c3', at(0), 6)),
    event(7, 'board.changed', row('c1', null, 7)),
    event(8, 'desk.changed', desk('break', 8)),
    event(9, 'day.changed', day({ version: 9 }), { unreadMessages: 4 }),
  ]
  const state = fold(old, 5, events)
  expect(boardOf([...state.items.values()])).toMatchObject({
    rows: [{ _id: 'c3' }, { _id: 'c2' }],
    desks: [{ state: 'break' }],
    day: { received: 148 },
  })
  expect([state.seq, state.counts, state.at]).toEqual([9, { unreadMessages: 4 }, at(9)])
})

test('applyBoard ignores an event that the snapshot holds already', () => {
  const state = fold({ ...empty, rows: [row('c1', at(1), 3)] }, 5, [event(5, 'board.changed', row('c1', null, 9))])
  expect(boardOf([...state.items.values()]).rows).toHaveLength(1)
})

test('applyBoard moves the counts with every event and replaces the figures of yesterday', () => {
  const state = fold({ ...empty, day: day({ version: 1 }) }, 1, [
    event(2, 'message.added', {}, { unreadMessages: 2 }),
    event(3, 'day.changed', day({ day: '2026-11-20', received: 0, version: 3 }), { unreadMessages: 2 }),
  ])
  expect(state.counts).toEqual({ unreadMessages: 2 })
  expect(boardOf([...state.items.values()]).day).toMatchObject({ day: '2026-11-20', received: 0 })
})

test('boardOf lists a conversation with an undelivered text after those that wait', () => {
  const { rows } = boardOf(
    [row('c1', null, 1, true), row('c2', at(5), 2), row('c3', null, 3)].map((one) => ({
      ...one,
      kind: 'row' as const,
    })),
  )
  expect(rows.map(({ _id }) => _id)).toEqual(['c2', 'c1'])
})

test('boardOf drops a desk that went off before the day began, and keeps one on shift since then', () => {
  const { since: began } = day({})
  const desks = [
    { ...desk('off', 1), userId: 'of yesterday', since: '2026-11-19T05:59:59.000Z' },
    { ...desk('off', 2), userId: 'of the night', since: began },
    { ...desk('on', 3), userId: 'still on', since: '2026-11-19T05:00:00.000Z' },
  ].map((one) => ({ ...one, kind: 'desk' as const }))
  const idsOf = (items: Parameters<typeof boardOf>[0]) => boardOf(items).desks.map(({ userId }) => userId)
  expect(idsOf([...desks, { ...day({}), kind: 'day' }])).toEqual(['of the night', 'still on'])
  expect(idsOf(desks)).toHaveLength(3)
})

test.each([
  ['Dana Whitfield', 'Dana', 'DW'],
  ['  Tomás  de la Ossa ', 'Tomás', 'TO'],
  ['Cher', 'Cher', 'C'],
  ['', '', ''],
])('firstName and initialsOf of "%s" are %s and %s', (name, first, initials) => {
  expect([firstName(name), initialsOf(name)]).toEqual([first, initials])
})
