import type { Tx } from '../../../db/tx.ts'

/** The most that a finding names. */
const NAMED_MAX = 5

/** The names of campaigns that text patients now or at a set time. */
export async function readOwnCampaigns(tx: Tx, organizationId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('campaigns')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['scheduled', 'running'])
    .where('type', '=', 'SMS')
    .orderBy('created_at', 'desc')
    .limit(NAMED_MAX)
    .execute()
  return rows.map(({ name }) => name)
}
