/** Changes that signed-in users make to their own account after confirming their password. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import type { Tx } from '../../../db/tx.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Context } from '../../../http/route.ts'
import { noSession } from '../access-tokens.ts'
import type { SessionServices } from '../identity.ts'
import type { LoginLimit, LoginTry } from '../login-limit.ts'
import { assertGoodChoice } from '../password/password-choice.rules.ts'
import { isPassword } from '../password.ts'
import { assertPasswordsTaken } from '../provider/passwords-taken.ts'
import { readHolder } from '../sessions.store.ts'
import { findOwnLogin, lockUser } from '../users.store.ts'

interface Confirmation {
  readonly caller: Caller
  readonly req: Request
  /** Null if the call needs no password. */
  readonly password: string | null
  /** The new password. It is checked before the current one, so a weak choice does not count as a wrong try. */
  readonly newPassword?: string
  readonly writeAccount: Context<AnyCall>['writeAccount']
}

/** A user who just confirmed their password, or whose call needs none. */
export interface ConfirmedUser {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly login: LoginTry
  /** The hash that the password was checked against; undefined if the call needs no password. */
  readonly passwordHash: string | null | undefined
  readonly writeAccount: Context<AnyCall>['writeAccount']
}

export interface OwnAccount {
  /** Throws `wrong_password`. Counts a sign-in try; it stays counted as a wrong one unless `change` succeeds. */
  confirm(confirmation: Confirmation): Promise<ConfirmedUser>
  /**
   * `work` runs with the user's row locked, in the transaction that writes the audit row. A refusal that `work` returns
   * (and doesn't throw) keeps what it wrote. `read` reads under the lock, in the lock's wait, what `work` needs: it must send
   * its statements at once.
   */
  change<T, Read = undefined>(
    user: ConfirmedUser,
    work: (tx: Tx, read: Read) => Promise<T | Refusal>,
    read?: (tx: Tx) => Promise<Read>,
  ): Promise<T>
}

export function createOwnAccount(parts: SessionServices, { limit }: { readonly limit: LoginLimit }): OwnAccount {
  return {
    async confirm({ caller: { userId, sessionId }, req, password, newPassword, writeAccount }) {
      if (password !== null) assertPasswordsTaken(parts.config)
      const own = await parts.database.systemStatement((queries) => findOwnLogin(queries, userId))
      if (own === undefined) throw noSession()
      const { email, passwordHash } = own
      if (newPassword !== undefined) assertGoodChoice(newPassword, email)
      const login = { email, address: req.ip ?? '' }
      await limit.count(login)
      if (password === null) return { userId, sessionId, email, login, writeAccount, passwordHash: undefined }
      await assertPassword(password, passwordHash)
      return { userId, sessionId, email, login, writeAccount, passwordHash }
    },

    async change<T, Read>(
      { userId, sessionId, login, passwordHash, writeAccount }: ConfirmedUser,
      work: (tx: Tx, read: Read) => Promise<T | Refusal>,
      read?: (tx: Tx) => Promise<Read>,
    ) {
      return writeAccount(async (tx) => {
        // The session, the account and the password may have changed since they were read. The session is read after the
        // lock, because the store executes the statements in this order.
        const [user, holder, its] = await Promise.all([
          lockUser(tx, userId),
          readHolder(tx, { userId, sessionId }),
          read?.(tx),
        ])
        if (user === undefined || user.disabled || holder?.session === undefined) throw noSession()
        if (passwordHash !== undefined && user.passwordHash !== passwordHash) throw wrongPassword()
        const result = await work(tx, its as Read)
        if (!(result instanceof Refusal)) limit.takeBack(tx, login)
        return result
      })
    },
  }
}

async function assertPassword(password: string, hash: string | null): Promise<void> {
  if (hash === null)
    throw new Refusal('wrong_password', 'This account has no password: it signs in by the identity provider.')
  if (!(await isPassword({ hash, password }))) throw wrongPassword()
}

function wrongPassword(): Refusal {
  return new Refusal('wrong_password', 'The password is wrong.')
}
