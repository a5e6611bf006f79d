import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'
import { searchText } from './conversations.rules.ts'

const UNFOLDED = sql<boolean>`left(c.search_text, 1) <> E'\\n'`

/** The organizations with search texts of an earlier form. */
export async function unfoldedOrganizations(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from conversations as c where ${UNFOLDED}`.execute(queries)
  return rows.map(({ organization_id }) => organization_id)
}

interface UnfoldedRow {
  readonly id: string
  readonly phone_number: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly mrn: string | null
}

/**
 * Rewrites search texts of an earlier form, and returns their number. It locks the conversations in the order of their
 * ids, as every writer does.
 */
export async function foldSearchTexts(tx: Tx, organizationId: string, most: number): Promise<number> {
  const { rows } = await sql<UnfoldedRow>`
    select c.id, c.phone_number, p.first_name, p.last_name, p.mrn
    from conversations as c
    left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
    where c.organization_id = ${organizationId} and ${UNFOLDED}
    order by c.id limit ${most}
    for update of c`.execute(tx)
  if (rows.length === 0) return 0
  const texts = rows.map(({ first_name, last_name, mrn, phone_number }) => {
    const owner = first_name === null ? null : { name: `${first_name} ${last_name ?? ''}`.trim(), mrn }
    return searchText(owner, phone_number)
  })
  await sql`
    update conversations set search_text = folded.search_text
    from unnest(${rows.map(({ id }) => id)}::text[], ${texts}::text[]) as folded (id, search_text)
    where organization_id = ${organizationId} and conversations.id = folded.id`.execute(tx)
  return rows.length
}
