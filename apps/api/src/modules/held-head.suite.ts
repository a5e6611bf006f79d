/** Test setup: writers of o1 that are stopped before their commit, so that others meet their locks. */
import { sql } from 'kysely'
import { until } from '../../../../tests/support/until.ts'
import type { Clinic } from './clinic.suite.ts'

type Held = Pick<Clinic, 'parts' | 'store'>

/** Holds the head of o1's log until the returned function is called, so that every writer stops before its commit. */
export async function holdHead({ parts }: Held): Promise<() => Promise<void>> {
  const holding = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const held = parts.database.write('o1', async (tx) => {
    await sql`select 1 from organization_heads where organization_id = 'o1' for update`.execute(tx)
    holding.resolve()
    await release.promise
  })
  await Promise.race([holding.promise, held])
  return async () => {
    release.resolve()
    await held
  }
}

/** Resolves when so many transactions wait for a lock. */
export function untilWaiting(held: Held, count: number): Promise<true> {
  return until(async () => (await countLockWaits(held)) === count || undefined)
}

export async function countLockWaits({ store }: Pick<Held, 'store'>): Promise<number> {
  const waiting = await store.query(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length
}
