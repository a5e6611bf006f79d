/** The actions of a row that work without opening it. The row's menu and the swipe offer the same ones. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { ConversationAction } from '../conversation-actions.rules.ts'

export interface RowAction {
  readonly label: string
  readonly action: ConversationAction
}

export interface RowActions {
  /** The swipe to the right; null when the conversation is unread already. */
  readonly unread: RowAction | null
  /** The swipe to the left; null when it is not possible now. */
  readonly close: RowAction | null
  readonly star: RowAction
}

/** [INBOX-07] A closed conversation gets "Reopen" in place of "Close". Both need the connection. */
export function rowActions(conversation: Conversation, userId: string, offline: boolean): RowActions {
  const { id: conversationId, status, unreadCount, starredBy } = conversation
  const isOpen = status === 'open' || status === 'unassigned'
  const starred = starredBy.includes(userId)
  return {
    unread: unreadCount > 0 ? null : { label: 'Mark as unread', action: { kind: 'markUnread', conversationId } },
    close: offline
      ? null
      : {
          label: isOpen ? 'Close conversation' : 'Reopen',
          action: { kind: 'close', conversationId, status: isOpen ? 'resolved' : 'open' },
        },
    star: {
      label: starred ? 'Remove the star' : 'Star conversation',
      action: { kind: starred ? 'unstar' : 'star', conversationId },
    },
  }
}
