/** Where each relay stands in each organization's log. Leases and waits are by the store's clock, which all APIs share. */
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

export interface Address {
  readonly url: string
  readonly organizationId: string
}

export interface Cursor {
  readonly seq: number
  readonly epoch: string | null
  readonly failures: number
}

const LEASE = sql<Date>`now() + interval '10 seconds'`

/** A relay that is new here is told the newest batch; what lies before that it fetches itself when somebody asks. */
export async function addCursors(tx: Tx, urls: readonly string[], newest: number): Promise<void> {
  await sql`
    insert into relay_cursors (url, organization_id, seq, epoch)
    select url, organization_id, greatest(seq - ${newest}, 0), epoch
    from organization_heads as head cross join unnest(${urls}::text[]) as url
    where not exists (
      select from relay_cursors as cursor
      where cursor.url = url.url and cursor.organization_id = head.organization_id)
    on conflict do nothing`.execute(tx)
}

/** The cursors with something to deliver, that nobody is at and whose wait is over. */
export async function listDue(tx: Tx, urls: readonly string[]): Promise<Address[]> {
  const rows = await tx
    .selectFrom('relay_cursors as cursor')
    .innerJoin('organization_heads as head', 'head.organization_id', 'cursor.organization_id')
    .select(['cursor.url', 'cursor.organization_id as organizationId'])
    .where('cursor.url', 'in', urls)
    .where((eb) =>
      eb.or([eb('cursor.seq', '<', eb.ref('head.seq')), eb('cursor.epoch', 'is distinct from', eb.ref('head.epoch'))]),
    )
    .where('cursor.next_attempt_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('cursor.leased_until', 'is', null), eb('cursor.leased_until', '<', sql<Date>`now()`)]))
    .execute()
  return rows
}

export async function leaseCursor(
  tx: Tx,
  { url, organizationId }: Address,
  owner: string,
): Promise<Cursor | undefined> {
  return tx
    .updateTable('relay_cursors')
    .set({ leased_by: owner, leased_until: LEASE })
    .where('url', '=', url)
    .where('organization_id', '=', organizationId)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where((eb) =>
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`), eb('leased_by', '=', owner)]),
    )
    .returning(['seq', 'epoch', 'failures'])
    .executeTakeFirst()
}

/** False where the lease was lost meanwhile: then somebody else goes on from the old place, and this owner stops. */
export async function moveCursor(
  tx: Tx,
  { url, organizationId }: Address,
  { owner, seq, epoch }: { owner: string; seq: number; epoch: string },
): Promise<boolean> {
  const moved = await tx
    .updateTable('relay_cursors')
    .set({ seq, epoch, failures: 0, leased_until: LEASE })
    .where('url', '=', url)
    .where('organization_id', '=', organizationId)
    .where('leased_by', '=', owner)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

export async function releaseCursor(
  tx: Tx,
  { url, organizationId }: Address,
  { owner, failed }: { owner: string; failed?: { failures: number; waitMs: number } },
): Promise<void> {
  await tx
    .updateTable('relay_cursors')
    .set({
      leased_by: null,
      leased_until: null,
      ...(failed && {
        failures: failed.failures,
        next_attempt_at: sql<Date>`now() + ${failed.waitMs} * interval '1 millisecond'`,
      }),
    })
    .where('url', '=', url)
    .where('organization_id', '=', organizationId)
    .where('leased_by', '=', owner)
    .execute()
}
