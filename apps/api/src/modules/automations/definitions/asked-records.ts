/** Checks the records that a definition of the staff names. */
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { recordsNamed } from '@foyer/contracts/automations/lint-records.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { isStaff } from '../../organizations/organizations.ts'
import { idsNamed, lintRecordsOf, type Records } from '../records.store.ts'
import { missingPart } from './available.rules.ts'
import type { StoredAutomation } from './state.rules.ts'

/** Refused as `not_ready` where another module has to do a part of it and does not yet. */
export function assertPresent(definition: Definition): void {
  const path = missingPart(definition)
  if (path === null) return
  const issues = [{ path, message: 'This is not there yet' }]
  throw new Refusal('not_ready', 'A part of this automation is not there yet: choose another one.', { issues })
}

interface Asked {
  readonly definition: Definition
  readonly tell: readonly string[]
  /** The records that it names may be no more. */
  readonly before: StoredAutomation | null
  readonly records: Records
}

/** Refused as `not_found` where it newly names a record that the organization does not have. */
export async function assertRecords(
  tx: Tx,
  organizationId: string,
  { definition, tell, before, records }: Asked,
): Promise<void> {
  const known = lintRecordsOf(records)
  const present = new Set([
    ...[known.staff, known.doctors, known.campaigns, known.flows].flat(),
    ...known.templates.map(({ id }) => id),
    ...idsNamed([before?.draft ?? null, before?.active ?? null]),
  ])
  if (recordsNamed(definition).some(({ id }) => !present.has(id))) throw notFound()
  const newcomers = tell.filter((id) => !before?.tell.includes(id))
  if (!(await isStaff(tx, organizationId, newcomers))) throw notFound()
}
