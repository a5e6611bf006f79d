/** Bytes that are stored and that no message has yet: known before they are stored, so that none is ever lost sight of. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

export async function announceUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx
    .insertInto('uploads')
    .values(ids.map((id) => ({ organization_id: organizationId, id })))
    .execute()
}

/** With the message that takes them; false where the sweeper was quicker and their bytes may be gone. */
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
 * Nobody takes these any more; gives those of which that is true. What a message has already, though nobody could say so, is
 * none of them.
 */
export async function giveUpUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('uploads')
    // Long ago, so that the sweeper need not wait where this one fails.
    .set({ swept_at: sql<Date>`to_timestamp(0)` })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Their bytes are gone. */
export async function forgetUploads(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('uploads').where('organization_id', '=', organizationId).where('id', 'in', ids).execute()
}

export interface LeftUpload {
  readonly organizationId: string
  readonly id: string
}

/**
 * Above organizations: what nobody took within the age. From here on nobody can; what an earlier sweep marked and did not
 * finish is among them.
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
