import { z } from 'zod'

/** One call that somebody made. Ids alone: it never says what they stand for. */
export const auditEntrySchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  /** Null where nobody was known. */
  user: z.string().nullable(),
  /** Of a member of the organization; null of anybody else. */
  userName: z.string().nullable(),
  /** Method and path, as `GET /api/inbox/messages`; or a command of the server's operators. */
  call: z.string(),
  /** What was done, in words for people who know the clinic; null for a call that is no longer served. */
  says: z.string().nullable(),
  /** The ids that the call named, by their fields' names. */
  subject: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** `ok`, or the reason of the refusal. */
  outcome: z.string(),
  requestId: z.string(),
  /** A sealed row can't be changed unseen. A new one is sealed within seconds. */
  sealed: z.boolean(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>
