import { Inbox } from 'lucide-react'
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
}
