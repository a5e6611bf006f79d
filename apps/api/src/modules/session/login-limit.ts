/**
 * Against guessing: a limit of wrong tries an account, and wider ones an address and altogether, for guesses spread over
 * many accounts. A try is counted before its password is looked at, so a hundred at once don't slip through together, and
 * taken back when the password was right. In Postgres: it holds for every process and over restarts, and without the
 * store nobody signs in anyway.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { networkOf } from '../../http/client-network.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Clock } from '../../parts.ts'
import { countTry, deleteOverTries, forgetTries, takeBackTries } from './login-tries.store.ts'

const WINDOW_MS = 15 * 60_000
/** A clinic's staff share an address; a guesser has far more accounts to try than a clinic has staff. */
const PER_ADDRESS = 10
const ALTOGETHER = 1000

export interface LoginTry {
  readonly email: string
  readonly address: string
}

export interface LoginLimit {
  /** Counts a try; the refusal `rate_limited` when there were too many. */
  count(login: LoginTry): Promise<void>
  /** It was them, and they are in: the account starts afresh. `tries` of this sign-in were counted. */
  forgive(login: LoginTry, tries?: number): Promise<void>
  /**
   * This one try was right, by somebody who is in already. The others stay: else whoever has the password could have the wrong codes
   * forgiven that they tried between.
   */
  takeBack(login: LoginTry): Promise<void>
  /** The account starts afresh, though nobody is in: its password is another one. */
  forget(email: string): Promise<void>
}

interface LimitParts {
  readonly config: { readonly loginRateLimit: number }
  readonly database: Database
  readonly clock: Clock
}

export function createLoginLimit({ config: { loginRateLimit }, database, clock }: LimitParts): LoginLimit {
  return {
    async count(login) {
      const now = clock.now()
      const { account, address, all } = keysOf(login)
      // Always in this order, so that no two transactions wait for each other; and a limit that is reached ends the
      // counting: a barred address can't lock other people's accounts, nor one account the whole house.
      const limits = [
        [address, loginRateLimit * PER_ADDRESS],
        [account, loginRateLimit],
        [all, loginRateLimit * ALTOGETHER],
      ] as const
      const barredUntil = await database.system(async (tx) => {
        for (const [key, limit] of limits) {
          const { tries, until } = await countTry(tx, key, now, WINDOW_MS)
          if (tries > limit) return until
        }
        return undefined
      })
      if (barredUntil === undefined) return
      const retryAfterS = Math.max(1, Math.ceil((barredUntil.getTime() - now.getTime()) / 1000))
      throw new Refusal('rate_limited', 'Too many tries to sign in. Wait a while and try again.', { retryAfterS })
    },
    forgive: (login, tries = 1) =>
      database.system(async (tx) => {
        const { account, address, all } = keysOf(login)
        await takeBackTries(tx, address, tries)
        await forgetTries(tx, account)
        await takeBackTries(tx, all, tries)
        await deleteOverTries(tx, clock.now())
      }),
    forget: (email) => database.system((tx) => forgetTries(tx, keysOf({ email, address: '' }).account)),
    takeBack: (login) =>
      database.system(async (tx) => {
        const { account, address, all } = keysOf(login)
        for (const key of [address, account, all]) await takeBackTries(tx, key, 1)
      }),
  }
}

function keysOf({ email, address }: LoginTry) {
  return {
    account: digestOfTried(`account:${email}`),
    address: digestOfTried(`address:${networkOf(address)}`),
    all: 'all',
  }
}

/** People type passwords into the field for the e-mail. */
export function digestOfTried(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
