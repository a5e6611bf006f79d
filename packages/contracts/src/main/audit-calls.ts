/** The audit, for those who answer for an organization. */
import { z } from 'zod'
import { call } from '../call.ts'
import * as field from '../inbox/fields.ts'
import { ok } from '../reply.ts'
import { auditEntrySchema } from './audit.ts'

export const auditLog = call({
  method: 'GET',
  path: '/api/main/audit-log',
  access: 'admin',
  summary:
    "Who read or changed what in the organization, newest first. With a cursor it pages by key, without one by `page`. `patientId` finds what named the patient or one of the patient's conversations; `from` and `to` are days of the organization, both included.",
  failure: 'Failed to fetch the audit log',
  query: z.strictObject({
    organizationId: field.organizationId,
    page: field.pageNumber,
    limit: field.pageSize,
    cursor: field.text(200).optional(),
    user: field.id.optional(),
    conversationId: field.conversationId.optional(),
    patientId: field.id.optional(),
    from: field.day.optional(),
    to: field.day.optional(),
  }),
  body: field.nothing,
  reply: ok(z.array(auditEntrySchema)).extend({ cursor: z.string().nullable() }),
})
