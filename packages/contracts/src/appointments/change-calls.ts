/** The calls that read and change appointments beyond those of the specification. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { messageSchema } from '../inbox/message.ts'
import { jsonOf } from '../query.ts'
import { ok, snapshot } from '../reply.ts'
import { appointmentHistorySchema, appointmentSchema, callOutcomes, skipReasons } from './appointment.ts'
import { appointmentIds, listQuery, sort, timeOfDay } from './fields.ts'
import { appointmentStatuses, standings } from './status.rules.ts'

const { organizationId, nothing } = field
const A = '/api/campaign/appointments'
const inAppointment = { ...inClinic, appointmentId: example.appointmentIds[0] }

/** The id with which the caller undoes the change once within 60 s; null if nothing changed. */
const undoId = z.string().nullable()
const NOT_CHANGED = 'Failed to change the visit'

const move = z.strictObject({
  type: z.literal('move'),
  date: field.day,
  time: timeOfDay,
  doctorId: field.id.optional(),
})

export const changeAppointments = call({
  method: 'POST',
  path: `${A}/change`,
  access: 'member',
  says: 'Changed appointments',
  summary:
    'One change of up to 100 appointments, all at once. `hold` keeps the time of a patient who asks for another one; `withdraw` ends the wish. A move changes one appointment, and is refused as `slot_taken` where it overlaps another of the doctor. `noShow` is refused as `not_open` while one of them has not begun.',
  failure: NOT_CHANGED,
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      appointmentIds,
      change: z.discriminatedUnion('type', [
        z.strictObject({ type: z.enum(['confirm', 'hold', 'withdraw']) }),
        z.strictObject({ type: z.literal('status'), status: z.enum(appointmentStatuses) }),
        move,
        z.strictObject({ type: z.literal('called'), outcome: z.enum(callOutcomes) }),
      ]),
    })
    .refine(({ appointmentIds: ids, change }) => change.type !== 'move' || ids.length === 1, {
      path: ['appointmentIds'],
      error: 'A move changes one appointment',
    }),
  reply: snapshot(
    z.object({
      changed: z.array(appointmentSchema),
      skipped: z.array(z.object({ appointmentId: z.string(), reason: z.enum(['unchanged', 'not_found', 'not_open']) })),
      undoId,
    }),
  ),
  example: {
    body: { ...inClinic, appointmentIds: [example.appointmentIds[0]], change: { type: 'called', outcome: 'noAnswer' } },
  },
})

export const undoAppointments = call({
  method: 'POST',
  path: `${A}/undo`,
  access: 'member',
  says: 'Undid a change of appointments',
  summary: 'Takes back what the caller did less than 60 s ago, once, where nobody has changed it since.',
  failure: 'Failed to undo',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, undoId: field.id }),
  reply: snapshot(
    z.object({
      restored: z.array(appointmentSchema),
      skipped: z.array(z.object({ appointmentId: z.string(), reason: z.literal('changed_since') })),
    }),
  ),
  example: { body: { ...inClinic, undoId: example.visitUndoId } },
})

export const appointmentOne = call({
  method: 'GET',
  path: `${A}/one`,
  access: 'member',
  says: 'Opened an appointment',
  summary: 'One appointment with its history, oldest first.',
  failure: 'Failed to fetch appointments',
  query: z.strictObject({ organizationId, appointmentId: field.id }),
  body: nothing,
  reply: snapshot(z.object({ appointment: appointmentSchema, history: z.array(appointmentHistorySchema) })),
  example: { query: inAppointment },
})

const markSchema = z.object({
  _id: z.string(),
  startTime: z.string(),
  standing: z.enum(standings),
  doctorId: z.string(),
  version: z.int().nonnegative(),
})
export type DayMark = z.infer<typeof markSchema>

export const appointmentDay = call({
  method: 'GET',
  path: `${A}/day`,
  access: 'member',
  says: 'Read the appointments of a day',
  summary:
    'The appointments of a day as marks, by their start; those whose end has passed without a status; and the next day with appointments.',
  failure: 'Failed to fetch appointments',
  query: z.strictObject({ organizationId, date: field.day, doctorId: field.id.optional() }),
  body: nothing,
  reply: snapshot(
    z.object({
      date: z.string(),
      timezone: z.string(),
      marks: z.array(markSchema),
      /** Empty until the organization has a list of visits at risk, and times that are offered. */
      atRisk: z.array(z.never()),
      openings: z.array(z.never()),
      /** At most 50 whose end passed an hour ago, and whose patient neither came nor cancelled by their status. */
      unsettled: z.array(appointmentSchema),
      nextDay: z.string().nullable(),
    }),
  ),
  example: { query: { ...inClinic, date: '2026-11-20' } },
})

export const openTimes = call({
  method: 'GET',
  path: `${A}/open-times`,
  access: 'member',
  says: 'Looked up free times',
  summary: 'At most 200 free times of doctors within business hours, in at most 31 days.',
  failure: 'Failed to fetch the free times',
  query: z
    .strictObject({
      organizationId,
      doctorId: field.id.optional(),
      from: field.day,
      to: field.day,
      minutes: field.wholeNumber(5, 480).default(30),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before from' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 31 * 86_400_000, {
      path: ['to'],
      error: 'At most 31 days',
    }),
  body: nothing,
  reply: ok(
    z.array(
      z.object({
        doctorId: z.string(),
        doctorName: z.string(),
        date: z.string(),
        startTime: z.string(),
        startsAt: z.string(),
      }),
    ),
  ),
  example: { query: { ...inClinic, from: '2026-11-20', to: '2026-11-24' } },
})

export const sendReminders = call({
  method: 'POST',
  path: `${A}/send-reminders`,
  access: 'member',
  says: 'Sent reminders of appointments',
  summary: 'Reminds the patients of up to 100 appointments; says of each that gets nothing why.',
  failure: 'Failed to send reminder',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, appointmentIds, type: z.enum(['reminder', 'noShow']).default('reminder') }),
  reply: snapshot(
    z.object({
      sent: z.array(appointmentSchema),
      skipped: z.array(
        z.object({ appointmentId: z.string(), reason: z.enum([...skipReasons, 'not_found', 'not_open']) }),
      ),
    }),
  ),
  example: { body: { ...inClinic, appointmentIds: [example.appointmentIds[0]], type: 'reminder' } },
})

export const settleReply = call({
  method: 'POST',
  path: `${A}/settle-reply`,
  access: 'member',
  says: "Decided what a patient's reply means",
  summary:
    "Decides for a patient's message what it says about appointments that they were asked about; `cancel` cancels one.",
  failure: 'Failed to settle the reply',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    messageId: field.id,
    answers: z
      .array(z.strictObject({ appointmentId: field.id, as: z.enum(['confirm', 'reschedule', 'cancel', 'none']) }))
      .min(1)
      .max(10)
      .refine(
        (answers) => new Set(answers.map(({ appointmentId }) => appointmentId)).size === answers.length,
        'Names an appointment twice',
      ),
  }),
  reply: snapshot(z.object({ message: messageSchema, appointments: z.array(appointmentSchema), undoId })),
  example: {
    body: {
      ...{ ...inClinic, messageId: example.replyMessageId },
      answers: [{ appointmentId: example.appointmentIds[2], as: 'confirm' }],
    },
  },
})

export const exportAppointments = call({
  method: 'GET',
  path: `${A}/export`,
  access: 'member',
  organization: 'header',
  says: 'Exported the list of appointments',
  summary: 'The appointments of the list’s filter and order as CSV, at most 50,000 rows.',
  failure: 'Failed to export the visits',
  query: z.strictObject({ sort: sort.optional(), query: jsonOf(listQuery, 2000).default(listQuery.parse({})) }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { query: '{"appointmentStatus":"scheduled"}' } },
})
