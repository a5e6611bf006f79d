import type { Database } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashPassword, isPassword } from './password.ts'
import { findCredentials } from './users.store.ts'

export interface Known {
  readonly userId: string
  /** The hash that the password was checked against. It is compared again before the session begins. */
  readonly passwordHash: string
}

/**
 * Checks e-mail and password. For an unknown user the refusal is the same and takes as long, because a password is
 * hashed anyway.
 */
export async function checkCredentials(
  { database }: { readonly database: Database },
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Known> {
  const found = await database.systemStatement((queries) => findCredentials(queries, email))
  if (found === undefined) await hashPassword(password)
  else if (await isPassword({ hash: found.passwordHash, password })) return found
  throw wrongCredentials()
}

export function wrongCredentials(): Refusal {
  return new Refusal('wrong_credentials', 'The e-mail or the password is wrong.')
}
