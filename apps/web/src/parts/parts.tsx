import type { Membership } from '@foyer/contracts/organization.ts'
import { createContext, use } from 'react'
import { useSnapshot } from 'valtio'
import type { AccessToken } from '../api/access-token.ts'
import type { Api } from '../api/client.ts'
import type { Fetch } from '../api/fetch-helper.ts'
import type { Attendance } from '../lib/attendance.ts'
import type { Clock } from '../lib/clock.ts'
import type { ThemeControl } from '../lib/theme.ts'
import type { AppState } from '../state/app-state.ts'

/** What the pages of a signed-in user are made with; created once, above all of them. */
export interface AppParts {
  api: Api
  app: AppState
  token: AccessToken
  clock: Clock
  attendance: Attendance
  theme: ThemeControl
  /** For the few requests that are no calls with a bearer. */
  fetch: Fetch
  /** Leads the browser out of this page load; without an address, into the same page again. */
  leave: (address?: string) => void
  /**
   * [STATE-08] Signs out on purpose, in every tab: as `end` does, or this session alone. Then the page is on its way out; rejects
   * where one is still signed in.
   */
  signOut: (end?: () => Promise<unknown>) => Promise<void>
}

export const Parts = createContext<AppParts | null>(null)

export function useParts(): AppParts {
  const parts = use(Parts)
  if (!parts) throw new Error('There are no parts of the app here: this is for pages of a signed-in user')
  return parts
}

export function useApi(): Api {
  return useParts().api
}

export function useApp(): AppState {
  return useParts().app
}

/** The organization whose data the screens show. */
export function useActiveOrganization(): Membership | null {
  const { organizations, activeOrgId } = useSnapshot(useApp().mainContext)
  return organizations.find(({ _id }) => _id === activeOrgId) ?? null
}
