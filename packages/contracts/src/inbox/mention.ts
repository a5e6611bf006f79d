import { z } from 'zod'

/** A staff member mentioned a colleague in an internal note. Only that colleague receives and reads the mention. */
export const mentionSchema = z.object({
  _id: z.string(),
  /** The mentioned staff member. */
  user: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  by: z.string(),
  byName: z.string(),
  /** The beginning of the note. */
  excerpt: z.string(),
  at: z.string(),
  /** When the mentioned staff member saw it; null until then. */
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
