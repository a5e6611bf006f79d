/** What can be done with a row without opening it, by its menu and by a finger that draws it aside: the same things. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { ConversationAction } from '../conversation-actions.rules.ts'

export interface RowAction {
  readonly label: string
  readonly action: ConversationAction
}

export interface RowActions {
  /** Right; null where it is unread already. */
  readonly unread: RowAction | null
  /** Left; null where it can't be done now. */
  readonly close: RowAction | null
  readonly star: RowAction
}

/** [INBOX-07] A closed conversation is opened again by the same hand; closing waits for the connection. */
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
