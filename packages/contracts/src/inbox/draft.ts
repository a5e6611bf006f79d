import { z } from 'zod'

/**
 * What one staff member has begun to write in one conversation, as it now is. It is theirs alone: no colleague hears of
 * it or reads it.
 */
export const draftSchema = z.object({
  conversationId: z.string(),
  /** Whose it is. */
  user: z.string(),
  /** As typed; null once it was sent or emptied. */
  message: z.string().nullable(),
  /** It is to be an internal note. */
  private: z.boolean(),
  /** The writer's own count: a save with no higher one than this came too late. */
  revision: z.int().nonnegative(),
  updatedAt: z.string(),
  version: z.int().nonnegative(),
})
export type Draft = z.infer<typeof draftSchema>

export const draftExample: Draft = {
  conversationId: '0199f0aa-3c00-7000-8000-000000000001',
  user: 'usr_lena',
  message: 'Yes, please bring',
  private: false,
  revision: 3,
  updatedAt: '2026-11-19T15:15:00.000Z',
  version: 9,
}
