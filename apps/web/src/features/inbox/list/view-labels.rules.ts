import type { Tab } from '@foyer/contracts/inbox/status.rules.ts'

export const VIEW_LABELS: Record<Tab, string> = {
  all: 'All',
  scheduled: 'Scheduled',
  unread: 'Unread',
  starred: 'Starred',
  mine: 'Mine',
  notDelivered: 'Not delivered',
  held: 'Held',
  drafts: 'Drafts',
  requests: 'Requests',
  concierge: 'Concierge',
  thumbsDown: 'Thumbs down',
  snoozed: 'Snoozed',
}
