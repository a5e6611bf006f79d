import { createAccessToken } from '../api/access-token.ts'
import { createApi } from '../api/client.ts'
import type { Fetch } from '../api/fetch-helper.ts'
import { createAttendance } from '../lib/attendance.ts'
import type { Clock } from '../lib/clock.ts'
import { localStore } from '../lib/local-store.ts'
import { createTheme } from '../lib/theme.ts'
import type { AppServices } from '../parts/services.tsx'
import { createAppState } from '../state/app-state.ts'
import type { Exits } from './leaving.ts'

interface Outside {
  fetch: Fetch
  clock: Clock
  window: Window
  checkSession: () => Promise<boolean>
}

/** Creates the app's services for this browser. */
export function createServices({ fetch, clock, window, checkSession }: Outside, exits: Exits): AppServices {
  const storage = localStore(window)
  const app = createAppState(storage)
  const attendance = createAttendance(clock)
  const token = createAccessToken({ fetch, elapsed: clock.elapsed })
  const calls = {
    fetch,
    token,
    organizationId: () => app.mainContext.activeOrgId,
    userId: () => app.mainContext.user?._id ?? null,
    timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    isAttended: () => attendance.isAttended(),
    onUnauthenticated: () => void checkSession(),
    onReach: app.setReach,
  }
  const api = createApi({ ...calls, cookies: () => window.document.cookie })
  const theme = createTheme({
    storage,
    prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
    root: window.document.documentElement,
  })
  const leave = (address?: string) =>
    address === undefined ? window.location.reload() : window.location.assign(address)
  const signOut: AppServices['signOut'] = (end) =>
    import('./leaving.ts').then((leaving) => leaving.leaveSession(exits, app, fetch, end))
  return { api, calls, app, token, clock, attendance, theme, fetch, leave, signOut }
}
