import { z } from 'zod'
import { roleSchema } from '../organization.ts'

/** A staff member, with the fields that colleagues may see. [CALL-INBOX-15] */
export const agentSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  version: z.int().nonnegative(),
})
export type Agent = z.infer<typeof agentSchema>
