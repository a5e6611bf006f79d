/** The calls about the audit, for an organization's admins. */

import { z } from 'zod'
import { call } from '../call.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationId } from '../inbox/fields.ts'
import { numberedPageQuery } from '../paging.ts'
import { ok } from '../reply.ts'
import { auditEntrySchema } from './audit.ts'

export const auditLog = call({
  method: 'GET',
  path: '/api/main/audit-log',
  access: 'admin',
  says: 'Read the audit',
  summary:
    "Who read or changed what in the organization, newest first. With a cursor it pages by key, without one by `page`. `patientId` finds what named the patient or one of the patient's conversations; `from` and `to` are days of the organization, both included.",
  failure: 'Failed to fetch the audit log',
  query: z.strictObject({
    organizationId: field.organizationId,
    ...numberedPageQuery(),
    user: field.id.optional(),
    conversationId: conversationId.optional(),
    patientId: field.id.optional(),
    from: field.day.optional(),
    to: field.day.optional(),
  }),
  body: field.nothing,
  reply: ok(z.array(auditEntrySchema)).extend({ cursor: z.string().nullable() }),
  example: {
    query: { ...inConversation, page: 1, limit: 10, user: 'usr_lena', from: '2026-11-01' },
  },
})
