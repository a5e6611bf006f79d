/** The event that tells an organization about a change of one of its members. */
import type { z } from 'zod'
import { event } from '../event.ts'
import { agentSchema } from '../inbox/agent.ts'

export const staffSchema = agentSchema.extend({
  /** Null for a member who left or is disabled; their name stays on their messages and notes. */
  email: agentSchema.shape.email.nullable(),
  role: agentSchema.shape.role.nullable(),
})
export type Staff = z.infer<typeof staffSchema>

/** A member joined or left, or their name, role or right to sign in changed. */
export const staffChanged = event({
  type: 'staff.changed',
  data: staffSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: { _id: 'usr_lena', name: 'Lena Kim', email: 'lena@demo.test', role: 'agent', version: 13 },
})
