import { type DueDate, dueDateExample } from '@foyer/contracts/appointments/due-date.ts'
import { expect, test } from 'vitest'
import { dueSummary, dueWords, invitedWords, inviteProblem, rhythmWords } from './due-words.rules.ts'

const today = '2026-11-19'
const now = new Date('2026-11-19T15:16:00Z')
const due = (facts: Partial<DueDate> = {}): DueDate => ({ ...dueDateExample, ...facts })
const booked = (date: string) => ({ booked: { appointmentId: 'a1', date } })

test.each<[Partial<DueDate>, string, string]>([
  [{ dueDate: '2026-10-28' }, 'bad', '22 days overdue'],
  [{ dueDate: '2026-11-18' }, 'bad', '1 day overdue'],
  [{ dueDate: today }, 'warn', 'Due today'],
  [{ dueDate: '2026-12-01' }, 'warn', 'In 12 days'],
  [{ dueDate: '2026-12-15' }, 'muted', 'In 26 days'],
  [booked(today), 'ok', 'Booked today'],
  [booked('2026-11-30'), 'ok', 'Booked Nov 30'],
])('dueWords of %j is %s "%s"', (facts, tone, text) => {
  expect(dueWords(due(facts), today)).toEqual({ tone, text })
})

test.each<[string | null, number | null, string]>([
  ['2022-10-05', 730, 'Last Oct 2022, every 2 years'],
  [null, 90, 'Every 3 months'],
  [null, 365, 'Every year'],
  [null, 14, 'Every 2 weeks'],
  [null, 45, 'Every 45 days'],
  ['2023-11-01', null, 'Last Nov 2023'],
  [null, null, ''],
])('rhythmWords of %s and %s days is "%s"', (lastVisitDate, everyDays, words) => {
  expect(rhythmWords(due({ lastVisitDate, everyDays }))).toBe(words)
})

test('dueSummary counts what is overdue and what comes', () => {
  const all = [due(), due({ dueDate: today }), due({ dueDate: '2026-12-01' }), due(booked('2026-11-30'))]
  expect([dueSummary(all, today), dueSummary(all.slice(0, 1), today), dueSummary([], today)]).toEqual([
    '1 overdue, 3 coming up',
    '1 overdue',
    '',
  ])
})

test('inviteProblem lets a patient be invited once in seven days', () => {
  const invited = (invitedAt: string) => inviteProblem(due({ invitedAt }), now, 'America/Chicago')
  expect(inviteProblem(due(), now, 'America/Chicago')).toBeNull()
  expect(invited('2026-11-19T14:00:00Z')).toBe('Invited today')
  expect(invited('2026-11-13T15:00:00Z')).toBe('Invited Nov 13')
  expect(invited('2026-11-12T15:00:00Z')).toBeNull()
  expect(inviteProblem(due(booked(today)), now, 'America/Chicago')).toBe('A visit is booked')
})

test('invitedWords names one patient, counts several, and says who was left out', () => {
  expect(invitedWords([due()], [])).toBe('Invitation sent to Rosalind Carver')
  expect(invitedWords([due(), due({ _id: 'b' })], ['opted_out', 'invited', 'invited'])).toBe(
    'Invitations sent to 2 patients. Left out: 1 has opted out, 2 were invited already.',
  )
  expect(invitedWords([], ['booked'])).toBe('No invitation sent. Left out: 1 has a visit.')
})
