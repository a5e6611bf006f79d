import { notValid, Refusal } from '../../../http/refusal.ts'
import { type ConversationState, markUnread } from '../../conversations/conversations.rules.ts'

const YEAR_MS = 366 * 24 * 60 * 60 * 1000

/** The instant that was asked for, where a conversation may wait for it. */
export function untilOf(asked: string, now: Date): Date {
  const ahead = Date.parse(asked) - now.getTime()
  if (!(ahead > 0 && ahead <= YEAR_MS)) throw notValid('until', 'Must be in the coming year')
  return new Date(asked)
}

/**
 * Out of the way until then; null brings it back as it is. What is resolved is out of the way already, and coming back
 * resolved it would come to nobody's eyes.
 */
export function snooze(conversation: ConversationState, until: Date | null): ConversationState {
  if (conversation.snoozedUntil?.getTime() === until?.getTime()) return conversation
  if (until !== null && conversation.status === 'resolved')
    throw new Refusal('conflict', 'The conversation is resolved. Open it before you snooze it.')
  return { ...conversation, snoozedUntil: until }
}

/** Its time came: it is back as it was, and unread, so that nobody misses it. One that was snoozed anew sleeps on. */
export function wake(conversation: ConversationState, due: Date): ConversationState {
  if (conversation.snoozedUntil?.getTime() !== due.getTime()) return conversation
  return { ...markUnread(conversation), snoozedUntil: null }
}
