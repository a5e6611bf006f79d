import { PASSWORD_MAX } from '@foyer/contracts/session/limits.rules.ts'
import type { Tx } from '../../db/tx.ts'
import type { Clock } from '../../services.ts'
import { hashPassword } from './password.ts'
import { addAccount } from './users.store.ts'

export interface LocalAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/**
 * Creates a user with a password, the only way to make one, because there is no sign-up. `tx` is a transaction of
 * `database.system`. Hashing takes about 20 ms: call this before `tx` holds locks that others wait for.
 */
export async function createLocalAccount(
  tx: Tx,
  { id, email, name, password }: LocalAccount,
  parts: { readonly clock: Clock; newId(): string },
): Promise<void> {
  if (password.length > PASSWORD_MAX) throw new Error(`A password has at most ${PASSWORD_MAX} characters.`)
  const passwordHash = await hashPassword(password)
  await addAccount(tx, {
    id,
    accountId: parts.newId(),
    email: email.toLowerCase(),
    name,
    passwordHash,
    at: parts.clock.now(),
  })
}
