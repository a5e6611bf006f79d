/**
 * Limits wrong sign-in tries per account, with wider limits per address and overall for guesses spread over many
 * accounts. A try is counted before the password is checked, so a hundred parallel tries cannot slip through, and
 * uncounted when the password is right. The counts are in Postgres: they hold for every process and across restarts,
 * and without the store nobody can sign in anyway.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { networkOf } from '../../http/client-network.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Clock } from '../../services.ts'
import { countTries, deletingOverTries, forgettingTries, takingBackTries } from './login-tries.store.ts'

const WINDOW_MS = 15 * 60_000
/** A clinic's staff share one address; an attacker tries far more accounts than a clinic has staff. */
const PER_ADDRESS = 10
const ALTOGETHER = 1000

export interface LoginTry {
  readonly email: string
  readonly address: string
}

export interface LoginLimit {
  /** Counts a try; throws `rate_limited` when there were too many. */
  count(login: LoginTry): Promise<void>
  /**
   * Clears the account's count in the transaction that completes its sign-in, and takes back its `tries` from the other
   * counts. It must be the last step, because every sign-in locks one of these counts.
   */
  forgive(tx: Tx, login: LoginTry, tries?: number): void
  /**
   * Takes back one try of a user who is already signed in, in the transaction that the try was for. The account's other tries stay counted: otherwise somebody
   * who has the password could clear the wrong codes that they tried in between.
   */
  takeBack(tx: Tx, login: LoginTry): void
  /** Clears the account's count without a sign-in, because the password was replaced. */
  forget(email: string): Promise<void>
}

interface LimitServices {
  readonly config: { readonly loginRateLimit: number }
  readonly database: Database
  readonly clock: Clock
}

export function createLoginLimit({ config: { loginRateLimit }, database, clock }: LimitServices): LoginLimit {
  return {
    async count(login) {
      const now = clock.now()
      const { account, address, all } = keysOf(login)
      // The order is fixed, so that no two transactions deadlock. Counting ends at the first exceeded limit: a barred
      // address cannot lock other accounts, and one account cannot lock the whole system.
      const limits = [
        { key: address, limit: loginRateLimit * PER_ADDRESS },
        { key: account, limit: loginRateLimit },
        { key: all, limit: loginRateLimit * ALTOGETHER },
      ] as const
      const barredUntil = await database.systemStatement((queries) =>
        countTries(queries, limits, { now, windowMs: WINDOW_MS }),
      )
      if (barredUntil === undefined) return
      const retryAfterS = Math.max(1, Math.ceil((barredUntil.getTime() - now.getTime()) / 1000))
      throw new Refusal('rate_limited', 'Too many tries to sign in. Wait a while and try again.', { retryAfterS })
    },
    forgive(tx, login, tries = 1) {
      const { account, address, all } = keysOf(login)
      sendUnawaited(tx, takingBackTries(tx, address, tries))
      sendUnawaited(tx, forgettingTries(tx, account))
      sendUnawaited(tx, takingBackTries(tx, all, tries))
      sendUnawaited(tx, deletingOverTries(tx, clock.now()))
    },
    forget: async (email) => {
      const { account } = keysOf({ email, address: '' })
      await database.systemStatement((queries) => forgettingTries(queries, account).execute())
    },
    takeBack(tx, login) {
      const { account, address, all } = keysOf(login)
      for (const key of [address, account, all]) sendUnawaited(tx, takingBackTries(tx, key, 1))
    },
  }
}

function keysOf({ email, address }: LoginTry) {
  return {
    account: digestOfTried(`account:${email}`),
    address: digestOfTried(`address:${networkOf(address)}`),
    all: 'all',
  }
}

/** Stored as digests, because people type passwords into the e-mail field. */
export function digestOfTried(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
