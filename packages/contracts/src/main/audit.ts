import { z } from 'zod'
import { auditKindSchema } from './audit-kinds.ts'

/** One call that was made. It has ids only, never the content of a record. */
export const auditEntrySchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  /** Null if the caller was not authenticated. */
  user: z.string().nullable(),
  /** The name of a member of the organization; null for any other caller. */
  userName: z.string().nullable(),
  /** Method and path, as `GET /api/inbox/messages`; or a command of the server's operators. */
  call: z.string(),
  /** The action in plain words for clinic staff; null for a call that is no longer served. */
  says: z.string().nullable(),
  /** Null for a call that is no longer served. */
  kind: auditKindSchema.nullable(),
  /** The patients whom the ids in the input name, at most three; names as they are now. */
  patients: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** The ids in the call's input, by field name. */
  subject: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** `ok`, or the reason of the refusal. */
  outcome: z.string(),
  requestId: z.string(),
  /** A change to a sealed row is detectable. The API seals a new row within seconds. */
  sealed: z.boolean(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>
