/** The inbox's counts of an organization. [OPEN-020] */
export const inboxCountNames = [
  'unreadMessages',
  'openRequests',
  'otherRequests',
  'openConciergeRequests',
  'thumbsDown',
  'heldConversations',
  'heldForAll',
  'notDelivered',
  'snoozed',
] as const

export type InboxCounts = Record<(typeof inboxCountNames)[number], number>
