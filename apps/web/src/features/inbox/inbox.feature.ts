import { AlarmClock, Inbox, Tag, UserCheck } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const inbox: Feature = {
  pages: [{ path: 'inbox', title: 'Inbox', waitsForAppState: true, load: () => import('./inbox-page.tsx') }],
  places: () => import('./inbox-places.rules.ts'),
  navigation: {
    label: 'Inbox',
    to: '/inbox',
    icon: Inbox,
    key: 'i',
    at: 'top',
    order: 10,
    count: { name: 'unreadMessages', word: 'unread' },
  },
  views: [
    { label: 'Mine', to: '/inbox?tab=mine', icon: UserCheck, at: 'top', order: 11 },
    {
      label: 'Requests',
      to: '/inbox?tab=requests',
      icon: Tag,
      at: 'top',
      order: 12,
      count: { name: 'openRequests', word: 'open' },
    },
    {
      label: 'Snoozed',
      to: '/inbox?tab=snoozed',
      icon: AlarmClock,
      at: 'top',
      order: 13,
      count: { name: 'snoozed', word: 'snoozed' },
    },
  ],
}
