/** The patients of an audience, as the store finds them. */
import type { Audience } from '@foyer/contracts/campaign/campaign.ts'
import { idsOf } from '@foyer/contracts/campaign/filters.rules.ts'
import { problemOf } from '@foyer/contracts/campaign/problems.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { notFound } from '../../../http/refusal.ts'
import { hasLostRows, patientsOfImport } from '../../imports/imports.ts'
import { notReady } from '../campaigns/campaign-problems.ts'
import { type FilterMoment, fitsRules } from './filters.store.ts'

export interface AudienceSource {
  readonly organizationId: string
  /** A condition on a patient's row `p`. */
  readonly fits: RawBuilder<boolean>
  /** Where the audience lists its patients: their ids in the order of ids. Null: any patient may fit. */
  readonly ids: readonly string[] | null
}

/** Refused as `not_found` where an import has no patients of the organization. The caller has checked the other ids. */
export async function readSource(
  tx: Tx,
  organizationId: string,
  audience: Audience,
  moment: FilterMoment,
): Promise<AudienceSource> {
  const every = sql<boolean>`true`
  switch (audience.kind) {
    case 'patients':
      return { organizationId, fits: every, ids: await inOrder(tx, organizationId, audience.patientIds) }
    case 'import':
      return { organizationId, fits: every, ids: await ofImport(tx, organizationId, audience.importId) }
    case 'filters': {
      const { rules } = audience
      const lists = await Promise.all(idsOf(rules, 'import').map((importId) => ofImport(tx, organizationId, importId)))
      return { organizationId, fits: fitsRules(rules, moment), ids: inAll(lists) }
    }
  }
}

/** An import lets its rows go some time after its end, and at once where it failed or was discarded. */
const ROWS_LOST = 'Nobody would get this: the rows of its list from Excel are no longer kept. Choose another list.'

/**
 * The same for a count, which refuses an import that has let its rows go as `not_ready`: it names no patients any more. A campaign that
 * is launched already keeps the patients that it has.
 */
export async function readSourceToCount(...about: Parameters<typeof readSource>): Promise<AudienceSource> {
  const [tx, organizationId, audience] = about
  // Sent together.
  const [source, lost] = await Promise.all([
    readSource(...about),
    Promise.all(importsOf(audience).map((importId) => hasLostRows(tx, { organizationId, importId }))),
  ])
  if (lost.includes(true)) throw notReady([{ ...problemOf('nobody'), message: ROWS_LOST }], ROWS_LOST)
  return source
}

function importsOf(audience: Audience): readonly string[] {
  if (audience.kind === 'import') return [audience.importId]
  return audience.kind === 'filters' ? idsOf(audience.rules, 'import') : []
}

async function inOrder(tx: Tx, organizationId: string, patientIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${[...patientIds]}::text[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function ofImport(tx: Tx, organizationId: string, importId: string): Promise<readonly string[]> {
  const ids = await patientsOfImport(tx, { organizationId, importId })
  if (ids === null) throw notFound()
  return ids
}

function inAll(lists: readonly (readonly string[])[]): readonly string[] | null {
  const [first, ...others] = lists
  if (first === undefined) return null
  const sets = others.map((ids) => new Set(ids))
  return first.filter((id) => sets.every((set) => set.has(id)))
}
