import { Settings } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'
import type { Page } from '../../parts/page.ts'

const page = (path: string, title: string, load: NonNullable<Page['load']>): Page => {
  return { path, title, waitsForAppState: true, load }
}

/** The app passes the frame of the pages, because it also leads to settings of other features. */
export function settings(frame: NonNullable<Page['load']>): Feature {
  return {
    pages: [
      {
        path: 'settings',
        title: 'Settings',
        load: frame,
        children: [
          { index: true, redirect: '/settings/profile' },
          page('profile', 'Profile', () => import('./profile/profile-page.tsx')),
          page('preferences', 'Preferences', () => import('./preferences/preferences-page.tsx')),
          page('security', 'Security', () => import('./security/security-page.tsx')),
          page('sessions', 'Sessions', () => import('./sessions/sessions-page.tsx')),
          page('hours', 'Hours and replies', () => import('./hours/hours-page.tsx')),
          page('visits', 'Visits and reminders', () => import('./visits/visits-page.tsx')),
          page('outreach', 'Campaigns', () => import('./outreach/outreach-page.tsx')),
          page('listings', 'Reviews and listings', () => import('./listings/listings-page.tsx')),
          page('members', 'Members', () => import('./members/members-page.tsx')),
          page('teams', 'Teams', () => import('./teams/teams-page.tsx')),
          page('audit', 'Audit', () => import('./audit/audit-page.tsx')),
        ],
      },
    ],
    places: () => import('./settings-places.rules.ts'),
    navigation: { label: 'Settings', to: '/settings', icon: Settings, key: 's', at: 'foot', order: 90 },
  }
}
