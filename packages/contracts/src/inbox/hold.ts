import { z } from 'zod'

/** A staff member looks at a conversation that "Next patient" opened. A hold assigns nothing and blocks nobody. */
export const holdSchema = z.object({
  conversationId: z.string(),
  userId: z.string(),
  /** The name of the staff member when the hold was taken or renewed. */
  name: z.string(),
  /** When the hold ends unless it is renewed; null once it has ended. */
  until: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Hold = z.infer<typeof holdSchema>

export const holdExample: Hold = {
  conversationId: '0199f0aa-3c00-7000-8000-000000000001',
  userId: 'usr_lena',
  name: 'Lena Kim',
  until: '2026-11-19T15:17:00.000Z',
  version: 14,
}
