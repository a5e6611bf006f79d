import { appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import { expect, test } from 'vitest'
import type { VisitActions } from './use-visit-actions.ts'
import { visitEntries } from './visit-entries.ts'

// The menu only calls them once an entry is chosen.
const NONE = {} as VisitActions

const labels = (appointmentStatus: AppointmentStatus) =>
  visitEntries(
    { ...appointmentExample, appointmentStatus },
    { actions: NONE, admits: true, reason: undefined, onMove: () => {}, onConversation: () => {} },
  ).map(({ label }) => label)

test.each(['scheduled', 'confirmed'] as const)('the menu of a visit offers a reminder when it is %s', (status) =>
  expect(labels(status)).toContain('Send reminder'),
)

test.each(['arrived', 'admitted', 'completed', 'cancelled', 'noShow'] as const)(
  'the menu of a visit offers no reminder when it is %s',
  (status) => expect(labels(status)).not.toContain('Send reminder'),
)
