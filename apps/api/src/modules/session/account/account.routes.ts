import {
  type Account,
  account,
  revokeSession,
  sessions,
  updateProfile,
} from '@foyer/contracts/session/account-calls.ts'
import type { Queries } from '../../../db/tx.ts'
import { type Route, route } from '../../../http/route.ts'
import { noSession } from '../access-tokens.ts'
import type { SessionServices } from '../identity.ts'
import { tellColleagues } from '../members/staff-changes.ts'
import { takesPasswords } from '../provider/passwords-taken.ts'
import { isAlive } from '../session.rules.ts'
import { endOwnSession } from '../session-ending.ts'
import { listSessionsOf } from '../sessions.store.ts'
import { findOwnLogin, saveName } from '../users.store.ts'
import { deviceOf } from './device.rules.ts'

export function accountRoutes(parts: SessionServices): Route[] {
  const { config, database, clock } = parts

  async function accountOf(queries: Queries, userId: string): Promise<Account> {
    const own = await findOwnLogin(queries, userId)
    if (own === undefined) throw noSession()
    const { secondFactorSince: since, recoveryCodesLeft } = own
    return {
      _id: userId,
      name: own.name,
      email: own.email,
      hasPassword: own.passwordHash !== null && takesPasswords(config),
      identityProvider: own.identityProvider && (config.identityProvider?.name ?? null),
      secondFactor: { on: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft },
    }
  }

  return [
    route(account, async ({ caller }) => ({
      code: 'ok' as const,
      data: await database.systemStatement((queries) => accountOf(queries, caller.userId)),
    })),

    route(updateProfile, async ({ caller, body, writeAccount }) => ({
      code: 'ok' as const,
      data: await writeAccount(async (tx) => {
        const { userId } = caller
        const isAnother = await saveName(tx, userId, body.name, clock.now())
        const data = await accountOf(tx, userId)
        if (isAnother) await tellColleagues(tx, { userId, at: clock.now() })
        return data
      }),
    })),

    route(sessions, async ({ caller }) => {
      const kept = await database.systemStatement((queries) => listSessionsOf(queries, caller.userId))
      const alive = kept.filter((session) => isAlive(session, config.sessionIdleMinutes, clock.now()))
      const data = alive.map(({ id, userAgent, startedAt, lastUsedAt }) => ({
        _id: id,
        current: id === caller.sessionId,
        device: deviceOf(userAgent),
        startedAt: startedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }))
      return { code: 'ok' as const, data }
    }),

    route(revokeSession, async ({ caller, body, writeAccount }) => {
      await writeAccount((tx) => endOwnSession(tx, { userId: caller.userId, sessionId: body.sessionId }, parts))
      return { code: 'ok' as const, data: {} }
    }),
  ]
}
