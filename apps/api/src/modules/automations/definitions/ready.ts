import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { barsPublishing } from '@foyer/contracts/automations/finding.rules.ts'
import { lint } from '@foyer/contracts/automations/lint.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Records } from '../records.store.ts'
import { assertPresent } from './asked-records.ts'
import type { Desk } from './desk.ts'
import { type LintFacts, lintContextOf } from './lint-context.ts'

interface Place {
  readonly automationId: string
  readonly desk: Desk
  readonly facts: LintFacts
  readonly records: Records
}

/** Refused as `not_ready`, with the findings, where the definition can't be in force. */
export function assertReady(definition: Definition, { automationId, desk, facts, records }: Place): void {
  assertPresent(definition)
  const context = lintContextOf(facts, desk.all, { automationId, records, now: desk.by.at })
  const findings = lint(definition, context)
  if (barsPublishing(findings))
    throw new Refusal('not_ready', 'The automation has problems: mend them first.', { data: findings })
}
