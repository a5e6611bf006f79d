import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'

interface ViewRow extends Omit<DashboardView, '_id' | 'organizationId' | 'owner'> {
  readonly id: string
  readonly organization_id: string
  readonly owner: string
  readonly owner_name: string
}

const COLUMNS = sql`v.id, v.organization_id, v.owner, v.name, v.board, v.range, v.filter, v.compare, v.shared, v.version,
  coalesce((
    select staff.name from known_staff as staff
    where staff.organization_id = v.organization_id and staff.user_id = v.owner), ${sql.lit(FORMER)}) as owner_name`

async function select(tx: Tx, condition: RawBuilder<unknown>, lock = sql``): Promise<DashboardView[]> {
  const { rows } = await sql<ViewRow>`
    select ${COLUMNS} from dashboard_views as v where ${condition} order by lower(v.name), v.id ${lock}`.execute(tx)
  return rows.map(({ id, organization_id, owner, owner_name, ...row }) => ({
    _id: id,
    organizationId: organization_id,
    ...row,
    owner: { _id: owner, name: owner_name },
  }))
}

/** The user's own views and the shared ones. */
export function listViews(tx: Tx, organizationId: string, userId: string): Promise<DashboardView[]> {
  return select(tx, sql`v.organization_id = ${organizationId} and (v.owner = ${userId} or v.shared)`)
}

export async function lockView(tx: Tx, organizationId: string, id: string): Promise<DashboardView | undefined> {
  const [view] = await select(tx, sql`v.organization_id = ${organizationId} and v.id = ${id}`, sql`for update of v`)
  return view
}

/** Serializes changes of the organization's views until this transaction ends, so that names stay different. */
export async function lockViews(tx: Tx, organizationId: string): Promise<void> {
  const name = JSON.stringify(['dashboard views', organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Does not wait for the store. */
export function putView(tx: Tx, view: DashboardView): void {
  const { name, board, range, filter, compare, shared, version } = view
  const columns = {
    ...{ name, board, compare, shared, version },
    ...{ range: JSON.stringify(range), filter: filter && JSON.stringify(filter) },
  }
  sendUnawaited(
    tx,
    tx
      .insertInto('dashboard_views')
      .values({ organization_id: view.organizationId, id: view._id, owner: view.owner._id, ...columns })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(columns)),
  )
}

export function deleteView(tx: Tx, { organizationId, _id }: DashboardView): void {
  sendUnawaited(
    tx,
    tx.deleteFrom('dashboard_views').where('organization_id', '=', organizationId).where('id', '=', _id),
  )
}
