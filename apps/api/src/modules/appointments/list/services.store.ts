import type { Tx } from '../../../db/tx.ts'

/** [OPEN-065] The telemedicine services of the organization, by name. */
export async function listServices(tx: Tx, organizationId: string): Promise<{ _id: string; name: string }[]> {
  const rows = await tx
    .selectFrom('telemedicine_services')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name }) => ({ _id: id, name }))
}
