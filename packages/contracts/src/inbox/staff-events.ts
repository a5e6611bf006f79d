/** The events that only one staff member receives. */
import { event } from '../event.ts'
import { draftExample, draftSchema } from './draft.ts'
import { mentionExample, mentionSchema } from './mention.ts'

const ofStaff = ({ user }: { readonly user: string }) => `staff:${user}` as const

/** The staff member changed a draft on any of their screens; its text is null after it was sent or emptied. */
export const draftChanged = event({
  type: 'draft.changed',
  data: draftSchema,
  // The key includes the user, because several staff members may have drafts in one conversation.
  key: ({ user, conversationId }) => `${user}:${conversationId}`,
  audience: ofStaff,
  example: draftExample,
})

const mentionEvent = {
  data: mentionSchema,
  key: ({ _id }: { readonly _id: string }) => _id,
  audience: ofStaff,
}

export const mentionAdded = event({ type: 'mention.added', ...mentionEvent, example: mentionExample })

/** The mentioned staff member saw the mention. */
export const mentionChanged = event({
  type: 'mention.changed',
  ...mentionEvent,
  example: { ...mentionExample, seenAt: '2026-11-19T15:20:00.000Z', version: 12 },
})
