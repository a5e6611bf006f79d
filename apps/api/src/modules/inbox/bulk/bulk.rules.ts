import type { bulkChange } from '@foyer/contracts/inbox/undo-calls.ts'
import type { z } from 'zod'
import {
  ask,
  assign,
  type ConversationState,
  close,
  giveToTeam,
  markUnread,
  see,
  star,
} from '../../conversations/conversations.rules.ts'
import { type Settling, settledByAnswering, settledByAssigning } from '../../notices/notices.rules.ts'
import { snooze } from '../snooze/snooze.rules.ts'

export type BulkAction = z.output<typeof bulkChange.body>['action']

/** The rule of a bulk action by this staff member. */
export function ruleOf(action: BulkAction, userId: string): (conversation: ConversationState) => ConversationState {
  switch (action.type) {
    case 'star':
    case 'unstar':
      return (conversation) => star(conversation, userId, action.type)
    case 'assign':
      return (conversation) => assign(conversation, action.user)
    case 'team':
      return (conversation) => giveToTeam(conversation, action.team)
    case 'snooze':
      return (conversation) => snooze(conversation, action.until === null ? null : new Date(action.until))
    case 'close':
      return (conversation) => close(conversation, action.status)
    case 'request':
      return (conversation) => ask(conversation, action.requestType)
    case 'markUnread':
      return markUnread
    case 'markRead':
      return see
  }
}

/** Why an action leaves a conversation out; null if it changes it. */
export function refusalOf(action: BulkAction, { status }: ConversationState): 'resolved' | null {
  return action.type === 'snooze' && action.until !== null && status === 'resolved' ? 'resolved' : null
}

/** The notices that a bulk action by this staff member settles; null for none. */
export function settledBy(action: BulkAction, userId: string): Settling | null {
  if (action.type === 'assign') return settledByAssigning(action.user)
  return action.type === 'close' && action.status === 'resolved' ? settledByAnswering(userId) : null
}
