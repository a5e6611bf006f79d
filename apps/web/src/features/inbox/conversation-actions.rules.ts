/** The actions of staff on a conversation, their optimistic changes, and the words of their notices. */
import type { ClosingStatus, Conversation, RequestType } from '@foyer/contracts/inbox/conversation.ts'

interface Named {
  readonly _id: string
  readonly name: string
}

export type ConversationAction =
  | { readonly kind: 'star' | 'unstar' | 'markUnread' | 'markRead' | 'takeOver'; readonly conversationId: string }
  | { readonly kind: 'close'; readonly conversationId: string; readonly status: ClosingStatus }
  | { readonly kind: 'assign'; readonly conversationId: string; readonly staff: Named | null; readonly note?: string }
  | { readonly kind: 'team'; readonly conversationId: string; readonly team: Named | null; readonly note?: string }
  | { readonly kind: 'request'; readonly conversationId: string; readonly requestType: RequestType | null }
  | { readonly kind: 'snooze'; readonly conversationId: string; readonly until: string | null }

/** The optimistic change of an action. [STATE-17] [STATE-25] [STATE-26] [STATE-27] [STATE-28] [STATE-30] */
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
    case 'team':
      return { team: action.team }
    case 'request':
      return { requestType: action.requestType }
    case 'snooze':
      return { snoozedUntil: action.until }
    case 'takeOver':
      return { bot: null }
  }
}

/** The action that reverts one for which the server keeps no undo; null for the others. */
export function inverseOf(action: ConversationAction, before: Conversation): ConversationAction | null {
  const { conversationId } = action
  switch (action.kind) {
    case 'request':
      return { kind: 'request', conversationId, requestType: before.requestType }
    case 'snooze':
      return { kind: 'snooze', conversationId, until: before.snoozedUntil }
    default:
      return null
  }
}

const CLOSED_WORDS: Record<ClosingStatus, string> = {
  open: 'Conversation reopened',
  pending: 'Conversation set to pending',
  acknowledged: 'Conversation acknowledged',
  resolved: 'Conversation closed',
}

/** The notice after a success; null when the screen already shows the result. */
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
    case 'team':
      return action.team ? `Given to ${action.team.name}` : 'Taken from its team'
    case 'request':
      return action.requestType ? 'Request type set' : 'Request type cleared'
    case 'snooze':
      return action.until ? 'Conversation snoozed' : 'Snooze ended'
    case 'takeOver':
      return 'You took over'
  }
}
