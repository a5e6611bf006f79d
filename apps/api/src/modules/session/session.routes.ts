import { recentRevocations } from '@foyer/contracts/feed.ts'
import { accessToken, keys, profile, servicesToken, validateLogin } from '@foyer/contracts/session/calls.ts'
import { type Route, route } from '../../http/route.ts'
import { noSession } from './access-tokens.ts'
import { accountRoutes } from './account/account.routes.ts'
import { createOwnAccount } from './account/own-account.ts'
import { cookieAttributes, cookieMaxAgeMs, cookieNames } from './cookies.rules.ts'
import type { SessionServices } from './identity.ts'
import { acceptRoutes } from './invitations/accept.routes.ts'
import { invitationRoutes } from './invitations/invitations.routes.ts'
import { sessionLifeRoutes } from './life/session-life.routes.ts'
import { createLoginLimit } from './login-limit.ts'
import { memberRoutes } from './members/members.routes.ts'
import { passwordRoutes } from './password/password.routes.ts'
import { providerRoutes } from './provider/provider.routes.ts'
import { listRevocationsSince } from './revocations.store.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { createSecondFactors } from './second-factor/second-factor.ts'
import { secondStepRoutes } from './second-factor/second-step.routes.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { findUser } from './users.store.ts'

export function sessionRoutes(parts: SessionServices): Route[] {
  const { config, database, clock, identity } = parts

  const userOf = async (userId: string) => {
    const user = await database.systemStatement((queries) => findUser(queries, userId))
    if (user === undefined) throw noSession()
    return user
  }
  const tokenCookie = (name: 'accessToken' | 'servicesToken') => ({
    ...cookieAttributes(name, config.publicUrl),
    maxAge: cookieMaxAgeMs(name),
  })

  const limit = createLoginLimit(parts)
  const secondFactors = createSecondFactors(parts)
  const own = createOwnAccount(parts, { limit })

  return [
    ...signInRoutes(parts, { limit, secondFactors }),
    ...secondStepRoutes(parts, { limit, secondFactors }),
    ...accountRoutes(parts),
    ...secondFactorRoutes(parts, { own, secondFactors }),
    ...passwordRoutes(parts, { own, limit, secondFactors }),
    ...memberRoutes(parts),
    ...invitationRoutes(parts),
    ...acceptRoutes(parts),
    ...providerRoutes(parts),
    ...sessionLifeRoutes(parts),

    route(profile, ({ caller }) => userOf(caller.userId)),

    // [OPEN-093]
    route(accessToken, async ({ caller, res }) => {
      const token = await identity.accessToken(caller)
      res.cookie(cookieNames.accessToken, token, tokenCookie('accessToken'))
      return { accessToken: token }
    }),

    route(servicesToken, async ({ caller, res }) => {
      const token = await identity.accessToken(caller)
      res.cookie(cookieNames.servicesToken, token, tokenCookie('servicesToken'))
      return { token }
    }),

    route(keys, async () => ({ keys: (await identity.keys()).keys.map((key) => ({ ...key })) })),

    route(validateLogin, async ({ caller }) => {
      const user = await userOf(caller.userId)
      return { code: 'ok' as const, data: { user, organizations: user.organizations } }
    }),

    route(recentRevocations, async () => {
      // The API accepts a token up to a minute after its end, and so may a relay.
      const since = new Date(clock.now().getTime() - (config.accessTokenTtlS + 60) * 1000)
      return { revocations: await database.systemStatement((queries) => listRevocationsSince(queries, since)) }
    }),
  ]
}
