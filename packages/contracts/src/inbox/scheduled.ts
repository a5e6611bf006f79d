import { z } from 'zod'

/** `sent` became a message; `cancelled` and `failed` never left, and `reason` says why. */
export const scheduledStatuses = ['waiting', 'sent', 'cancelled', 'failed'] as const
export type ScheduledStatus = (typeof scheduledStatuses)[number]

/** A text that was written ahead, and what became of it. */
export const scheduledSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  conversationId: z.string(),
  message: z.string(),
  sendAt: z.string(),
  status: z.enum(scheduledStatuses),
  /** In words for the thread; null while it waits and once it was sent. */
  reason: z.string().nullable(),
  /** The message that it became. */
  messageId: z.string().nullable(),
  /** Who wrote it; the name stays when they leave. */
  user: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  /** When it was sent or came to nothing. */
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
