import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'

/** The counts of one staff member's own views. They are private: colleagues neither receive nor read them. */
const tallySchema = z.object({
  user: z.string(),
  /** The conversations in which they have a draft. */
  drafts: z.int().nonnegative(),
  /**
   * The conversations with a held text that they wrote, or that are assigned to them and have a held text. Those that are
   * held for everybody are counted by `heldForAll` of the organization.
   */
  held: z.int().nonnegative(),
  version: z.int().nonnegative(),
})
export type Tally = z.infer<typeof tallySchema>

/** A draft of the staff member began or ended, or a conversation began or ceased to be held for them. */
export const tallyChanged = event({
  type: 'tally.changed',
  data: tallySchema,
  key: ({ user }) => user,
  audience: ({ user }) => `staff:${user}`,
  example: { user: 'usr_lena', drafts: 2, held: 1, version: 14 },
})

export const ownTally = call({
  method: 'GET',
  path: '/api/inbox/tally',
  access: 'member',
  says: 'Read the counts of their own views',
  summary: "How many conversations the caller's own views contain: drafts, and texts that are held for the caller.",
  query: z.strictObject({ organizationId: field.organizationId }),
  body: field.nothing,
  reply: snapshot(tallySchema),
  example: { query: inClinic },
})
