/** An automation as calls and events carry it. */
import type {
  Automation,
  AutomationCounts,
  AutomationVersion,
  SavedAutomation,
} from '@foyer/contracts/automations/automation.ts'
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'
import { sentence, sentenceText } from '@foyer/contracts/automations/sentence.rules.ts'
import { healthOf, NO_RUNS } from '@foyer/contracts/automations/states.rules.ts'
import type { StoredAutomation } from './state.rules.ts'

/** The counts and the newest run of an automation. */
export interface Figures {
  readonly counts: AutomationCounts
  readonly lastRun: Automation['lastRun']
}

/** By the id of an automation. One that never ran is not among them. */
export type FiguresById = ReadonlyMap<string, Figures>

export interface Around {
  readonly names: Names
  readonly figures: FiguresById
}

export const saidOf = (definition: Definition, names: Names) => sentenceText(sentence(definition, names))

/** The version that is or was in force; the draft of one that was never published. */
export function definitionOf({ active, draft }: StoredAutomation): Definition {
  const definition = active ?? draft
  if (definition === null) throw new Error('An automation has neither a version nor a draft.')
  return definition
}

export function itemOf(stored: StoredAutomation, { names, figures }: Around): Automation {
  const definition = definitionOf(stored)
  const { counts, lastRun } = figures.get(stored._id) ?? { counts: NO_RUNS, lastRun: null }
  const { _id, organizationId, name, position, state, stoppedReason, revision, tell, changedBy, version } = stored
  return {
    ...{ _id, organizationId, name, position, state, stoppedReason, sentence: saidOf(definition, names) },
    ...{ triggerKind: definition.trigger.kind, number: stored.activeNumber, revision, hasDraft: stored.draft !== null },
    ...{ tell: [...tell], health: healthOf(state, stoppedReason, counts.failed), lastRun, counts: { ...counts } },
    ...{ changedBy, changedAt: stored.changedAt.toISOString(), removed: stored.removedAt !== null, version },
  }
}

export function savedItemOf(stored: StoredAutomation, around: Around): SavedAutomation {
  return { ...itemOf(stored, around), draft: stored.draft }
}

interface VersionRow {
  readonly number: number
  readonly definition: Definition
  readonly why: string
  readonly from_number: number | null
  readonly made_by: string | null
  readonly made_by_name: string | null
  readonly published_at: Date
}

export function versionOf(row: VersionRow, names: Names): AutomationVersion {
  const { number, definition, why, from_number: fromNumber, made_by: id, made_by_name: name } = row
  const by = id === null ? null : { id, name: name ?? '' }
  return { number, sentence: saidOf(definition, names), why, by, at: row.published_at.toISOString(), fromNumber }
}
