/** The pictures of doctors. A row never changes, so an address never answers another picture. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import type { Portrait } from '../../files/portrait.ts'

interface PictureKey {
  readonly organizationId: string
  readonly id: string
}

/** Sent without waiting: a failure fails the transaction. */
export function addPicture(
  tx: Tx,
  { organizationId, id }: PictureKey,
  { doctorId, at, large, small }: Portrait & { readonly doctorId: string; readonly at: Date },
): void {
  const row = { organization_id: organizationId, id, doctor_id: doctorId, large, small, made_at: at }
  sendUnawaited(tx, tx.insertInto('doctor_pictures').values(row))
}

export async function findPicture(
  tx: Tx,
  { organizationId, id }: PictureKey,
  size: 'small' | 'large',
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('doctor_pictures')
    .select(`${size} as bytes`)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes
}

/** System scope: the large picture, if one of these organizations has it. */
export async function findPictureAmong(
  queries: Queries,
  id: string,
  organizations: readonly string[],
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ large: Buffer }>`
    select large from doctor_pictures
    where id = ${id} and organization_id = any(${[...organizations]}::text[])`.execute(queries)
  return rows[0]?.large
}

/** System scope: deletes pictures made before an instant that no doctor has, and that no kept step could bring back. */
export async function deleteReplaced(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from doctor_pictures as old
    where made_at < ${before}
      and not exists (
        select from doctors where doctors.organization_id = old.organization_id and doctors.picture_id = old.id)
      and not exists (
        select from doctor_undo as steps
        where steps.organization_id = old.organization_id and steps.step ->> 'before' = old.id)`.execute(tx)
}
