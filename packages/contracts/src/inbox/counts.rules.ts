import { subtractCounts } from '../counts.rules.ts'
import type { Conversation } from './conversation.ts'
import type { InboxCounts } from './count-names.rules.ts'
import { isHeldForAll, isNotDelivered, type LastWriting } from './filter.rules.ts'

export type Counted = Pick<Conversation, 'status' | 'requestType' | 'unreadCount' | 'feedback'> &
  LastWriting & {
    readonly heldAuthors: readonly string[]
    /** Only whether it is snoozed matters. */
    readonly snoozedUntil: unknown
  }

/** [OPEN-020] The amount that one conversation adds to each inbox count of its organization. */
export function contribution(counted: Counted): InboxCounts {
  const { status, requestType, unreadCount, feedback, heldAuthors } = counted
  const isOpen = status === 'open' || status === 'unassigned'
  const isRequest = isOpen && requestType !== null && requestType !== 'other' && requestType !== 'concierge'
  return {
    unreadMessages: unreadCount,
    openRequests: isRequest ? 1 : 0,
    otherRequests: isOpen && requestType === 'other' ? 1 : 0,
    openConciergeRequests: isOpen && requestType === 'concierge' ? 1 : 0,
    thumbsDown: feedback === 'down' ? 1 : 0,
    heldConversations: heldAuthors.length > 0 ? 1 : 0,
    heldForAll: isHeldForAll(counted) ? 1 : 0,
    notDelivered: isNotDelivered(counted) ? 1 : 0,
    snoozed: counted.snoozedUntil !== null ? 1 : 0,
  }
}

/** The difference of the counts when a conversation changes; `before` is null for a new one. */
export function countsMoved(before: Counted | null, after: Counted): InboxCounts {
  return subtractCounts(contribution(after), before ? contribution(before) : {})
}
