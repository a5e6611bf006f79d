import { isFound } from '../search.rules.ts'
import type { Conversation } from './conversation.ts'
import type { Delivery } from './message.ts'
import { DEFAULT_STATUS, expandStatus, isEveryStatus, type Sort, type StatusFilter, type Tab } from './status.rules.ts'

/** [ENTITY-07] The filters of the conversation list. */
export interface ChatFilters {
  tab: Tab
  status: StatusFilter
  page: number
  search: string
  date: string | null
  appointmentStatus: string | null
  doctorId: string | null
  userId: string
}

export const chatFilterKeys = [
  'tab',
  'status',
  'page',
  'search',
  'date',
  'appointmentStatus',
  'doctorId',
  'userId',
] as const satisfies (keyof ChatFilters)[]

export function defaultFilters(userId: string): ChatFilters {
  return {
    tab: 'all',
    status: DEFAULT_STATUS,
    page: 1,
    search: '',
    date: null,
    appointmentStatus: null,
    doctorId: null,
    userId,
  }
}

/** In place of an author who has left: the held text is everybody's. */
export const EVERYBODY = '*'

/** Whether everybody has the row in their view, because the author of a held text has left. */
export function isHeldForAll({ heldAuthors }: { readonly heldAuthors: readonly string[] }): boolean {
  return heldAuthors.includes(EVERYBODY)
}

/** Whether the row is marked for this user, who wrote a held text or is assigned. */
export function isHeldFor(
  { heldAuthors, staffAssigned }: Pick<Conversation, 'heldAuthors' | 'staffAssigned'>,
  userId: string,
): boolean {
  if (heldAuthors.length === 0) return false
  return (
    isHeldForAll({ heldAuthors }) || heldAuthors.includes(userId) || staffAssigned.some(({ _id }) => _id === userId)
  )
}

export interface LastWriting {
  readonly lastMessageBy: { readonly status: Delivery; readonly textStatus?: Delivery | undefined } | null
}

/** Whether the last text did not reach the patient. A note leaves that as it is; any other message ends it. */
export function isNotDelivered({ lastMessageBy }: LastWriting): boolean {
  const status = lastMessageBy?.textStatus ?? lastMessageBy?.status
  return status === 'failed' || status === 'undelivered'
}

/**
 * Whether a conversation matches a filter. Null if only the server can decide: a filter by visit considers all visits of a
 * patient, but a conversation has only one, and it does not know the drafts in it.
 */
export function matchesFilter(conversation: Conversation, filter: ChatFilters): boolean | null {
  // A search lists every status; the chosen ones only come first.
  if (filter.search === '' ? !hasStatus(conversation, filter.status) : !isFound(conversation, filter.search))
    return false
  if (!matchesTab(conversation, filter)) return false
  if (isHidden(conversation, filter)) return false
  const byVisit = filter.date !== null || filter.doctorId !== null || filter.tab === 'scheduled'
  return byVisit || filter.tab === 'drafts' ? null : true
}

/** Only the views of every status and searches show a snoozed conversation. */
function isHidden({ snoozedUntil }: Conversation, { tab, search }: ChatFilters): boolean {
  return snoozedUntil !== null && !isEveryStatus(tab) && search === ''
}

function matchesTab(conversation: Conversation, { tab, userId }: ChatFilters): boolean {
  switch (tab) {
    case 'all':
    case 'scheduled':
    case 'drafts':
      return true
    case 'unread':
      return conversation.unreadCount > 0
    case 'starred':
      return conversation.starredBy.includes(userId)
    case 'mine':
      return conversation.staffAssigned.some((staff) => staff._id === userId)
    case 'requests':
      return (
        conversation.requestType !== null &&
        conversation.requestType !== 'concierge' &&
        conversation.requestType !== 'other'
      )
    case 'concierge':
      return conversation.requestType === 'concierge'
    case 'thumbsDown':
      return conversation.feedback === 'down'
    case 'notDelivered':
      return isNotDelivered(conversation)
    case 'held':
      return isHeldFor(conversation, userId)
    case 'snoozed':
      return conversation.snoozedUntil !== null
  }
}

/** Whether the conversation belongs to the team; any conversation does if no team is asked for. */
export function isOfTeam({ team }: Pick<Conversation, 'team'>, asked: string | null): boolean {
  return asked === null || team?._id === asked
}

export function hasStatus({ status }: Pick<Conversation, 'status'>, filter: StatusFilter): boolean {
  const statuses = expandStatus(filter)
  return statuses.includes('all') || statuses.includes(status)
}

/** The fields that determine a conversation's position in the list, in either order. */
export type SortFields = Pick<Conversation, 'id' | 'status' | 'timestamp' | 'waitingSince'>

/** Newest first; for the same instant, the higher id first. The SQL of the list has the same order. */
export function byNewest(left: SortFields, right: SortFields): number {
  if (left.timestamp !== right.timestamp) return left.timestamp < right.timestamp ? 1 : -1
  return left.id === right.id ? 0 : left.id < right.id ? 1 : -1
}

/** The longest wait first; for the same instant, the lower id first. Expects only conversations with a waiting patient. */
function byWaiting(left: SortFields, right: SortFields): number {
  const [since, other] = [left.waitingSince ?? '', right.waitingSince ?? '']
  if (since !== other) return since < other ? -1 : 1
  return left.id === right.id ? 0 : left.id < right.id ? -1 : 1
}

const UNSEARCHED = { search: '', status: 'all' } as const

/**
 * The order of a list; the SQL of the list has the same order. In a search the chosen statuses come before all others.
 */
export function orderOf(
  sort: Sort,
  { search, status }: Pick<ChatFilters, 'search' | 'status'> = UNSEARCHED,
): (left: SortFields, right: SortFields) => number {
  const inTime = sort === 'waiting' ? byWaiting : byNewest
  if (search === '' || status === 'all') return inTime
  const part = (fields: SortFields) => (hasStatus(fields, status) ? 0 : 1)
  return (left, right) => part(left) - part(right) || inTime(left, right)
}

/** Whether a list with this sort contains the conversation: `waiting` contains only those with a waiting patient. */
export function sortIncludes({ waitingSince }: Conversation, sort: Sort): boolean {
  return sort === 'newest' || waitingSince !== null
}
