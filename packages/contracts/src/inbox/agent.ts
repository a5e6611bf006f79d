import { z } from 'zod'
import { roleSchema } from '../organization.ts'

/** A member of the organization's staff, as a colleague sees them. [CALL-INBOX-15] */
export const agentSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  version: z.int().nonnegative(),
})
export type Agent = z.infer<typeof agentSchema>
