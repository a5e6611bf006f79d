/** What one staff member hears and nobody else. */
import { event } from '../event.ts'
import { draftExample, draftSchema } from './draft.ts'
import { mentionExample, mentionSchema } from './mention.ts'

const ofStaff = ({ user }: { readonly user: string }) => `staff:${user}` as const

/** Their draft is another, on whichever of their screens it was typed; its text is null once it was sent or emptied. */
export const draftChanged = event({
  type: 'draft.changed',
  data: draftSchema,
  // Colleagues have drafts in the same conversation.
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

/** It was seen. */
export const mentionChanged = event({
  type: 'mention.changed',
  ...mentionEvent,
  example: { ...mentionExample, seenAt: '2026-11-19T15:20:00.000Z', version: 12 },
})
