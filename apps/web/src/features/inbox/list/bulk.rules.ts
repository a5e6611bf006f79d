/** One action on many conversations: which of them it would not change, and the words that report the result. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'

export type BulkAction = BodyOf<Calls['bulkChange']>['action']

/** The server accepts at most this many conversations in one call. */
const AT_ONCE = 100

export interface BulkResult {
  readonly epoch: string
  readonly changed: readonly Conversation[]
  readonly unchanged: number
  readonly notFound: number
  readonly undoIds: readonly string[]
  /** The conversations whose call failed after an earlier call had succeeded, and the error. */
  readonly failed: { readonly ids: readonly string[]; readonly error: unknown } | null
}

export function inPortions(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, turn) =>
    ids.slice(turn * AT_ONCE, (turn + 1) * AT_ONCE),
  )
}

/** Whether the action would leave a conversation as it is. The server applies the same rule and skips it. */
export function isUnchanged(action: BulkAction, conversation: Conversation, userId: string): boolean {
  switch (action.type) {
    case 'star':
      return conversation.starredBy.includes(userId)
    case 'unstar':
      return !conversation.starredBy.includes(userId)
    case 'markRead':
      return conversation.unreadCount === 0
    case 'markUnread':
      return conversation.unreadCount > 0
    case 'close':
      return conversation.status === action.status
    case 'assign':
      return (conversation.staffAssigned[0]?._id ?? null) === action.user
  }
}

/** The label of the button, with the number that the action would skip: "Close 4, 1 is closed already". */
export function bulkLabel(action: BulkAction, verb: string, total: number, skipped: number): string {
  if (skipped === 0) return `${verb} ${total}`
  const already = `${skipped} ${skipped === 1 ? 'is' : 'are'} ${stateWord(action)} already`
  return skipped === total
    ? `${verb}: ${total === 1 ? 'it is' : `all ${total} are`} ${stateWord(action)} already`
    : `${verb} ${total - skipped}, ${already}`
}

function stateWord(action: BulkAction): string {
  switch (action.type) {
    case 'star':
      return 'starred'
    case 'unstar':
      return 'without a star'
    case 'markRead':
      return 'read'
    case 'markUnread':
      return 'unread'
    case 'close':
      return action.status === 'resolved' ? 'closed' : action.status
    case 'assign':
      return action.user === null ? 'unassigned' : 'assigned so'
  }
}

/** The toast after the action, with what was left out: "3 closed. Left out: 1 was closed already, 1 is gone." */
export function bulkDoneWords(action: BulkAction, { changed, unchanged, notFound, failed }: BulkResult): string {
  const done = changed.length === 0 ? 'Nothing changed' : `${changed.length} ${doneWord(action)}`
  const left = [
    unchanged > 0 ? `${unchanged} ${unchanged === 1 ? 'was' : 'were'} ${stateWord(action)} already` : null,
    notFound > 0 ? `${notFound} ${notFound === 1 ? 'is' : 'are'} no longer there` : null,
    failed ? `${failed.ids.length} did not go through` : null,
  ].filter((part) => part !== null)
  return left.length === 0 ? done : `${done}. Left out: ${left.join(', ')}.`
}

function doneWord(action: BulkAction): string {
  switch (action.type) {
    case 'star':
      return 'starred'
    case 'unstar':
      return 'without a star now'
    case 'markRead':
      return 'marked read'
    case 'markUnread':
      return 'marked unread'
    case 'close':
      return action.status === 'resolved' ? 'closed' : `set to ${action.status}`
    case 'assign':
      return action.user === null ? 'unassigned' : 'assigned'
  }
}
