import type { Database } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashPassword, isPassword } from './password.ts'
import { findCredentials } from './users.store.ts'

export interface Known {
  readonly userId: string
  /** What the password was held against: whether it still counts is looked at once more when somebody is let in. */
  readonly passwordHash: string
}

/** Whose e-mail and password they are. The refusal is the same for an unknown user, and as late: it costs a hash too. */
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
