import type { ConversationStatus } from './conversation.ts'

/** [STATE-12] The five constants of the status filter. `unread` [STATE-13] is a tab, not a status. */
export const STATUS = {
  OPEN: 'open',
  PENDING: 'pending',
  ACKNOWLEDGED: 'acknowledged',
  RESOLVED: 'resolved',
  ALL: 'all',
} as const

/** [INBOX-14] [OPEN-029] The inbox screen's default. */
export const SCREEN_STATUS = 'open/unassigned'

/** [STATE-14] The call's default. */
export const DEFAULT_STATUS = STATUS.OPEN

export const statusFilters = [SCREEN_STATUS, ...Object.values(STATUS), 'unassigned'] as const
export type StatusFilter = (typeof statusFilters)[number]

/** [OPEN-011] The tabs in their order; the name is sent as `filter`. Those after `mine` are in the overflow menu. */
export const tabs = [
  'all',
  'scheduled',
  'unread',
  'starred',
  'mine',
  'notDelivered',
  'held',
  'drafts',
  'snoozed',
  'requests',
  'concierge',
  'thumbsDown',
] as const
export type Tab = (typeof tabs)[number]

const EVERY_STATUS: readonly Tab[] = ['notDelivered', 'held', 'drafts', 'snoozed']

/**
 * Whether the tab's screen lists conversations of every status, and snoozed ones too, so that its rows are as many as its
 * count says: what waits in these views must not hide behind a status.
 */
export function isEveryStatus(tab: Tab): boolean {
  return EVERY_STATUS.includes(tab)
}

/** The sorts of the list. `waiting` also filters it to conversations in which a patient waits. */
export const sorts = ['newest', 'waiting'] as const
export type Sort = (typeof sorts)[number]

/** [STATE-15] [OPEN-028] The status list of a request; `all` does not restrict it. */
export function expandStatus(filter: StatusFilter): (ConversationStatus | 'all')[] {
  return filter === SCREEN_STATUS ? ['open', 'unassigned'] : [filter]
}

/** [OPEN-010] An unknown value becomes the screen's default. */
export function parseStatus(value: string | null): StatusFilter {
  const lower = value?.toLowerCase()
  return statusFilters.find((status) => status === lower) ?? SCREEN_STATUS
}

export function parseTab(value: string | null): Tab {
  return tabs.find((tab) => tab === value) ?? 'all'
}
