/** What somebody who is signed in changes of their own account, once they have shown that it is them. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import type { Tx } from '../../../db/tx.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Context } from '../../../http/route.ts'
import { noSession } from '../access-tokens.ts'
import type { SessionParts } from '../identity.ts'
import type { LoginLimit, LoginTry } from '../login-limit.ts'
import { assertGoodChoice } from '../password/password-choice.rules.ts'
import { isPassword } from '../password.ts'
import { assertPasswordsTaken } from '../provider/passwords-taken.ts'
import { readHolder } from '../sessions.store.ts'
import { findOwnLogin, lockUser } from '../users.store.ts'

interface Asked {
  readonly caller: Caller
  readonly req: Request
  /** Null where none is asked for. */
  readonly password: string | null
  /** What is to be in place of it. It is judged first: a poor choice is no wrong try. */
  readonly newPassword?: string
  readonly writeAccount: Context<AnyCall>['writeAccount']
}

/** Who gave their password just now, or had none to give. */
interface Shown {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly login: LoginTry
  /** What the password was held against; undefined where none was asked for. */
  readonly passwordHash: string | null | undefined
  readonly writeAccount: Context<AnyCall>['writeAccount']
}

export interface OwnAccount {
  /** The refusal `wrong_password`. Counted like a try to sign in, and as a wrong one unless `change` has done its work. */
  show(asked: Asked): Promise<Shown>
  /** The work has the user's row to itself, and its audit row with it. A refusal that it gives, and doesn't throw, keeps what was written. */
  change<T>(shown: Shown, work: (tx: Tx) => Promise<T | Refusal>): Promise<T>
}

export function createOwnAccount(parts: SessionParts, { limit }: { readonly limit: LoginLimit }): OwnAccount {
  return {
    async show({ caller: { userId, sessionId }, req, password, newPassword, writeAccount }) {
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

    async change({ userId, sessionId, login, passwordHash, writeAccount }, work) {
      const result = await writeAccount(async (tx) => {
        const user = await lockUser(tx, userId)
        // All of it may have changed in between.
        const holder = await readHolder(tx, { userId, sessionId })
        if (user === undefined || user.disabled || holder?.session === undefined) throw noSession()
        if (passwordHash !== undefined && user.passwordHash !== passwordHash) throw wrongPassword()
        return work(tx)
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
