import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { roleSchema } from '../organization.ts'
import { ok } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { visitSchema } from './conversation.ts'

const { organizationId, nothing } = field

const personSchema = z.object({
  _id: z.string(),
  name: z.string(),
  phoneNumber: z.string().nullable(),
  /** Distinguishes patients with the same name; null for staff and if unknown. */
  birthdate: z.string().nullable(),
  mrn: z.string().nullable(),
  kind: z.enum(['patient', 'staff']),
  /** The patient's next visit; null for staff, and without one. */
  visit: visitSchema.pick({ startsAt: true, doctorName: true, location: true }).nullable(),
})
export type Person = z.infer<typeof personSchema>

export const searchUsers = call({
  method: 'GET',
  path: '/api/inbox/search-users',
  access: 'member',
  says: 'Searched for patients and staff',
  summary: 'At most 10 patients and staff by part of a name or number. [CALL-INBOX-21] [OPEN-075]',
  /** [ERR-24] specifies the same text as for canned messages. */
  failure: 'Failed to fetch canned messages',
  query: z.strictObject({ organizationId, search: field.filledText(100) }),
  body: nothing,
  reply: ok(z.array(personSchema)),
  example: { query: { ...inClinic, search: 'ros' } },
})

export const agentsBasedOnRole = call({
  method: 'GET',
  path: '/api/inbox/agents-based-on-role',
  access: 'member',
  says: 'Looked up the staff of a role',
  summary: 'Staff of one role. [CALL-INBOX-24]',
  failure: 'Failed fetching agents',
  query: z.strictObject({ organizationId, role: roleSchema }),
  body: nothing,
  reply: ok(z.array(agentSchema)),
  example: { query: { ...inClinic, role: 'agent' } },
})
