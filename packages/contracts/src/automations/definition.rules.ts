/** A rule as data: what starts it, for which patients, and what happens. */
import type { Action } from './actions.rules.ts'
import { type Condition, type ConditionItem, flatConditions } from './conditions.rules.ts'
import type { Trigger } from './triggers.rules.ts'

export interface Definition {
  readonly trigger: Trigger
  readonly conditions: readonly ConditionItem[]
  readonly actions: readonly Action[]
}

/** A definition that is being written: each part may be missing. */
export interface DraftDefinition {
  readonly trigger: Trigger | null
  readonly conditions: readonly ConditionItem[]
  readonly actions: readonly Action[]
}

export const DEFINITION_BYTES_MAX = 32 * 1024
export const AUTOMATIONS_MAX = 200
export const ON_MAX = 50
export const NAME_MAX = 80
export const WHY_MAX = 200
/** A forecast looks so many days ahead, of which today is the first. */
export const FORECAST_DAYS = 7
/** The most staff who are told of a failure. */
export const TELL_MAX = 5

export interface Step {
  /** `actions[2]` */
  readonly path: string
  readonly action: Action
}

/** The actions in the order in which they happen, each with its place in the definition. */
export function stepsOf({ actions }: Pick<Definition, 'actions'>): readonly Step[] {
  const steps = actions.map((action, index) => ({ path: `actions[${index}]`, action }))
  return steps.toSorted((one, other) => one.action.sequence - other.action.sequence)
}

/** Every condition of a definition with its path, those of guards too. */
export function everyCondition({ conditions, actions }: Pick<Definition, 'conditions' | 'actions'>) {
  const own = flatConditions(conditions, 'conditions').map(
    ([path, condition]): PlacedCondition => ({ path, condition, place: 'conditions' }),
  )
  const guards = actions.flatMap(({ onlyIf }, index) =>
    flatConditions(onlyIf?.conditions ?? [], `actions[${index}].onlyIf.conditions`).map(
      ([path, condition]): PlacedCondition => ({ path, condition, place: 'guards' }),
    ),
  )
  return [...own, ...guards]
}

export interface PlacedCondition {
  readonly path: string
  readonly condition: Condition
  readonly place: 'conditions' | 'guards'
}
