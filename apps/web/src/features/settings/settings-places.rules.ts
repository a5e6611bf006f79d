import type { Role } from '@foyer/contracts/organization.ts'

const PLACES = [
  { path: 'profile', label: 'Profile', forAdmins: false },
  { path: 'preferences', label: 'Preferences', forAdmins: false },
  { path: 'security', label: 'Security', forAdmins: false },
  { path: 'sessions', label: 'Sessions', forAdmins: false },
  { path: 'hours', label: 'Hours', forAdmins: false },
  { path: 'members', label: 'Members', forAdmins: true },
  { path: 'teams', label: 'Teams', forAdmins: true },
  { path: 'audit', label: 'Audit', forAdmins: true },
] as const

export type SettingsPlace = (typeof PLACES)[number]

/** [ROLE-02] [OPEN-044] The settings pages for a role in the active organization. */
export function settingsPlaces(role: Role | undefined): readonly SettingsPlace[] {
  return PLACES.filter(({ forAdmins }) => !forAdmins || role === 'admin')
}
