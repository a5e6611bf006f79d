import { appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { slipOfAppointment, slipOfVisit } from './slip.rules.ts'

const visit: Visit = {
  appointmentId: 'a1',
  startsAt: '2026-11-20T15:30:00.000Z',
  endsAt: '2026-11-20T15:50:00.000Z',
  status: 'scheduled',
  type: 'Follow-up',
  doctorId: 'doc_okafor',
  doctorName: 'Dr. Amara Okafor',
  location: 'Northgate',
  reschedule: null,
  confirmedBy: null,
  version: 1,
}

test('slipOfVisit and slipOfAppointment show the same slip for the same visit', () => {
  expect(slipOfVisit(visit)).toEqual(slipOfAppointment(appointmentExample))
})

test('slipOfVisit shows the wish for another time before the confirmation', () => {
  const standing = (changes: Partial<Visit>) => slipOfVisit({ ...visit, ...changes }).standing
  expect(standing({ status: 'confirmed' })).toBe('confirmed')
  expect(standing({ status: 'confirmed', reschedule: 'asked' })).toBe('reschedule')
  expect(standing({ reschedule: 'held' })).toBe('held')
  expect(standing({ status: 'arrived', reschedule: 'held' })).toBe('arrived')
})
