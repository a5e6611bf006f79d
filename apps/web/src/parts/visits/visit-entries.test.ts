import { appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import { expect, test } from 'vitest'
import type { VisitActions } from './use-visit-actions.ts'
import { visitEntries } from './visit-entries.ts'

// The menu only calls them once an entry is chosen.
const NONE = {} as VisitActions

const before = new Date(Date.parse(appointmentExample.startsAt) - 1)
const entriesOf = (appointmentStatus: AppointmentStatus, now = before) =>
  visitEntries(
    { ...appointmentExample, appointmentStatus },
    { actions: NONE, admits: true, now, reason: undefined, onMove: () => {}, onConversation: () => {} },
  )
const labels = (appointmentStatus: AppointmentStatus) => entriesOf(appointmentStatus).map(({ label }) => label)
const reasonOf = (wanted: string, now: Date) =>
  entriesOf('scheduled', now).find(({ label }) => label === wanted)?.disabledReason

test.each(['scheduled', 'confirmed'] as const)('the menu of a visit offers a reminder when it is %s', (status) =>
  expect(labels(status)).toContain('Send reminder'),
)

test.each(['arrived', 'admitted', 'completed', 'cancelled', 'noShow'] as const)(
  'the menu of a visit offers no reminder when it is %s',
  (status) => expect(labels(status)).not.toContain('Send reminder'),
)

test('the menu of a visit says why nobody can be a no-show before the start, or be reminded from it on', () => {
  const start = new Date(appointmentExample.startsAt)
  expect([reasonOf('Mark as no-show', before), reasonOf('Send reminder', before)]).toEqual([
    'The visit has not begun yet',
    undefined,
  ])
  expect([reasonOf('Mark as no-show', start), reasonOf('Send reminder', start)]).toEqual([
    undefined,
    'The visit has begun',
  ])
})
