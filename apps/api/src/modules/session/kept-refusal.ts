import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'

/** Work that may give a refusal instead of throwing it: what it has written by then, such as one more try, stays. */
export async function decide<T>(
  { database }: { readonly database: Database },
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T> {
  const outcome = await database.system(work)
  if (outcome instanceof Refusal) throw outcome
  return outcome
}
