/** Every field of the app in which text is typed, by its name. */
import { calls } from '@foyer/contracts/calls.ts'
import type { ZodType } from 'zod'

const { conversations, searchMessages, searchUsers, addCannedMessage } = calls

/** What the call behind it takes; null where the screen takes more and says itself that it is too much. */
export const FIELDS: readonly (readonly [name: string, limit: ZodType | null])[] = [
  ['Search conversations', conversations.query.shape.search],
  ['Search in messages', searchMessages.query.shape.search],
  ['Find a patient', searchUsers.query.shape.search],
  ['To, Name or phone', searchUsers.query.shape.search],
  ['Go to a patient, conversation or page', searchUsers.query.shape.search],
  ['Search canned messages', addCannedMessage.body.shape.title],
  ['Title', addCannedMessage.body.shape.title],
  ...[
    ...['Message', 'Text', 'Subject', 'First name', 'Last name', 'Phone', 'MRN', 'Day', 'Time', 'From', 'To'],
    ...['Email', 'Password'],
  ].map((name) => [name, null] as const),
]

/** How many letters it takes. */
export function longestOf(limit: ZodType): number {
  let length = 0
  while (limit.safeParse('a'.repeat(length + 1)).success) length += 1
  return length
}
