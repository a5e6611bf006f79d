/** The calls of the campaign service that the specification names for appointments, below `/api/campaign`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { jsonOf } from '../query.ts'
import { ok, page, snapshot } from '../reply.ts'
import { appointmentSchema, telemedicineServiceSchema } from './appointment.ts'
import { dueDateSchema } from './due-date.ts'
import { listQuery, minutes, sort, timeOfDay } from './fields.ts'
import { appointmentReminderSchema } from './reminder.ts'

const { organizationId, nothing } = field
const appointmentId = field.id

/** [ERR-25] [OPEN-091] */
const NOT_FETCHED = 'Failed to fetch appointments'

export const appointmentList = call({
  method: 'GET',
  path: '/api/campaign/appointments/appointment-list-web',
  access: 'member',
  organization: 'header',
  says: 'Read the list of appointments',
  summary:
    'A page of appointments. `query` is JSON; `skip` is ignored; with a cursor it pages by key, without one by `pageNo`. `total` is exact up to 1,000 and says `more` beyond. Sorted by another field than a date, only the first 10,000 appointments of the filter are sorted, and `bounded` says so. [LIST-02] [CALL-CAMPAIGN-12] [OPEN-064]',
  failure: NOT_FETCHED,
  query: z.strictObject({
    skip: field.wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
    limit: field.wholeNumber(1, 100).default(10),
    pageNo: field.wholeNumber(1, 100_000).default(1),
    sort: sort.optional(),
    query: jsonOf(listQuery, 2000).default(listQuery.parse({})),
    cursor: field.text(300).optional(),
  }),
  body: nothing,
  reply: snapshot(
    z.object({
      list: z.array(appointmentSchema),
      teleMedicineServices: z.array(telemedicineServiceSchema),
      total: z.int().nonnegative(),
      more: z.boolean(),
      bounded: z.boolean(),
    }),
  ).extend({ cursor: z.string().nullable() }),
  example: {
    query: { skip: 0, limit: 10, pageNo: 1, sort: '{"appointmentDate":1}', query: '{"appointmentStatus":"scheduled"}' },
  },
})

export const dueDateList = call({
  method: 'GET',
  path: '/api/campaign/appointments/due-date-list',
  access: 'member',
  says: "Read a patient's due dates",
  summary:
    "A patient's visits that are due within 30 days or overdue, by due date. [LIST-03] [CALL-CAMPAIGN-09] [OPEN-061]",
  failure: NOT_FETCHED,
  query: z.strictObject({ organizationId, patientId: field.id }),
  body: nothing,
  reply: snapshot(z.array(dueDateSchema)),
  example: { query: { ...inClinic, patientId: example.patientIds[0] } },
})

export const sendReminder = call({
  method: 'POST',
  path: '/api/campaign/appointments/send-reminder',
  access: 'member',
  says: 'Sent a reminder of an appointment',
  summary:
    'Reminds a patient of an appointment by text, or by e-mail if they can get no text. It goes out at once, also at night, because staff asked for it. [LIST-04] [STATE-33] [CALL-CAMPAIGN-10] [ENTITY-26] [ENTITY-27]',
  failure: 'Failed to send reminder',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, appointmentId, type: z.enum(['reminder', 'noShow']).default('reminder') }),
  reply: snapshot(z.object({ reminder: appointmentReminderSchema, appointment: appointmentSchema })),
  example: { body: { ...inClinic, appointmentId: example.appointmentIds[0], type: 'reminder' } },
})

export const markConfirmed = call({
  method: 'POST',
  path: '/api/campaign/appointments/mark-confirmed',
  access: 'member',
  says: 'Marked an appointment as confirmed',
  summary:
    'Confirms an appointment; a confirmed one, or one whose patient has arrived, stays as it is. [LIST-05] [STATE-32] [CALL-CAMPAIGN-11]',
  failure: 'Failed to mark appointment as confirmed',
  query: nothing,
  body: z.strictObject({ organizationId, appointmentId }),
  reply: snapshot(appointmentSchema).extend({ undoId: z.string().nullable() }),
  example: { body: { ...inClinic, appointmentId: example.appointmentIds[1] } },
})

export const pastAppointments = call({
  method: 'GET',
  path: '/api/campaign/ehr-integration/load-past-appointments/:id',
  access: 'member',
  organization: 'header',
  says: "Read a patient's past appointments",
  summary: "A patient's appointments that have ended, newest first. [CALL-CAMPAIGN-22] [OPEN-066]",
  failure: NOT_FETCHED,
  params: z.strictObject({ id: field.id }),
  query: z.strictObject({ limit: field.wholeNumber(1, 100).default(100), cursor: field.text(300).optional() }),
  body: nothing,
  reply: page(appointmentSchema),
  example: { params: { id: example.patientIds[0] }, query: {} },
})

/** The most days that one look at a doctor's time covers. */
export const BOOKED_DAYS_MAX = 62

export const bookedSlots = call({
  method: 'POST',
  path: '/api/campaign/ehr-integration/booked-slots',
  access: 'member',
  says: "Read a doctor's booked times",
  summary: "The times of a doctor's appointments in at most 62 days, without names. [CALL-CAMPAIGN-23] [OPEN-066]",
  query: nothing,
  body: z
    .strictObject({ organizationId, doctorId: field.id, startDate: field.day, endDate: field.day })
    .refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'Must not be before startDate',
    })
    .refine(({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate) < BOOKED_DAYS_MAX * 86_400_000, {
      path: ['endDate'],
      error: `At most ${BOOKED_DAYS_MAX} days`,
    }),
  reply: ok(z.array(z.object({ date: z.string(), startTime: z.string(), endTime: z.string() }))),
  example: {
    body: { ...inClinic, doctorId: example.doctorIds[0], startDate: '2026-11-20', endDate: '2026-11-27' },
  },
})

export const bookAppointment = call({
  method: 'POST',
  path: '/api/services/integration/appointments/ehr',
  access: 'member',
  says: 'Booked an appointment',
  summary:
    "Books an appointment in the clinic's own schedule. A time that overlaps another of the doctor is refused as `slot_taken`. [CALL-SERVICES-05] [OPEN-084]",
  failure: 'Failed to book the visit',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    patientId: field.id,
    doctorId: field.id,
    date: field.day,
    time: timeOfDay,
    appointmentType: field.filledText(80).optional(),
    minutes: minutes.default(30),
  }),
  reply: ok(z.object({ appointmentId: z.string(), ehr: z.literal(null) })),
  example: {
    body: {
      ...{ ...inClinic, patientId: example.patientIds[0], doctorId: example.doctorIds[0] },
      ...{ date: '2026-11-27', time: '15:30', appointmentType: 'Follow-up', minutes: 20 },
    },
  },
})
