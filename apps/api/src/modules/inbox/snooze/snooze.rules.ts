import { notValid, Refusal } from '../../../http/refusal.ts'
import { type ConversationState, markUnread } from '../../conversations/conversations.rules.ts'

const YEAR_MS = 366 * 24 * 60 * 60 * 1000

/** The requested instant, if it is within the allowed time. */
export function untilOf(asked: string, now: Date, path = 'until'): Date {
  const ahead = Date.parse(asked) - now.getTime()
  if (!(ahead > 0 && ahead <= YEAR_MS)) throw notValid(path, 'Must be in the coming year')
  return new Date(asked)
}

/**
 * Hides the conversation until the instant; null brings it back. A resolved conversation cannot be snoozed: it is
 * hidden already, and nobody would notice its return.
 */
export function snooze(conversation: ConversationState, until: Date | null): ConversationState {
  if (conversation.snoozedUntil?.getTime() === until?.getTime()) return conversation
  if (until !== null && conversation.status === 'resolved')
    throw new Refusal('conflict', 'The conversation is resolved. Open it before you snooze it.')
  return { ...conversation, snoozedUntil: until }
}

/**
 * Brings a due conversation back and marks it unread. A conversation that was snoozed again meanwhile stays snoozed.
 */
export function wake(conversation: ConversationState, due: Date): ConversationState {
  if (conversation.snoozedUntil?.getTime() !== due.getTime()) return conversation
  return { ...markUnread(conversation), snoozedUntil: null }
}
