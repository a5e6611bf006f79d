import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'

/**
 * Signs a session's cookie in the form that `getSession` reads. It is called in-process and has no path, like all of
 * better-auth.
 */
export const sessionCookie = {
  id: 'session-cookie',
  endpoints: {
    signSessionCookie: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ token: z.string() }) },
      async (ctx) => {
        const { secret, authCookies, sessionConfig } = ctx.context
        const { name, attributes } = authCookies.sessionToken
        await ctx.setSignedCookie(name, ctx.body.token, secret, { ...attributes, maxAge: sessionConfig.expiresIn })
      },
    ),
  },
} satisfies BetterAuthPlugin
