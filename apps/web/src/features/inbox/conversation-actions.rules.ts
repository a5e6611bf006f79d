/** What staff do with a conversation, how it looks before the server agreed, and what is said when it has. */
import type { ClosingStatus, Conversation } from '@foyer/contracts/inbox/conversation.ts'

interface Staff {
  readonly _id: string
  readonly name: string
}

export type ConversationAction =
  | { readonly kind: 'star' | 'unstar' | 'markUnread' | 'markRead'; readonly conversationId: string }
  | { readonly kind: 'close'; readonly conversationId: string; readonly status: ClosingStatus }
  | { readonly kind: 'assign'; readonly conversationId: string; readonly staff: Staff | null }

/** [STATE-17] [STATE-25] [STATE-26] [STATE-28] [STATE-30] */
export function changeBy(
  action: ConversationAction,
  conversation: Conversation,
  userId: string,
): Partial<Conversation> {
  switch (action.kind) {
    case 'star':
      return { starredBy: [...new Set([...conversation.starredBy, userId])] }
    case 'unstar':
      return { starredBy: conversation.starredBy.filter((id) => id !== userId) }
    case 'markUnread':
      return { unreadCount: Math.max(1, conversation.unreadCount), isUnread: true }
    case 'markRead':
      return { unreadCount: 0, isUnread: false }
    case 'close':
      return { status: action.status }
    case 'assign':
      return { staffAssigned: action.staff === null ? [] : [action.staff] }
  }
}

const CLOSED_WORDS: Record<ClosingStatus, string> = {
  open: 'Conversation opened again',
  pending: 'Conversation set to pending',
  acknowledged: 'Conversation acknowledged',
  resolved: 'Conversation closed',
}

/** The toast of a success; null for what one sees anyway. */
export function doneWords(action: ConversationAction): string | null {
  switch (action.kind) {
    case 'star':
      return 'Starred'
    case 'unstar':
      return 'Star removed'
    case 'markRead':
      return null
    case 'markUnread':
      return 'Marked unread'
    case 'close':
      return CLOSED_WORDS[action.status]
    case 'assign':
      return action.staff ? `Assigned to ${action.staff.name}` : 'Assignment removed'
  }
}
