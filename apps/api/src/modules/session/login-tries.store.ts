import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { identityTables } from './identity.tables.ts'

export interface Tries {
  readonly tries: number
  /** The end of the window. */
  readonly until: Date
}

/** Counts one more try, or starts a new window if the last one is over. */
export async function countTry(tx: Tx, key: string, now: Date, windowMs: number): Promise<Tries> {
  const until = new Date(now.getTime() + windowMs)
  return identityTables(tx)
    .insertInto('login_tries')
    .values({ key, tries: 1, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql`case when login_tries.until <= ${now} then 1 else login_tries.tries + 1 end`,
        until: sql`case when login_tries.until <= ${now} then excluded.until else login_tries.until end`,
      }),
    )
    .returning(['tries', 'until'])
    .executeTakeFirstOrThrow()
}

export async function forgetTries(tx: Tx, key: string): Promise<void> {
  await identityTables(tx).deleteFrom('login_tries').where('key', '=', key).execute()
}

export async function takeBackTries(tx: Tx, key: string, tries: number): Promise<void> {
  await identityTables(tx)
    .updateTable('login_tries')
    .set({ tries: sql`greatest(tries - ${tries}::integer, 0)` })
    .where('key', '=', key)
    .execute()
}

export async function deleteOverTries(tx: Tx, now: Date): Promise<void> {
  await identityTables(tx).deleteFrom('login_tries').where('until', '<', now).execute()
}
