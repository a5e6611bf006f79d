import type { ConversationStatus } from './conversation.ts'

/** [STATE-12] The five constants of the status filter; `unread` [STATE-13] is a filter beside them. */
export const STATUS = {
  OPEN: 'open',
  PENDING: 'pending',
  ACKNOWLEDGED: 'acknowledged',
  RESOLVED: 'resolved',
  ALL: 'all',
} as const

/** [INBOX-14] [OPEN-029] What the inbox screen starts with. */
export const SCREEN_STATUS = 'open/unassigned'

/** [STATE-14] What the call falls back to. */
export const DEFAULT_STATUS = STATUS.OPEN

export const statusFilters = [SCREEN_STATUS, ...Object.values(STATUS), 'unassigned'] as const
export type StatusFilter = (typeof statusFilters)[number]

/** [OPEN-011] In the order of the tabs; the name is sent as `filter`. The last four stand in the overflow. */
export const tabs = [
  'all',
  'scheduled',
  'unread',
  'starred',
  'mine',
  'requests',
  'concierge',
  'thumbsDown',
  'snoozed',
] as const
export type Tab = (typeof tabs)[number]

/** How the list is sorted. `waiting` also narrows it: only conversations in which a patient waits have a place in it. */
export const sorts = ['newest', 'waiting'] as const
export type Sort = (typeof sorts)[number]

/** [STATE-15] [OPEN-028] The status list of a request; `all` leaves it without a restriction. */
export function expandStatus(filter: StatusFilter): (ConversationStatus | 'all')[] {
  return filter === SCREEN_STATUS ? ['open', 'unassigned'] : [filter]
}

/** [OPEN-010] An unknown value falls back to what the screen starts with. */
export function parseStatus(value: string | null): StatusFilter {
  const lower = value?.toLowerCase()
  return statusFilters.find((status) => status === lower) ?? SCREEN_STATUS
}

export function parseTab(value: string | null): Tab {
  return tabs.find((tab) => tab === value) ?? 'all'
}
