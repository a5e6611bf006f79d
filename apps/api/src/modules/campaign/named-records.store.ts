/** The records that an audience names: patients, an import, doctors and other campaigns, all of the organization. */
import type { Audience } from '@foyer/contracts/campaign/campaign.ts'
import { idsOf } from '@foyer/contracts/campaign/filters.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'

/** Refused as `not_found` where the audience names a record that the organization does not have. One statement at most. */
export async function assertNamed(tx: Tx, organizationId: string, audience: Audience | null): Promise<void> {
  if (audience === null) return
  const named = namedIn(audience)
  if (Object.values(named).every((ids) => ids.length === 0)) return
  const ids = (of: readonly string[]) => sql`unnest(${[...of]}::text[]) as named (id)`
  const own = (table: string) => sql`exists (select from ${sql.table(table)} as own
    where own.organization_id = ${organizationId} and own.id = named.id`
  const { rows } = await sql`
    select from ${ids(named.patients)} where not ${own('patients')})
    union all select from ${ids(named.doctors)} where not ${own('doctors')})
    union all select from ${ids(named.campaigns)} where not ${own('campaigns')} and own.deleted_at is null)
    union all select from ${ids(named.imports)} where not ${own('imports')}) and not exists (
      select from patients as own where own.organization_id = ${organizationId} and own.import_id = named.id)
    limit 1`.execute(tx)
  if (rows.length > 0) throw notFound()
}

interface Named {
  readonly patients: readonly string[]
  readonly doctors: readonly string[]
  readonly campaigns: readonly string[]
  readonly imports: readonly string[]
}

const NOTHING: Named = { patients: [], doctors: [], campaigns: [], imports: [] }

function namedIn(audience: Audience): Named {
  switch (audience.kind) {
    case 'patients':
      return { ...NOTHING, patients: audience.patientIds }
    case 'import':
      return { ...NOTHING, imports: [audience.importId] }
    case 'filters': {
      const { rules } = audience
      const [doctors, campaigns, imports] = [idsOf(rules, 'doctor'), idsOf(rules, 'campaign'), idsOf(rules, 'import')]
      return { ...NOTHING, doctors, campaigns, imports }
    }
  }
}
