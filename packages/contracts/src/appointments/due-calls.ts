/** The calls of due dates for the whole clinic. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { skipReasons } from './appointment.ts'
import { dueDateSchema } from './due-date.ts'

const { organizationId, nothing } = field
const A = '/api/campaign/appointments'

export const dueDates = call({
  method: 'GET',
  path: `${A}/due-dates`,
  access: 'member',
  says: 'Read the due dates',
  summary: 'The due dates of all patients by day, without those for whom a later visit of the type is booked.',
  failure: 'Failed to fetch the due dates',
  query: z.strictObject({
    organizationId,
    status: z.enum(['overdue', 'due', 'upcoming']).optional(),
    appointmentType: field.text(80).optional(),
    doctorId: field.id.optional(),
    ...pageQuery(),
  }),
  body: nothing,
  reply: page(dueDateSchema),
  example: { query: { ...inClinic, status: 'overdue', limit: 10 } },
})

export const addDueDate = call({
  method: 'POST',
  path: `${A}/due-dates`,
  access: 'member',
  says: 'Added a due date',
  summary: 'Adds a visit that a patient should have by a day.',
  failure: 'Failed to save the due date',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    patientId: field.id,
    appointmentType: field.filledText(80),
    dueDate: field.day,
    everyDays: z.int().min(1).max(3660).nullable().default(null),
  }),
  reply: snapshot(dueDateSchema),
  example: {
    body: { ...inClinic, patientId: example.patientIds[1], appointmentType: 'Flu shot', dueDate: '2026-12-15' },
  },
})

export const finishDueDate = call({
  method: 'POST',
  path: `${A}/due-dates/done`,
  access: 'member',
  says: 'Marked a due date as done',
  summary: 'Marks a due date as done; one with `everyDays` makes the next.',
  failure: 'Failed to save the due date',
  query: nothing,
  body: z.strictObject({ organizationId, dueDateId: field.id }),
  reply: snapshot(dueDateSchema),
  example: { body: { ...inClinic, dueDateId: example.dueDateIds[1] } },
})

export const inviteDueDates = call({
  method: 'POST',
  path: `${A}/due-dates/invite`,
  access: 'member',
  says: 'Invited patients whose visits are due',
  summary:
    'Invites the patients of up to 100 due dates to book, each once in 7 days; says of each that gets nothing why.',
  failure: 'Failed to send the invitation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    dueDateIds: z
      .array(field.id)
      .min(1)
      .max(100)
      .refine((ids) => new Set(ids).size === ids.length, 'Names a due date twice'),
  }),
  reply: snapshot(
    z.object({
      sent: z.array(dueDateSchema),
      skipped: z.array(
        z.object({ dueDateId: z.string(), reason: z.enum([...skipReasons, 'not_found', 'invited', 'booked', 'done']) }),
      ),
    }),
  ),
  example: { body: { ...inClinic, dueDateIds: [example.dueDateIds[0]] } },
})
