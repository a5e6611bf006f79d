import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'

/**
 * Runs work that may return a refusal instead of throwing it. A returned refusal commits what the work wrote, such as a
 * counted try.
 */
export async function decide<T>(
  { database }: { readonly database: Database },
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T> {
  const outcome = await database.system(work)
  if (outcome instanceof Refusal) throw outcome
  return outcome
}
