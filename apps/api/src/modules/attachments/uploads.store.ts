/**
 * Stored bytes that belong to no message or other row. The row is written before the bytes, so that the sweep can always find
 * them.
 */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

export async function announceUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx
    .insertInto('uploads')
    .values(ids.map((id) => ({ organization_id: organizationId, id })))
    .execute()
}

/** Call it in the message's transaction; false if the sweep was faster and the bytes may be deleted. */
export async function claimUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const claimed = await tx
    .deleteFrom('uploads')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('swept_at', 'is', null)
    .returning('id')
    .execute()
  return claimed.length === ids.length
}

/**
 * Marks uploads that nobody may claim any more, and returns them. Uploads that a message claimed already are not among
 * them.
 */
export async function giveUpUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('uploads')
    // Far in the past, so that the sweep need not wait if this process fails to delete them.
    .set({ swept_at: sql<Date>`to_timestamp(0)` })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes rows whose bytes are deleted. */
export async function forgetUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('uploads').where('organization_id', '=', organizationId).where('id', 'in', ids).execute()
}

/**
 * Call it in the transaction that deletes the row of a file, without waiting: the next sweep deletes the bytes, which nobody
 * may claim.
 */
export function releaseBytes(tx: Tx, organizationId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  const longAgo = new Date(0)
  const rows = ids.map((id) => ({ organization_id: organizationId, id, created_at: longAgo, swept_at: longAgo }))
  sendUnawaited(tx, tx.insertInto('uploads').values(rows))
}

export interface LeftUpload {
  readonly organizationId: string
  readonly id: string
}

/**
 * System scope: marks uploads older than the age that nobody claimed, so that nobody can claim them any more, and those
 * that an earlier sweep marked and did not finish.
 */
export async function markLeftUploads(tx: Tx, { ageS, limit }: { ageS: number; limit: number }): Promise<LeftUpload[]> {
  const { rows } = await sql<LeftUpload>`
    update uploads set swept_at = now()
    from (
      select organization_id, id from uploads
      where created_at < now() - make_interval(secs => ${ageS})
        and (swept_at is null or swept_at < now() - interval '5 minutes')
      order by created_at
      limit ${limit}
      for update
    ) as left_over
    where uploads.organization_id = left_over.organization_id and uploads.id = left_over.id
    returning uploads.organization_id as "organizationId", uploads.id`.execute(tx)
  return rows
}
