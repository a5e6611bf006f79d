/** Findings about a rule while it is written: a problem bars publishing, a warning does not. Each says what to do. */
import { type Definition, stepsOf } from './definition.rules.ts'
import { type Finding, type LintContext, problem } from './finding.rules.ts'
import { conditionFindings } from './lint-conditions.rules.ts'
import { loopFindings } from './lint-loops.rules.ts'
import { neighbourFindings } from './lint-neighbours.rules.ts'
import { recordFindings } from './lint-records.rules.ts'
import { textFindings } from './lint-texts.rules.ts'
import { timeFindings } from './lint-times.rules.ts'
import { misfitsOf } from './misfits.rules.ts'

/** Problems first, each group in the order of the definition. */
export function lint(definition: Definition, context: LintContext): readonly Finding[] {
  const misfits = misfitsOf(definition).map(({ path, message }) => problem('misfit', path, message))
  const found = [
    ...conditionFindings(definition, context),
    ...loopFindings(definition, context),
    ...misfits,
    ...recordFindings(definition, context),
    ...stepsOf(definition).flatMap((step) => textFindings(step, definition, context)),
    ...neighbourFindings(definition, context),
    ...timeFindings(definition, context),
  ]
  return found.toSorted((one, other) => Number(one.level === 'warning') - Number(other.level === 'warning'))
}
