import type { User } from '@foyer/contracts/session/user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { LiveActor } from '../src/live/live.machine.ts'
import { Live } from '../src/parts/live-context.tsx'
import { type AppServices, ServicesContext } from '../src/parts/services.tsx'
import { createAppState } from '../src/state/app-state.ts'
import { type Answers, cannedApi, never } from './canned-api.ts'
import { counts, stillLive } from './canned-live.ts'
import { lena, now } from './fixtures/people.ts'
import { theme } from './gallery-theme.ts'

interface StageProps {
  children: ReactNode
  answers?: Answers
  live?: () => LiveActor
  /** The signed-in user. */
  user?: User
}

const nowhere = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

/** The surroundings of every screen, with a fake server and connection. */
export function Stage({ children, answers, live = stillLive, user = lena }: StageProps) {
  const [parts] = useState(() => cannedServices(answers, user))
  const [connection] = useState(live)
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  useEffect(() => () => void connection.stop(), [connection])
  return (
    <ServicesContext value={parts}>
      <Live value={connection}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </Live>
    </ServicesContext>
  )
}

function cannedServices(answers: Answers = {}, user: User): AppServices {
  const app = createAppState(nowhere)
  app.signIn(user, user.organizations)
  app.setCounts(user.organizations[0]?._id ?? '', counts)
  const token = { get: async () => 'token', renew: async () => 'token' }
  const calls = {
    ...{
      fetch: never,
      token,
      timezone: () => 'America/Chicago',
      isAttended: () => true,
      onUnauthenticated: () => undefined,
    },
    ...{ organizationId: () => app.mainContext.activeOrgId, userId: () => app.mainContext.user?._id ?? null },
  }
  return {
    api: cannedApi(answers),
    calls,
    app,
    token,
    clock: { now: () => now, elapsed: () => 0 },
    theme,
    fetch: never,
    attendance: { isAttended: () => true },
    leave: () => undefined,
    signOut: never,
  }
}
