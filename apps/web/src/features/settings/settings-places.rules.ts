import type { Role } from '@foyer/contracts/organization.ts'
import type { CommandPlace } from '../../parts/feature.ts'

const PLACES = [
  { path: 'profile', label: 'Profile', words: 'my name account', forAdmins: false },
  {
    path: 'preferences',
    label: 'Preferences',
    words: 'density comfortable compact shortcuts appearance',
    forAdmins: false,
  },
  { path: 'security', label: 'Security', words: 'password two-factor second step sign-in', forAdmins: false },
  { path: 'sessions', label: 'Sessions', words: 'devices signed in browsers', forAdmins: false },
  { path: 'hours', label: 'Hours', words: 'opening replies after hours automatic closed', forAdmins: false },
  {
    path: 'visits',
    label: 'Visits',
    words: 'reminders appointments replies no-show missed invitation confirm',
    forAdmins: false,
  },
  {
    path: 'outreach',
    label: 'Campaigns',
    words: 'outreach pace price segments booking link postal address limits',
    forAdmins: true,
  },
  {
    path: 'listings',
    label: 'Reviews and listings',
    words: 'google business profile connect consent canned replies',
    forAdmins: false,
  },
  { path: 'members', label: 'Members', words: 'staff team people roles invite', forAdmins: true },
  { path: 'audit', label: 'Audit', words: 'log history who saw', forAdmins: true },
  { path: 'teams', label: 'Teams', words: 'teams', forAdmins: true },
] as const

export type SettingsPlace = (typeof PLACES)[number]

/** [ROLE-02] [OPEN-044] The settings pages for a role in the active organization. */
export function settingsPlaces(role: Role | undefined): readonly SettingsPlace[] {
  return PLACES.filter(({ forAdmins }) => !forAdmins || role === 'admin')
}

/** The settings pages, as the command bar finds them. */
export function placesOf(role: Role | undefined): readonly CommandPlace[] {
  return settingsPlaces(role).map(({ path, label, words }) => ({
    title: `Settings: ${label}`,
    words,
    to: `/settings/${path}`,
  }))
}
