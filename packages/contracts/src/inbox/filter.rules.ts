import type { Conversation } from './conversation.ts'
import { DEFAULT_STATUS, expandStatus, type Sort, type StatusFilter, type Tab } from './status.rules.ts'

/** [ENTITY-07] What narrows the conversation list. */
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

/**
 * Whether a conversation belongs in the list that a filter shows. Null where only the server can tell: a list narrowed
 * by visit looks at all of a patient's visits, and a conversation carries one.
 */
export function matchesFilter(conversation: Conversation, filter: ChatFilters): boolean | null {
  const statuses = expandStatus(filter.status)
  if (!statuses.includes('all') && !statuses.includes(conversation.status)) return false
  if (!matchesTab(conversation, filter)) return false
  if (isHidden(conversation, filter)) return false
  if (filter.search !== '' && !matchesSearch(conversation, filter.search)) return false
  const byVisit = filter.date !== null || filter.doctorId !== null || filter.tab === 'scheduled'
  return byVisit ? null : true
}

/** What is snoozed is out of the way of every list but its own; a search finds it. */
function isHidden({ snoozedUntil }: Conversation, { tab, search }: ChatFilters): boolean {
  return snoozedUntil !== null && tab !== 'snoozed' && search === ''
}

function matchesTab(conversation: Conversation, { tab, userId }: ChatFilters): boolean {
  switch (tab) {
    case 'all':
    case 'scheduled':
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
    case 'snoozed':
      return conversation.snoozedUntil !== null
  }
}

/** [OPEN-070] Part of the name, the MRN or the phone's digits, in any case. */
function matchesSearch({ name, mrn, phoneNumber }: Conversation, search: string): boolean {
  const text = search.toLowerCase()
  return [name.toLowerCase(), mrn?.toLowerCase() ?? '', phoneNumber.replace(/\D/g, '')].some((field) =>
    field.includes(text),
  )
}

/** What says where a conversation stands in the list, in either order. */
export type Place = Pick<Conversation, 'id' | 'timestamp' | 'waitingSince'>

/** Newest first; of one instant, the higher id first. The order of the list, here and in the store. */
export function byNewest(left: Place, right: Place): number {
  if (left.timestamp !== right.timestamp) return left.timestamp < right.timestamp ? 1 : -1
  return left.id === right.id ? 0 : left.id < right.id ? 1 : -1
}

/** Who waits longest first; of one instant, the lower id first. Only of conversations in which someone waits. */
function byWaiting(left: Place, right: Place): number {
  const [since, other] = [left.waitingSince ?? '', right.waitingSince ?? '']
  if (since !== other) return since < other ? -1 : 1
  return left.id === right.id ? 0 : left.id < right.id ? -1 : 1
}

/** The order of a list under a sort, here and in the store. */
export function orderOf(sort: Sort): (left: Place, right: Place) => number {
  return sort === 'waiting' ? byWaiting : byNewest
}

/** Whether a conversation has a place under a sort: where nobody waits, there is none in the order of waiting. */
export function hasPlace({ waitingSince }: Conversation, sort: Sort): boolean {
  return sort === 'newest' || waitingSince !== null
}
