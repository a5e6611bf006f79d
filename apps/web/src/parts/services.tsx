import type { Membership } from '@foyer/contracts/organization.ts'
import { createContext, use } from 'react'
import { useSnapshot } from 'valtio'
import type { Api, ApiDependencies } from '../api/client.ts'
import type { Fetch } from '../api/fetch-helper.ts'
import type { AccessToken } from '../api/held-token.ts'
import type { Attendance } from '../lib/attendance.ts'
import type { Clock } from '../lib/clock.ts'
import type { ThemeControl } from '../lib/theme.ts'
import type { AppState } from '../state/app-state.ts'

/** The services that the pages of a signed-in user share; created once, above all pages. */
export interface AppServices {
  api: Api
  /** The same for requests that are no calls of the contracts, such as GraphQL. */
  calls: Omit<ApiDependencies, 'cookies'>
  app: AppState
  token: AccessToken
  clock: Clock
  attendance: Attendance
  theme: ThemeControl
  /** For the few requests that are not API calls with a bearer token. */
  fetch: Fetch
  /** Leaves this page load: goes to the address, or reloads the page without one. */
  leave: (address?: string) => void
  /**
   * [STATE-08] Signs out on purpose, in every tab: by calling `end`, or only this session without it. Then the page
   * unloads; rejects if the user is still signed in.
   */
  signOut: (end?: () => Promise<unknown>) => Promise<void>
}

export const ServicesContext = createContext<AppServices | null>(null)

export function useServices(): AppServices {
  const parts = use(ServicesContext)
  if (!parts)
    throw new Error('useServices was called outside of ServicesProvider, which only pages of a signed-in user have')
  return parts
}

export function useApi(): Api {
  return useServices().api
}

export function useApp(): AppState {
  return useServices().app
}

/** The organization whose data the screens show. */
export function useActiveOrganization(): Membership | null {
  const { organizations, activeOrgId } = useSnapshot(useApp().mainContext)
  return organizations.find(({ _id }) => _id === activeOrgId) ?? null
}
