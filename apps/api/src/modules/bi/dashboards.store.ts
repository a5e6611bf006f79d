import type { BiDashboard } from '@foyer/contracts/bi/bi-calls.ts'
import type { Tx } from '../../db/tx.ts'

export async function listDashboards(tx: Tx, organizationId: string): Promise<BiDashboard[]> {
  return dashboardsOf(tx, organizationId).orderBy('title').orderBy('id').execute()
}

export async function findDashboard(tx: Tx, organizationId: string, id: string): Promise<BiDashboard | undefined> {
  return dashboardsOf(tx, organizationId).where('id', '=', id).executeTakeFirst()
}

export async function addDashboard(tx: Tx, organizationId: string, { _id, title, path }: BiDashboard): Promise<void> {
  await tx.insertInto('bi_dashboards').values({ organization_id: organizationId, id: _id, title, path }).execute()
}

/** False if there is none. */
export async function removeDashboard(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('bi_dashboards')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

function dashboardsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('bi_dashboards')
    .select(['id as _id', 'title', 'path'])
    .where('organization_id', '=', organizationId)
}
