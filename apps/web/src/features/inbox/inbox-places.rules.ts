import type { CommandPlace } from '../../parts/feature.ts'

/** The views of the inbox, as the command bar finds them. */
export const placesOf = (): readonly CommandPlace[] => [
  { title: 'View: All', words: 'inbox open conversations', to: '/inbox' },
  { title: 'View: Scheduled', words: 'visits today appointments', to: '/inbox?tab=scheduled' },
  { title: 'View: Unread', words: 'new', to: '/inbox?tab=unread' },
  { title: 'View: Starred', words: 'star favorites', to: '/inbox?tab=starred' },
  { title: 'View: Mine', words: 'assigned to me my', to: '/inbox?tab=mine' },
  { title: 'View: Not delivered', words: 'failed undelivered texts', to: '/inbox?tab=notDelivered' },
  { title: 'View: Held', words: 'scheduled texts to decide', to: '/inbox?tab=held' },
  { title: 'View: Drafts', words: 'unsent started texts', to: '/inbox?tab=drafts' },
  { title: 'View: Requests', words: 'request type', to: '/inbox?tab=requests' },
  { title: 'View: Concierge', to: '/inbox?tab=concierge' },
  { title: 'View: Thumbs down', words: 'feedback unhappy', to: '/inbox?tab=thumbsDown' },
  { title: 'View: Snoozed', words: 'later waiting', to: '/inbox?tab=snoozed' },
  { title: 'View: Longest waiting first', words: 'sort order oldest', to: '/inbox?sort=waiting' },
  { title: 'View: Pending', words: 'status closed', to: '/inbox?status=pending' },
  { title: 'View: Acknowledged', words: 'status closed', to: '/inbox?status=acknowledged' },
  { title: 'View: Resolved', words: 'status closed done', to: '/inbox?status=resolved' },
  { title: 'View: Every status', words: 'closed and open', to: '/inbox?status=all' },
]
