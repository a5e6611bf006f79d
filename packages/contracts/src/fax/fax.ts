/** A fax as screens and calls have it. */
import { z } from 'zod'
import { example, inClinic } from '../examples.ts'
import { text } from '../fields.ts'
import { causes } from './causes.rules.ts'
import { faxStatuses } from './fax.rules.ts'
import { readFaxNumber } from './number.rules.ts'

export const NOTE_MAX = 2000
export const FAX_NAME_MAX = 100

/** [RULE-13] A fax number as it was typed becomes `+1` and ten digits. */
export const faxNumber = text(60).transform((typed, ctx) => {
  const read = readFaxNumber(typed)
  if ('number' in read) return read.number
  ctx.addIssue(read.problem)
  return z.NEVER
})

const cause = z.enum(causes).nullable()

/** One call of the other machine. */
const attemptSchema = z.object({
  n: z.int().positive(),
  at: z.string(),
  /** Null while the call is under way. */
  endedAt: z.string().nullable(),
  status: z.enum(['calling', 'delivered', 'partial', 'failed', 'unconfirmed']),
  cause,
  pagesSent: z.int().nonnegative().nullable(),
})
export type FaxAttempt = z.infer<typeof attemptSchema>

export const faxSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  direction: z.literal('outbound'),
  /** The other side's number: `+1` and ten digits. */
  number: z.string(),
  ownNumber: z.string(),
  /** The name that the clinic gave this number. */
  name: z.string().nullable(),
  note: z.string(),
  status: z.enum(faxStatuses),
  cause,
  file: z.object({ name: z.string(), size: z.int().nonnegative(), contentType: z.string() }),
  /** The cover counts. Null until the service has counted the pages of a Word file. */
  pages: z.int().positive().nullable(),
  pagesSent: z.int().nonnegative().nullable(),
  /** Oldest first. */
  attempts: z.array(attemptSchema),
  nextAttemptAt: z.string().nullable(),
  sentBy: z.string(),
  sentByName: z.string().nullable(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  /** The fax that this one repeats. */
  againOf: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Fax = z.infer<typeof faxSchema>

export const faxExample: Fax = {
  _id: example.faxIds[0],
  ...inClinic,
  direction: 'outbound',
  number: '+15125550177',
  ownNumber: '+15125550190',
  name: 'Lamar Cardiology',
  note: 'Referral of R. Carver, please call us with a date.',
  status: 'retrying',
  cause: 'busy',
  file: { name: 'referral.pdf', size: 48_213, contentType: 'application/pdf' },
  pages: 3,
  pagesSent: null,
  attempts: [
    {
      ...{ n: 1, at: '2026-11-19T15:16:00.000Z', endedAt: '2026-11-19T15:16:40.000Z' },
      ...{ status: 'failed', cause: 'busy', pagesSent: null },
    },
  ],
  nextAttemptAt: '2026-11-19T15:17:40.000Z',
  sentBy: 'usr_lena',
  sentByName: 'Lena Kim',
  createdAt: '2026-11-19T15:15:58.000Z',
  completedAt: null,
  againOf: null,
  version: 31,
}
