import { expect, test } from 'vitest'
import { openRequestsBecome, requestOf } from './service-requests.rules.ts'

const startsAt = new Date('2026-11-20T15:00:00Z')
const at = new Date('2026-11-19T15:00:00Z')
const plain = { status: 'scheduled', confirmedBy: null, reschedule: null, reply: null, startsAt } as const
const confirmed = { ...plain, status: 'confirmed', confirmedBy: 'patient' } as const
const asking = { ...plain, reschedule: { state: 'asked', at, wish: null } } as const
const cancelAsked = { ...plain, reply: { kind: 'cancelAsked', at, messageId: 'm1' } } as const
const moved = { ...plain, startsAt: new Date('2026-11-21T15:00:00Z') } as const
const cancelled = { ...plain, status: 'cancelled' } as const

test.each([
  ['the patient confirms', plain, confirmed, null, { kind: 'confirm', isSettled: true }],
  ['the patient asks for another time', plain, asking, null, { kind: 'move', isSettled: false }],
  ['the patient asks to cancel', plain, cancelAsked, null, { kind: 'cancel', isSettled: false }],
  ['the patient cancels', plain, cancelled, null, { kind: 'cancel', isSettled: true }],
  ['the staff confirm', plain, { ...confirmed, confirmedBy: 'staff' } as const, 'lena', null],
  ['the record system confirms', plain, { ...confirmed, confirmedBy: 'ehr' } as const, null, null],
  ['the staff note the wish of a patient', plain, asking, 'lena', null],
  ['the staff take their own move back', moved, asking, 'lena', null],
  ['a visit is booked', null, plain, null, null],
])('a request of a visit is made or not when %s', (_, before, after, by, request) => {
  expect(requestOf(before, after, by)).toEqual(request)
})

test.each([
  ['the staff move the visit', asking, moved, 'lena', 'settled'],
  ['the wish is withdrawn', asking, plain, 'lena', 'settled'],
  ['the visit is cancelled', cancelAsked, { ...cancelAsked, status: 'cancelled' } as const, 'lena', 'settled'],
  ['the staff take their own move back', moved, asking, 'lena', 'reopened'],
  ['the patient asks', plain, asking, null, null],
  ['nothing was asked', plain, moved, 'lena', null],
])('the open requests of a visit change when %s', (_, before, after, by, become) => {
  expect(openRequestsBecome(before, after, by)).toBe(become)
})
