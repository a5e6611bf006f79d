import { type DueDate, dueDateExample } from '@foyer/contracts/appointments/due-date.ts'
import { expect, test } from 'vitest'
import { canInviteWords, type DueFilter, fitsDue, statusOf, steadyRows } from './due-list.rules.ts'

const TODAY = '2026-11-19'
const now = new Date('2026-11-19T15:00:00Z')
const due = (_id: string, dueDate: string, facts: Partial<DueDate> = {}): DueDate => {
  return { ...dueDateExample, _id, dueDate, ...facts }
}
const none: DueFilter = { patientId: '', status: '', type: '', doctorId: '' }
const booked = { appointmentId: 'a1', date: '2026-11-30' }

test.each<[string, Partial<DueFilter>, Partial<DueDate>, boolean]>([
  ['an overdue one', {}, {}, true],
  ['one that is due in 30 days', {}, { dueDate: '2026-12-19' }, true],
  ['one that is due later', {}, { dueDate: '2026-12-20' }, false],
  ['one that is done', {}, { doneAt: '2026-11-19T10:00:00.000Z' }, false],
  ['one with a visit, for the clinic', {}, { booked }, false],
  ['one with a visit, for its patient', { patientId: 'p1' }, { booked }, true],
  ['one of another patient', { patientId: 'p2' }, {}, false],
  ['one of another status', { status: 'due' }, {}, false],
  ['one of today', { status: 'due' }, { dueDate: TODAY }, true],
  ['one of tomorrow', { status: 'upcoming' }, { dueDate: '2026-11-20' }, true],
  ['one of another type', { type: 'Flu shot' }, {}, false],
  ['any status where the address has another word', { status: 'sideways' }, {}, true],
])('fitsDue tells whether the list has %s [OPEN-061] [LIST-03]', (_, filter, facts, fits) => {
  expect(fitsDue({ ...none, ...filter }, due('d1', '2026-10-28', facts), TODAY)).toBe(fits)
})

test('statusOf ignores a word that is no status', () => {
  expect([statusOf({ ...none, status: 'due' }), statusOf({ ...none, status: 'x' })]).toEqual(['due', undefined])
})

const [first, second, third, fourth] = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map((day, place) =>
  due(`d${place + 1}`, day),
) as [DueDate, DueDate, DueDate, DueDate]
const fits = ({ doneAt }: DueDate) => doneAt === null
const done = { ...second, doneAt: '2026-11-19T15:00:00.000Z', version: 10 }

test('steadyRows shows what fits while nobody points at the list', () => {
  expect(steadyRows([first, second], [first, done, third], { fits, isHeld: false })).toEqual({
    rows: [first, third],
    waiting: 0,
  })
})

test('steadyRows moves and removes nothing while the list is held, and adds only what follows', () => {
  expect(steadyRows([second, third], [first, done, third, fourth], { fits, isHeld: true })).toEqual({
    rows: [done, third, fourth],
    waiting: 1,
  })
})

test('steadyRows keeps a row of which nothing is known any more while the list is held', () => {
  expect(steadyRows([first, second], [second], { fits, isHeld: true }).rows).toEqual([first, second])
})

test('steadyRows returns the same list when nothing changed', () => {
  const rows = [first, second]
  expect(steadyRows(rows, [first, second], { fits, isHeld: false }).rows).toBe(rows)
  expect(steadyRows(rows, [first, second], { fits, isHeld: true }).rows).toBe(rows)
})

test.each<[Partial<DueDate>[], string]>([
  [[{}], 'Can be invited'],
  [[{}, {}], 'All 2 can be invited'],
  [[{}, { booked }], '1 of 2 can be invited: 1 has a visit'],
  [
    [{ invitedAt: '2026-11-18T15:00:00.000Z' }, { doneAt: '2026-11-18T15:00:00.000Z' }],
    'Nobody can be invited: 1 is done, 1 was invited in the last 7 days',
  ],
])('canInviteWords counts whom an invitation reaches: %j', (facts, words) => {
  expect(
    canInviteWords(
      facts.map((one, place) => due(`d${place}`, TODAY, one)),
      now,
      'America/Chicago',
    ),
  ).toBe(words)
})
