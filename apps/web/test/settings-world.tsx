import type { User } from '@foyer/contracts/session/user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { Api } from '../src/api/client.ts'
import type { Fetch } from '../src/api/fetch-helper.ts'
import { Live } from '../src/parts/live-context.tsx'
import { type AppServices, ServicesContext } from '../src/parts/services.tsx'
import { createAppState } from '../src/state/app-state.ts'
import { cedar, lena } from './app-world.tsx'
import { createLive } from './controlled-live.ts'

const now = new Date('2026-11-19T15:16:00Z')
export const ok = (data: unknown) => ({ code: 'ok', data, cursor: null as string | null })

const ana: User = { ...lena, _id: 'usr_ana', name: 'Ana Duarte', organizations: [{ ...cedar, role: 'admin' }] }

export { lena }

export interface RecordedCall {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read the recorded calls freely
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly query: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly params?: any
  readonly idempotencyKey?: string
}
const nothing: Fetch = async () => new Response(null, { status: 404 })

type Answers = Record<string, (asked: RecordedCall) => unknown>

/** Renders a settings page alone, with a server that answers only the expected calls. */
export function showSettings(page: ReactElement, answers: Answers, user = ana, fetch: Fetch = nothing) {
  const asked: RecordedCall[] = []
  const call = async (name: string, options: Partial<RecordedCall> = {}) => {
    const one = { query: {}, body: {}, ...options, name }
    asked.push(one)
    const answer = answers[name]
    if (!answer) throw new Error(`${name} was not expected`)
    return answer(one)
  }
  const app = createAppState({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  app.signIn(user, user.organizations)
  const held = { current: 'old token' }
  const token = {
    get: async () => held.current,
    renew: vi.fn(async () => {
      held.current = 'new token'
      return held.current
    }),
  }
  const live = createLive({ token, checkSession: async () => true, organizationId: cedar._id, random: () => 0 })
  const leave = vi.fn()
  const signOut = vi.fn(async (end?: () => Promise<unknown>) => void (await end?.()))
  const calls = {
    ...{ fetch, token, timezone: () => 'America/Chicago', isAttended: () => true, onUnauthenticated: () => undefined },
    ...{ organizationId: () => app.mainContext.activeOrgId, userId: () => app.mainContext.user?._id ?? null },
  }
  const parts: AppServices = {
    calls,
    api: Object.assign(call, { blob: async () => new Blob() }) as unknown as Api,
    app,
    token,
    clock: { now: () => now, elapsed: () => 0 },
    theme: {} as AppServices['theme'],
    fetch,
    attendance: { isAttended: () => true },
    leave,
    signOut,
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const inWorld = (
    <ServicesContext value={parts}>
      <Live value={live}>
        <QueryClientProvider client={client}>{page}</QueryClientProvider>
      </Live>
    </ServicesContext>
  )
  const router = createMemoryRouter([{ path: '*', element: inWorld }])
  const view = render(<RouterProvider router={router} />)
  return {
    ...view,
    router,
    app,
    live,
    leave,
    signOut,
    token,
    of: (name: string) => asked.filter((one) => one.name === name),
  }
}
