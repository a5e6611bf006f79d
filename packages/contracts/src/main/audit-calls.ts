/** The calls about the audit, for an organization's admins. */

import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationId } from '../inbox/fields.ts'
import { numberedPageQuery } from '../paging.ts'
import { ok } from '../reply.ts'
import { auditEntrySchema } from './audit.ts'
import { auditKindSchema } from './audit-kinds.ts'

const filters = {
  user: field.id.optional(),
  conversationId: conversationId.optional(),
  patientId: field.id.optional(),
  kind: auditKindSchema.optional(),
  from: field.day.optional(),
  to: field.day.optional(),
}

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
    ...filters,
  }),
  body: field.nothing,
  reply: ok(z.array(auditEntrySchema)).extend({ cursor: z.string().nullable() }),
  example: {
    query: { ...inConversation, page: 1, limit: 10, user: 'usr_lena', from: '2026-11-01' },
  },
})

export const exportAudit = call({
  method: 'GET',
  path: '/api/main/audit-log/export',
  access: 'admin',
  says: 'Exported the audit',
  summary:
    'The entries that the filters match as CSV, newest first, at most 100,000. The last line says so if there are more. A text that a spreadsheet would run as a formula begins with an apostrophe.',
  failure: 'Failed to export the audit',
  query: z.strictObject({ organizationId: field.organizationId, ...filters }),
  body: field.nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, user: 'usr_lena', from: '2026-11-01' } },
})
