import { z } from 'zod'

/** Somebody named a colleague in an internal note. Only the named one hears of it and reads it here. */
export const mentionSchema = z.object({
  _id: z.string(),
  /** Who was named. */
  user: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  by: z.string(),
  byName: z.string(),
  /** How the note begins. */
  excerpt: z.string(),
  at: z.string(),
  /** When the named one had seen it; null until then. */
  seenAt: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Mention = z.infer<typeof mentionSchema>

export const mentionExample: Mention = {
  _id: '0199f0aa-3c00-7000-8000-000000000003',
  user: 'usr_dana',
  conversationId: '0199f0aa-3c00-7000-8000-000000000001',
  messageId: '0199f0aa-3c00-7000-8000-000000000004',
  by: 'usr_lena',
  byName: 'Lena Kim',
  excerpt: 'Dana, do you know the new card?',
  at: '2026-11-19T15:16:00.000Z',
  seenAt: null,
  version: 11,
}
