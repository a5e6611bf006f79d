/** [T9] How long a session still lives. Asked with the cookie alone, which is no use of it. */
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { noteActivity, sessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { SessionParts } from '../identity.ts'
import { endOf, type Lifetime } from '../session.rules.ts'
import { saveUse } from '../sessions.store.ts'

export function sessionLifeRoutes({ config, database, clock, identity }: SessionParts): Route[] {
  const { sessionIdleMinutes } = config
  const told = (session: Lifetime, now: Date): SessionLife => ({
    now: now.toISOString(),
    idleMinutes: sessionIdleMinutes,
    idleEndsAt: endOf(session, sessionIdleMinutes).toISOString(),
    endsAt: session.expiresAt.toISOString(),
  })

  return [
    route(sessionLife, async ({ caller }) => {
      return { code: 'ok' as const, data: told(await identity.lifetime(caller), clock.now()) }
    }),

    route(noteActivity, async ({ caller }) => {
      const now = clock.now()
      await database.systemStatement((queries) => saveUse(queries, caller.sessionId, now))
      return { code: 'ok' as const, data: told(await identity.lifetime(caller), now) }
    }),
  ]
}
