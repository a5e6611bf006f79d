import { z } from 'zod'

/**
 * The current draft of one staff member in one conversation. It is private: colleagues neither receive its events nor read
 * it.
 */
export const draftSchema = z.object({
  conversationId: z.string(),
  /** The staff member who writes it. */
  user: z.string(),
  /** As typed; null after it was sent or emptied. */
  message: z.string().nullable(),
  /** Whether it becomes an internal note. */
  private: z.boolean(),
  /** The writer's own counter: a save whose revision is not higher than this arrived too late. */
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
