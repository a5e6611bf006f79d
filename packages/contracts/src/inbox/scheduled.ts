import { z } from 'zod'
import { agentSchema } from './agent.ts'

/**
 * A `held` text is not sent, because the patient wrote first: it stays until a staff member keeps, edits or cancels it. A
 * `sent` text became a message; a `cancelled` or `failed` one was not sent, and `reason` says why.
 */
export const scheduledStatuses = ['waiting', 'held', 'sent', 'cancelled', 'failed'] as const
export type ScheduledStatus = (typeof scheduledStatuses)[number]

/** `sent`: a staff member sent a held text at once. */
export const decisions = ['kept', 'sent', 'edited', 'cancelled'] as const
export type Decision = (typeof decisions)[number]

/** A scheduled text and its result. */
export const scheduledSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  conversationId: z.string(),
  message: z.string(),
  sendAt: z.string(),
  status: z.enum(scheduledStatuses),
  /** A sentence that the thread shows; null while it waits or is held, and after it was sent. */
  reason: z.string().nullable(),
  /** The message that was sent. */
  messageId: z.string().nullable(),
  /** The author; the name stays when they leave. */
  user: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  /** Since when it is held, and the patient's message that holds it; null if it is not held. */
  held: z.object({ since: z.string(), messageId: z.string() }).nullable(),
  /** The last decision of a staff member about it; null if there was none since it was written or held. */
  decided: z
    .object({
      how: z.enum(decisions),
      by: agentSchema.pick({ _id: true, name: true }),
      at: z.string(),
    })
    .nullable(),
  /** When it was sent, cancelled or failed. */
  endedAt: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Scheduled = z.infer<typeof scheduledSchema>

export const scheduledExample: Scheduled = {
  _id: '0199f0aa-3c00-7000-8000-000000000003',
  organizationId: 'org_cedar',
  conversationId: '0199f0aa-3c00-7000-8000-000000000001',
  message: 'Please come fasting tomorrow.',
  sendAt: '2026-11-20T14:00:00.000Z',
  status: 'waiting',
  reason: null,
  messageId: null,
  user: 'usr_lena',
  userName: 'Lena Kim',
  createdAt: '2026-11-19T15:20:00.000Z',
  held: null,
  decided: null,
  endedAt: null,
  version: 8,
}
