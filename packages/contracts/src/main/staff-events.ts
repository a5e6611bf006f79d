/** What the colleagues of a member hear of them. */
import type { z } from 'zod'
import { event } from '../event.ts'
import { agentSchema } from '../inbox/agent.ts'

export const staffSchema = agentSchema.extend({
  /** Null for one who left; their name stays on what was theirs. */
  email: agentSchema.shape.email.nullable(),
  role: agentSchema.shape.role.nullable(),
})
export type Staff = z.infer<typeof staffSchema>

/** A member joined or left, or has another name, another role, or another right to sign in. */
export const staffChanged = event({
  type: 'staff.changed',
  data: staffSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: { _id: 'usr_lena', name: 'Lena Kim', email: 'lena@demo.test', role: 'agent', version: 13 },
})
