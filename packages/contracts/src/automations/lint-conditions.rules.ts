/** Conditions that never hold, and those that always do. */

import { type ConditionItem, isGroup } from './conditions.rules.ts'
import type { Definition } from './definition.rules.ts'
import type { Names } from './facts.rules.ts'
import { type Finding, type LintContext, problem, warning } from './finding.rules.ts'
import { impliedAlternatives } from './implied.rules.ts'
import { type Alternatives, alternativesOf, canHold, negated } from './reach.rules.ts'
import { conditionsSummary } from './sentence.rules.ts'
import { type Subject, subjectsOf, TRIGGERS } from './triggers.rules.ts'

export function conditionFindings(definition: Definition, { names }: Pick<LintContext, 'names'>): Finding[] {
  const { trigger, conditions, actions } = definition
  const { has } = subjectsOf(trigger)
  const implied = impliedAlternatives(trigger)
  const own = neverFinding(definition, names) ?? alwaysFindings(conditions, implied, has, 'conditions', names)
  const guards = actions.flatMap(({ onlyIf }, index) =>
    onlyIf === null ? [] : guardFindings(onlyIf, has, `actions[${index}].onlyIf`, names),
  )
  return [...own, ...guards]
}

const said = (item: ConditionItem, names: Names) => `“${conditionsSummary({ conditions: [item] }, names)}”`

/** Names the condition that never holds, or the first two that never hold together; null if all can. */
function neverFinding({ trigger, conditions }: Definition, names: Names): Finding[] | null {
  const { has } = subjectsOf(trigger)
  const implied = impliedAlternatives(trigger)
  const all = alternativesOf(conditions)
  if (canHold([...implied, ...all], has)) return null
  const alone = all.findIndex((one) => !canHold([...implied, one], has))
  const single = conditions[alone]
  if (single !== undefined) {
    const start = canHold([all[alone] as Alternatives], has) ? ` when “${TRIGGERS[trigger.kind].card}” starts it` : ''
    return [problem('never', `conditions[${alone}]`, `${said(single, names)} never holds${start}: change it.`)]
  }
  for (const [later, other] of conditions.entries()) {
    const first = all.slice(0, later).findIndex((one) => !canHold([...implied, one, all[later] as Alternatives], has))
    const one = conditions[first]
    if (one === undefined) continue
    const message = `${said(one, names)} and ${said(other, names)} never hold together: change one of them.`
    return [problem('never', `conditions[${later}]`, message)]
  }
  return [problem('never', 'conditions', 'These rules never hold together: change one of them.')]
}

/** A condition always holds if its contrary never does. */
function alwaysFindings(
  items: readonly ConditionItem[],
  implied: readonly Alternatives[],
  has: readonly Subject[],
  path: string,
  names: Names,
): Finding[] {
  return items.flatMap((item, index) => {
    const contrary = (isGroup(item) ? item.any : [item]).map(negated)
    if (canHold([...implied, ...contrary], has)) return []
    return [warning('always', `${path}[${index}]`, `${said(item, names)} always holds here: remove it.`)]
  })
}

/** A guard is asked on facts that may have changed since the start, so that nothing but its own conditions counts. */
function guardFindings(
  { holds, conditions }: NonNullable<Definition['actions'][number]['onlyIf']>,
  has: readonly Subject[],
  path: string,
  names: Names,
): Finding[] {
  if (canHold(alternativesOf(conditions), has)) return alwaysFindings(conditions, [], has, `${path}.conditions`, names)
  const words = conditionsSummary({ conditions }, names)
  if (holds) return [problem('never', path, `The step is never done, as “${words}” never holds: change its “if”.`)]
  return [warning('always', path, `The step is always done, as “${words}” never holds: remove its “unless”.`)]
}
