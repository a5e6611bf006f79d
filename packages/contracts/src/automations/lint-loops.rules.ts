/** Rules that start one another in a circle, and so would begin again and again. */
import type { Action } from './actions.rules.ts'
import { triggersStartedBy } from './causes.rules.ts'
import type { Definition } from './definition.rules.ts'
import { type Finding, type LintContext, problem } from './finding.rules.ts'
import { impliedAlternatives, impliedByAction } from './implied.rules.ts'
import { alternativesOf, canHold, negated } from './reach.rules.ts'
import { subjectsOf } from './triggers.rules.ts'

interface Node {
  readonly name: string
  readonly definition: Definition
}

export function loopFindings(definition: Definition, { others }: Pick<LintContext, 'others'>): Finding[] {
  const self: Node = { name: '', definition }
  return definition.actions.flatMap((action, index) => {
    const path = `actions[${index}]`
    if (mayStart(self, action, self)) {
      return [problem('loop', path, 'This step starts the rule again: add a rule that leaves out its own change.')]
    }
    const through = wayBack(self, action, others)
    if (through === null) return []
    const [first = ''] = through
    const message = `This step starts “${first}”, which leads back to this rule: change one of them.`
    return [{ ...problem('loop', path, message), with: through }]
  })
}

/** The names of the others on the shortest way from the action back to the rule; null if there is none. */
function wayBack(self: Node, action: Action, others: readonly Node[]): readonly string[] | null {
  const cameFrom = new Map<Node, Node | null>()
  const queue: Node[] = []
  for (const other of others) {
    if (!mayStart(self, action, other)) continue
    cameFrom.set(other, null)
    queue.push(other)
  }
  for (const node of queue) {
    if (node.definition.actions.some((one) => mayStart(node, one, self))) return namesTo(node, cameFrom)
    for (const other of others) {
      if (cameFrom.has(other) || !node.definition.actions.some((one) => mayStart(node, one, other))) continue
      cameFrom.set(other, node)
      queue.push(other)
    }
  }
  return null
}

function namesTo(node: Node, cameFrom: ReadonlyMap<Node, Node | null>): string[] {
  const before = cameFrom.get(node)
  return [...(before ? namesTo(before, cameFrom) : []), node.name]
}

/** Whether a rule's action may make a cause that another rule starts by, with conditions that can hold after it. */
function mayStart(rule: Node, action: Action, other: Node): boolean {
  const { trigger, conditions } = other.definition
  if (!triggersStartedBy(action).includes(trigger.kind)) return false
  const { has } = subjectsOf(rule.definition.trigger)
  // A text begins a conversation only where there is none.
  if (action.kind === 'sendSms' && trigger.kind === 'conversationOpened' && has.includes('conversation')) return false
  const after = impliedByAction(action)
  if (after.length > 0 && changesNothing(rule, action)) return false
  const asked = [...impliedAlternatives(trigger), ...alternativesOf(conditions), ...after.map((one) => [[one]])]
  return canHold(asked, subjectsOf(trigger).has)
}

/** The result of the action holds before it already, so that it makes no cause. */
function changesNothing({ definition }: Node, action: Action): boolean {
  const { trigger, conditions } = definition
  const before = [...impliedAlternatives(trigger), ...alternativesOf(conditions)]
  return impliedByAction(action).every((one) => !canHold([...before, negated(one)], subjectsOf(trigger).has))
}
