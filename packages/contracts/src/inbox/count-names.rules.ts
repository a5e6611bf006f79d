/** The inbox's counts of an organization. [OPEN-020] */
export const inboxCountNames = [
  'unreadMessages',
  'openRequests',
  'otherRequests',
  'openConciergeRequests',
  'thumbsDown',
  'heldConversations',
  'notDelivered',
  'snoozed',
] as const

export type InboxCounts = Record<(typeof inboxCountNames)[number], number>
