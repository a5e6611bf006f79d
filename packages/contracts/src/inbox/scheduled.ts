import { z } from 'zod'

/** A `sent` text became a message; a `cancelled` or `failed` one was not sent, and `reason` says why. */
export const scheduledStatuses = ['waiting', 'sent', 'cancelled', 'failed'] as const
export type ScheduledStatus = (typeof scheduledStatuses)[number]

/** A scheduled text and its result. */
export const scheduledSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  conversationId: z.string(),
  message: z.string(),
  sendAt: z.string(),
  status: z.enum(scheduledStatuses),
  /** A sentence that the thread shows; null while it waits and after it was sent. */
  reason: z.string().nullable(),
  /** The message that was sent. */
  messageId: z.string().nullable(),
  /** The author; the name stays when they leave. */
  user: z.string(),
  userName: z.string(),
  createdAt: z.string(),
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
  endedAt: null,
  version: 8,
}
