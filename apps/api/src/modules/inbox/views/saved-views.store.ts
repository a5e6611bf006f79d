import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { FORMER } from '../../organizations/organizations.ts'

interface ViewRow extends Omit<SavedView, '_id' | 'organizationId' | 'owner' | 'removed'> {
  readonly id: string
  readonly organization_id: string
  readonly owner: string
  readonly owner_name: string
}

const COLUMNS = sql`v.id, v.organization_id, v.owner, v.name, v.shared, v.tab, v.status, v.sort, v.search, v.team, v.version,
  coalesce((
    select staff.name from known_staff as staff
    where staff.organization_id = v.organization_id and staff.user_id = v.owner), ${sql.lit(FORMER)}) as owner_name`

/** The user's own views and the shared ones. */
export async function listViews(tx: Tx, organizationId: string, userId: string): Promise<SavedView[]> {
  const { rows } = await sql<ViewRow>`
    select ${COLUMNS} from saved_views as v
    where v.organization_id = ${organizationId} and (v.owner = ${userId} or v.shared)
    order by lower(v.name), v.id`.execute(tx)
  return rows.map(viewOf)
}

export async function lockView(tx: Tx, organizationId: string, id: string): Promise<SavedView | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${COLUMNS} from saved_views as v
    where v.organization_id = ${organizationId} and v.id = ${id} for update of v`.execute(tx)
  return rows[0] && viewOf(rows[0])
}

/** Serializes new views of one owner until this transaction ends, and counts those that they have. */
export async function countOwnViews(tx: Tx, organizationId: string, owner: string): Promise<number> {
  const name = JSON.stringify(['saved views', organizationId, owner])
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx),
    sql<{ views: number }>`
      select count(*)::int as views from saved_views
      where organization_id = ${organizationId} and owner = ${owner}`.execute(tx),
  ])
  return rows[0]?.views ?? 0
}

/** Does not wait for the store: the transaction can't commit without the view. */
export function putView(tx: Tx, view: SavedView): void {
  const { name, shared, tab, status, sort, search, team, version } = view
  const columns = { name, shared, tab, status, sort, search, team, version }
  sendUnawaited(
    tx,
    tx
      .insertInto('saved_views')
      .values({ organization_id: view.organizationId, id: view._id, owner: view.owner._id, ...columns })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(columns)),
  )
}

export function deleteView(tx: Tx, { organizationId, _id }: SavedView): void {
  sendUnawaited(tx, tx.deleteFrom('saved_views').where('organization_id', '=', organizationId).where('id', '=', _id))
}

function viewOf({ id, organization_id, owner, owner_name, ...row }: ViewRow): SavedView {
  return { _id: id, organizationId: organization_id, owner: { _id: owner, name: owner_name }, ...row, removed: false }
}
