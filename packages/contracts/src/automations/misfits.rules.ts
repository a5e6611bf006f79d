/** Parts of a definition that do not fit its trigger, or the field that they name. Schema and lint report the same ones. */
import { ACTIONS } from './actions.rules.ts'
import type { Condition } from './conditions.rules.ts'
import { type Definition, everyCondition } from './definition.rules.ts'
import { fieldOf, fieldsFor } from './fields.rules.ts'
import { isOfKind, operatorLabel, operatorsOf, sameKey, valueKindOf } from './operators.rules.ts'
import { canHave, TRIGGERS, type Trigger } from './triggers.rules.ts'

export interface Misfit {
  readonly path: string
  readonly message: string
}

/** Actions that nobody is there for, and conditions on facts that no start has. */
export function misfitsOf({ trigger, conditions, actions }: Definition): readonly Misfit[] {
  const ofActions = actions.flatMap(({ kind }, index): Misfit[] => {
    const { needs, misfit, label } = ACTIONS[kind]
    if (needs.length === 0 || needs.some((one) => canHave(trigger, one))) return []
    return [{ path: `actions[${index}]`, message: `${startOf(trigger)} ${misfit}: remove “${label}”.` }]
  })
  const ofConditions = everyCondition({ conditions, actions }).flatMap(({ path, condition }): Misfit[] => {
    const { of = [], label = '' } = fieldOf(condition.field) ?? {}
    if (of.length === 0 || of.some((one) => canHave(trigger, one))) return []
    return [{ path, message: `${startOf(trigger)} does not tell “${label}”: remove this rule.` }]
  })
  return [...ofConditions, ...ofActions]
}

/** "A review", "A new patient" */
function startOf(trigger: Trigger): string {
  if (trigger.kind === 'reviewArrived') return 'A review'
  if (trigger.kind === 'schedule' && trigger.each === 'organization') return 'A time of the week by itself'
  return `“${TRIGGERS[trigger.kind].card}”`
}

/** The sentence about a condition that its field does not take; null for a good one. */
export function conditionProblem(
  { field: key, operator, value }: Condition,
  place: 'conditions' | 'guards',
): { readonly at: 'field' | 'operator' | 'value'; readonly message: string } | null {
  const field = fieldOf(key)
  if (field === undefined) return { at: 'field', message: 'Not a field of automations' }
  if (!fieldsFor(place).includes(field)) return { at: 'field', message: `“${field.label}” is for steps alone` }
  if (!operatorsOf(field).includes(operator))
    return { at: 'operator', message: `“${field.label}” does not take “${operatorLabel(operator)}”` }
  const kind = valueKindOf(field.type, operator)
  if (!isOfKind(kind, value)) return { at: 'value', message: VALUE_SENTENCES[kind] }
  const numbers = [value].flat().filter((one) => typeof one === 'number')
  if (numbers.some((one) => one < field.from || one > field.to))
    return { at: 'value', message: `“${field.label}” is between ${field.from} and ${field.to}` }
  const { choices } = field
  if (kind !== 'choice' && kind !== 'choices') return null
  const chosen = [value].flat()
  if (choices !== null && chosen.some((one) => !choices.some((choice) => choice.value === one)))
    return { at: 'value', message: `Not a choice of “${field.label}”` }
  const isTwice = new Set(chosen.map(sameKey)).size < chosen.length
  return isTwice ? { at: 'value', message: 'Names a choice twice' } : null
}

const VALUE_SENTENCES = {
  choice: 'Choose a value',
  choices: 'Choose 1 to 20 values',
  flag: 'Must be yes or no',
  number: 'Must be a whole number',
  range: 'Must be two whole numbers, the lower first',
  words: 'Must have 1 to 60 characters',
  times: 'Must be two times, HH:MM',
  true: 'Must be true',
} as const
