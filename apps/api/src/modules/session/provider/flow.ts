/**
 * Sign-ins that are under way at the provider. The store keeps the values that the provider must bring back under the
 * digest of their `state`; a cookie binds them to the browser that began the sign-in [T14]. One cookie serves several
 * tabs, because all of them go to the provider when a session ends.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Database } from '../../../db/database.ts'
import { networkOf } from '../../../http/client-network.rules.ts'
import type { Clock } from '../../../services.ts'
import { cookieOf } from '../cookies.rules.ts'
import { countTry } from '../login-tries.store.ts'
import { SignInFailure } from './failure.rules.ts'
import { addSignIn, deleteOverSignIns, takeSignIn } from './provider.store.ts'
import type { Expected } from './relying-party.ts'

interface FlowServices {
  readonly config: { readonly publicUrl: string }
  readonly database: Database
  readonly clock: Clock
}

interface Flow {
  /** Sets the browser's cookie and returns the values that the provider must bring back. */
  begin(req: Request, res: Response, returnTo: string): Promise<Expected>
  /** Takes the sign-in that this browser began with this state; undefined if there is none or it was taken before. */
  take(req: Request, state: string): Promise<(Expected & { readonly returnTo: string }) | undefined>
}

const COOKIE = 'sign_in'
const LIFE_MS = 10 * 60_000
/**
 * Each begun sign-in writes a row before anybody is identified. A clinic's staff share an address and sign in several
 * times a day.
 */
const BEGINNINGS_MAX = 1000
const WINDOW_MS = 15 * 60_000

export function createFlow({ config, database, clock }: FlowServices): Flow {
  const attributes = {
    httpOnly: true,
    // The browser must send the cookie when the provider redirects back.
    sameSite: 'lax',
    path: '/api/auth',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: LIFE_MS,
  } as const

  return {
    async begin(req, res, returnTo) {
      const expected = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const browser = browserOf(req) ?? randomBytes(32).toString('base64url')
      const now = clock.now()
      await database.system(async (tx) => {
        const { tries } = await countTry(tx, digest(`provider:${networkOf(req.ip ?? '')}`), now, WINDOW_MS)
        if (tries > BEGINNINGS_MAX) throw new SignInFailure('limited', 'limited')
        await deleteOverSignIns(tx, now)
        await addSignIn(tx, {
          state: digest(expected.state),
          browser: digest(browser),
          nonce: expected.nonce,
          verifier: expected.verifier,
          return_to: returnTo,
          expires_at: new Date(now.getTime() + LIFE_MS),
        })
      })
      res.cookie(COOKIE, browser, attributes)
      return expected
    },

    async take(req, state) {
      const browser = browserOf(req)
      if (browser === undefined) return undefined
      const sought = { state: digest(state), browser: digest(browser), now: clock.now() }
      const taken = await database.system((tx) => takeSignIn(tx, sought))
      return taken && { state, nonce: taken.nonce, verifier: taken.verifier, returnTo: taken.return_to }
    },
  }
}

/** Only values of the length that Foyer makes. */
function browserOf(req: Request): string | undefined {
  return cookieOf(req, COOKIE, /^[\w-]{43}$/)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
