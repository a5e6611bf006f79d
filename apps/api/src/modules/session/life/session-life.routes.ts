/** [T9] How long the session still lives. The read takes the cookie alone and does not count as use. */
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { noteActivity, sessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { SessionServices } from '../identity.ts'
import { endOf, type Lifetime } from '../session.rules.ts'
import { saveUse } from '../sessions.store.ts'

export function sessionLifeRoutes({ config, database, clock, identity }: SessionServices): Route[] {
  const { sessionIdleMinutes } = config
  const lifeOf = (session: Lifetime, now: Date): SessionLife => ({
    now: now.toISOString(),
    idleMinutes: sessionIdleMinutes,
    idleEndsAt: endOf(session, sessionIdleMinutes).toISOString(),
    endsAt: session.expiresAt.toISOString(),
  })

  return [
    route(sessionLife, async ({ caller }) => {
      return { code: 'ok' as const, data: lifeOf(await identity.lifetime(caller), clock.now()) }
    }),

    route(noteActivity, async ({ caller }) => {
      // The session may have ended while the body was under way, and a use would revive one that was idle for too long.
      const session = await identity.lifetime(caller)
      const now = clock.now()
      await database.systemStatement((queries) => saveUse(queries, caller.sessionId, now))
      const lastUsedAt = now > session.lastUsedAt ? now : session.lastUsedAt
      return { code: 'ok' as const, data: lifeOf({ ...session, lastUsedAt }, now) }
    }),
  ]
}
