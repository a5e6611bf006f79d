/**
 * Limits requests for a new password: per address, with a refusal, and per account, silently, so that the answer does
 * not reveal the account.
 */
import type { Tx } from '../../../db/tx.ts'
import { networkOf } from '../../../http/client-network.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import { digestOfTried } from '../login-limit.ts'
import { countTry } from '../login-tries.store.ts'

const ADDRESS_WINDOW_MS = 15 * 60_000
const ACCOUNT_WINDOW_MS = 60 * 60_000
/** Keeps an attacker from filling an account's mailbox. */
const PER_ACCOUNT = 3
/** One IP network may make `PER_ADDRESS` times `loginRateLimit` requests, because a clinic's staff share one IP address. */
const PER_ADDRESS = 2

export function createAskLimit({ loginRateLimit }: { readonly loginRateLimit: number }) {
  return {
    /** Commit before throwing the returned refusal. `ignored` gets the same answer as `taken`, and no mail. */
    async count(
      tx: Tx,
      { email, address }: { readonly email: string; readonly address: string },
      now: Date,
    ): Promise<'taken' | 'ignored' | Refusal> {
      const byAddress = await countTry(tx, digestOfTried(`ask by:${networkOf(address)}`), now, ADDRESS_WINDOW_MS)
      if (byAddress.tries > loginRateLimit * PER_ADDRESS) {
        const retryAfterS = Math.max(1, Math.ceil((byAddress.until.getTime() - now.getTime()) / 1000))
        return new Refusal('rate_limited', 'Too many links were asked for. Wait a while and try again.', {
          retryAfterS,
        })
      }
      const ofAccount = await countTry(tx, digestOfTried(`ask for:${email}`), now, ACCOUNT_WINDOW_MS)
      return ofAccount.tries > PER_ACCOUNT ? 'ignored' : 'taken'
    },
  }
}
