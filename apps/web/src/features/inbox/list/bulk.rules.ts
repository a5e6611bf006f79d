/** One action on many conversations: which of them it would not change, and the words that report the result. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { requestLabel } from '../../../parts/request-labels.rules.ts'

export type BulkAction = BodyOf<Calls['bulkChange']>['action']

/** The server accepts at most this many conversations in one call. */
const AT_ONCE = 100

export interface BulkResult {
  readonly epoch: string
  readonly changed: readonly Conversation[]
  readonly unchanged: number
  readonly notFound: number
  /** A resolved conversation is not snoozed. */
  readonly resolved: number
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
    case 'request':
      return conversation.requestType === action.requestType
    case 'assign':
      return (conversation.staffAssigned[0]?._id ?? null) === action.user
    case 'team':
      return (conversation.team?._id ?? null) === action.team
    case 'snooze':
      return conversation.snoozedUntil === action.until
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
    case 'request':
      return action.requestType === null ? 'without a request type' : `set to ${requestLabel(action.requestType)}`
    case 'assign':
      return action.user === null ? 'unassigned' : 'assigned so'
    case 'team':
      return action.team === null ? 'without a team' : "the team's"
    case 'snooze':
      return action.until === null ? 'awake' : 'snoozed so'
  }
}

/** The toast after the action, with what was left out: "Closed 3 conversations. Left out: 1 was closed already." */
export function bulkDoneWords(
  action: BulkAction,
  { changed, unchanged, notFound, resolved, failed }: BulkResult,
): string {
  const done = changed.length === 0 ? 'Nothing changed' : doneWords(action, changed)
  const left = [
    unchanged > 0 ? `${unchanged} ${unchanged === 1 ? 'was' : 'were'} ${stateWord(action)} already` : null,
    resolved > 0 ? `${resolved} ${resolved === 1 ? 'is' : 'are'} closed, and nothing closed is snoozed` : null,
    notFound > 0 ? `${notFound} ${notFound === 1 ? 'is' : 'are'} no longer there` : null,
    failed ? `${failed.ids.length} did not go through` : null,
  ].filter((part) => part !== null)
  return left.length === 0 ? done : `${done}. Left out: ${left.join(', ')}.`
}

function doneWords(action: BulkAction, changed: readonly Conversation[]): string {
  const them = changed.length === 1 ? '1 conversation' : `${changed.length} conversations`
  switch (action.type) {
    case 'star':
      return `Starred ${them}`
    case 'unstar':
      return `Removed the star from ${them}`
    case 'markRead':
      return `Marked ${them} read`
    case 'markUnread':
      return `Marked ${them} unread`
    case 'close':
      return closedWords(action.status, them)
    case 'request':
      return action.requestType === null
        ? `Cleared the request type of ${them}`
        : `Set ${them} to ${requestLabel(action.requestType)}`
    case 'assign':
      return action.user === null
        ? `Unassigned ${them}`
        : `Assigned ${them} to ${changed[0]?.staffAssigned[0]?.name ?? 'a colleague'}`
    case 'team':
      return action.team === null
        ? `Took ${them} from their team`
        : `Gave ${them} to ${changed[0]?.team?.name ?? 'the team'}`
    case 'snooze':
      return action.until === null ? `Woke ${them}` : `Snoozed ${them}`
  }
}

function closedWords(status: Extract<BulkAction, { type: 'close' }>['status'], them: string): string {
  switch (status) {
    case 'resolved':
      return `Closed ${them}`
    case 'open':
      return `Reopened ${them}`
    case 'acknowledged':
      return `Acknowledged ${them}`
    default:
      return `Set ${them} to pending`
  }
}
