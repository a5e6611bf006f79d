import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { barsPublishing, type LintContext } from '@foyer/contracts/automations/finding.rules.ts'
import { lint } from '@foyer/contracts/automations/lint.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import { assertPresent } from './asked-records.ts'

/** Refused as `not_ready`, with the findings, where the definition can't be in force. */
export function assertReady(definition: Definition, context: LintContext): void {
  assertPresent(definition)
  const findings = lint(definition, context)
  if (barsPublishing(findings))
    throw new Refusal('not_ready', 'The automation has problems: mend them first.', { data: findings })
}
