/** The queues of faxes: those that are due, and those whose pages the service is still to delete. */
import { sql } from 'kysely'
import { type Counted, countOfDay } from '../../db/day-counts.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { wake } from '../../db/wakes.ts'
import { createQueue } from '../../workers/queue.ts'

/** A fax that was due when the worker leased it. Its state is read again under the row's lock. */
export interface DueFax {
  readonly organizationId: string
  readonly faxId: string
}

const TOPIC = 'faxes'

export const dueFaxes = createQueue<DueFax>({
  table: 'faxes',
  topic: TOPIC,
  key: { organizationId: 'organization_id', faxId: 'id' },
  open: sql`due_at is not null`,
})

/**
 * In system scope: the service says that something happened to this attempt, so the fax is due now. A fax that is not at
 * the service, and an older attempt, are not changed.
 */
export async function noteHint(
  queries: Queries,
  { faxId, attempt }: { readonly faxId: string; readonly attempt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('faxes')
    .set({ hinted_at: sql`now()`, due_at: sql`now()` })
    .where('id', '=', faxId)
    .where('attempt', '=', attempt)
    .where('status', 'in', ['sending', 'unconfirmed'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  wake(queries, TOPIC)
  return true
}

export interface Leftover {
  readonly organizationId: string
  readonly sinchId: string
  readonly attempts: number
  readonly queuedAt: Date
}

export const leftovers = createQueue<Leftover>({
  table: 'fax_leftovers',
  topic: 'fax_leftovers',
  key: { organizationId: 'organization_id', sinchId: 'sinch_id' },
  fields: { attempts: 'attempts', queuedAt: 'queued_at' },
  attempts: 'attempts',
})

/** Queues the deletion of the pages that the service keeps of an ended fax. */
export function addLeftover(tx: Tx, organizationId: string, sinchId: string): void {
  sendUnawaited(
    tx,
    tx
      .insertInto('fax_leftovers')
      .values({ organization_id: organizationId, sinch_id: sinchId })
      .onConflict((conflict) => conflict.doNothing()),
  )
  leftovers.wake(tx)
}

/** In system scope. */
export async function forgetLeftover(queries: Queries, { organizationId, sinchId }: Leftover): Promise<void> {
  await queries
    .deleteFrom('fax_leftovers')
    .where('organization_id', '=', organizationId)
    .where('sinch_id', '=', sinchId)
    .execute()
}

/** Counts one more fax of the organization's day; false if the daily limit is reached. */
export function countFax(tx: Tx, counted: Counted): Promise<boolean> {
  return countOfDay(tx, 'fax_days', counted)
}
