/** Everything around a definition that the lint knows. */
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { LintContext } from '@foyer/contracts/automations/finding.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import { readSetting } from '../../organizations/organizations.ts'
import { readClinicFacts } from '../clinic-facts.ts'
import { lintRecordsOf, namesOf, type Records } from '../records.store.ts'
import { readOwnCampaigns } from './own-texts.store.ts'
import { inForce, type StoredAutomation } from './state.rules.ts'

export interface LintFacts extends Pick<LintContext, 'clinic' | 'ownTexts'> {}

/** Sends its statements together. */
export async function readLintFacts(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  organizationId: string,
): Promise<LintFacts> {
  const [clinic, visits, campaigns] = await Promise.all([
    readClinicFacts(tx, config, organizationId),
    readSetting(tx, organizationId, visitSetting),
    readOwnCampaigns(tx, organizationId),
  ])
  const remind = visits.value.reminders.some(({ enabled }) => enabled)
  return { clinic, ownTexts: { visits: remind ? ['Reminders of visits'] : [], campaigns } }
}

/** The context of a definition at its place in the list; a new one stands at the end. */
export function lintContextOf(
  { clinic, ownTexts }: LintFacts,
  all: readonly StoredAutomation[],
  { automationId, records, now }: { automationId: string | null; records: Records; now: Date },
): LintContext {
  const place = all.findIndex(({ _id }) => _id === automationId)
  const others = all.flatMap((other, index) =>
    other.active === null || inForce(other) === null || other._id === automationId
      ? []
      : [{ ...named(other, other.active), isBefore: place === -1 || index < place }],
  )
  const context = { others, clinic, ownTexts, now: now.getTime(), names: namesOf(records) }
  return { ...context, records: lintRecordsOf(records) }
}

function named({ _id: automationId, name }: StoredAutomation, definition: Definition) {
  return { automationId, name, definition }
}
