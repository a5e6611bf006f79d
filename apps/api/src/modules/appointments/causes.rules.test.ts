import { expect, test } from 'vitest'
import * as rules from './appointments.rules.ts'
import { causesOf } from './causes.rules.ts'

const at = new Date('2026-11-19T15:14:00Z')
const visit: rules.AppointmentState = {
  ...{ id: 'a1', organizationId: 'o1', patientId: 'p1', doctorId: 'doctor1', type: 'Visit', location: 'Northgate' },
  ...{ startsAt: new Date('2026-11-25T16:00:00Z'), endsAt: new Date('2026-11-25T16:20:00Z'), status: 'scheduled' },
  ...{ telemedicineServiceId: null, confirmedAt: null, confirmedBy: null, reschedule: null, reply: null },
  ...{ called: null, admittedAt: null, dischargedAt: null, source: 'staff', nextReminderAt: null },
  ...{ createdAt: at, timedAt: at, version: 1 },
}
const status = (to: rules.AppointmentState['status']) => ({ ...visit, status: to })
const moved = { ...visit, startsAt: new Date('2026-11-26T16:00:00Z'), doctorId: 'doctor2' }

test.each([
  ['booked', null, visit, ['appointmentBooked']],
  ['booked and confirmed', null, status('confirmed'), ['appointmentBooked', 'appointmentConfirmed']],
  ['known when it was over', null, status('completed'), ['visitStatus']],
  ['the same', visit, visit, []],
  ['confirmed', visit, status('confirmed'), ['appointmentConfirmed']],
  ['cancelled', visit, status('cancelled'), ['appointmentCancelled']],
  ['missed', visit, status('noShow'), ['appointmentMissed']],
  ['arrived', visit, status('arrived'), ['visitStatus']],
  ['moved', visit, moved, ['appointmentChanged']],
  ['moved after it was confirmed', status('confirmed'), moved, ['appointmentChanged', 'visitStatus']],
  ['wanted at another time', visit, rules.askForAnotherTime(visit, at, null) as typeof visit, []],
] as const)('causesOf tells what a change of a visit caused: %s', (_, before, after, kinds) => {
  expect(causesOf(before, after).map(({ kind }) => kind)).toEqual(kinds)
})

test('causesOf names what changed, the start and the automations before', () => {
  expect(causesOf(visit, { ...moved, location: 'Southgate' }, ['aut1'])).toEqual([
    {
      ...{ kind: 'appointmentChanged', subject: { kind: 'appointment', id: 'a1' } },
      ...{ appointmentId: 'a1', patientId: 'p1', chain: ['aut1'] },
      data: { startsAt: Date.parse('2026-11-26T16:00:00Z'), changed: ['time', 'doctor', 'place'] },
    },
  ])
})
