/** The staff, roles, doctors and files of an organization that a flow may name, and the keywords of its other live flows. */
import type { References } from '@foyer/contracts/chatbot/findings.rules.ts'
import { roles } from '@foyer/contracts/organization.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

export async function readReferences(
  tx: Tx,
  { organizationId, flowId }: { readonly organizationId: string; readonly flowId: string | null },
): Promise<References> {
  const { rows } = await sql<{ kind: 'staff' | 'doctor' | 'file' | 'keyword'; id: string }>`
    select 'staff' as kind, user_id as id from staff where organization_id = ${organizationId}
    union all
    select 'doctor', id from doctors where organization_id = ${organizationId} and archived_at is null
    union all
    select 'file', id from chatbot_files where organization_id = ${organizationId} and removed_at is null
    union all
    select 'keyword', word from chatbot_flows as flow
      cross join lateral jsonb_array_elements(flow.starts) as start
      cross join lateral jsonb_array_elements_text(start->'keywords') as word
    where flow.organization_id = ${organizationId} and flow.status = 'live' and flow.id is distinct from ${flowId}
  `.execute(tx)
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))
  const none: ReadonlySet<string> = new Set()
  return {
    ...{ staff: of('staff'), roles: new Set<string>(roles), doctors: of('doctor'), keywords: of('keyword') },
    ...{ files: of('file'), forms: none, endpoints: none },
  }
}
