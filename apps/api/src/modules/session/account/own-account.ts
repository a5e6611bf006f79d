/** What somebody who is signed in changes of their own account, once they have shown that it is them. */
import type { Request } from 'express'
import type { Tx } from '../../../db/database.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Caller } from '../../../http/route.ts'
import { noSession } from '../access-tokens.ts'
import type { SessionParts } from '../identity.ts'
import { decide } from '../kept-refusal.ts'
import type { LoginLimit } from '../login-limit.ts'
import { isPassword } from '../password.ts'
import { findOwnLogin, type LockedUser, lockUser } from '../users.store.ts'

interface Asked {
  readonly caller: Caller
  readonly req: Request
  /** Null where none is asked for. */
  readonly password: string | null
}

export interface OwnAccount {
  /**
   * Counted like a try to sign in, and as one that was wrong if the work refuses. The work runs with the user's row held; a refusal
   * that it gives, and doesn't throw, keeps what was written.
   */
  change<T>(asked: Asked, work: (tx: Tx, user: LockedUser) => Promise<T | Refusal>): Promise<T>
}

export function createOwnAccount(parts: SessionParts, { limit }: { readonly limit: LoginLimit }): OwnAccount {
  return {
    async change({ caller, req, password }, work) {
      const { userId } = caller
      const own = await parts.database.systemStatement((queries) => findOwnLogin(queries, userId))
      if (own === undefined) throw noSession()
      const login = { email: own.email, address: req.ip ?? '' }
      await limit.count(login)
      if (password !== null) await assertPassword(password, own.passwordHash)
      const result = await decide(parts, async (tx) => {
        const user = await lockUser(tx, userId)
        if (user === undefined || user.disabled) throw noSession()
        // It may have been changed in between.
        if (password !== null && user.passwordHash !== own.passwordHash) throw wrongPassword()
        return work(tx, user)
      })
      await limit.takeBack(login)
      return result
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
