/** The conditions of rules and of guards, judged by one reading of the facts. All must hold; one of an `any` group is enough. */
import { type Names, nameOf } from './facts.rules.ts'
import { type Field, fieldOf, type Reading } from './fields.rules.ts'
import { type ConditionValue, holds, type Operator, operatorLabel, operatorsOf } from './operators.rules.ts'

export interface Condition {
  /** A key of `fields.rules.ts`. */
  readonly field: string
  readonly operator: Operator
  readonly value: ConditionValue
}
export interface AnyOf {
  readonly any: readonly Condition[]
}
export type ConditionItem = Condition | AnyOf

export const CONDITIONS_MAX = 20
export const GROUP_MAX = 10

/** One thing that was asked, in words, and the value that was seen. */
export interface Check {
  /** `conditions[1]`, `conditions[2].any[0]`, `trigger.words` */
  readonly path: string
  /** "Doctor is one of Dr. Okafor, Dr. Reyes" */
  readonly words: string
  readonly held: boolean
  /** "Dr. Okafor, Dr. Reyes" */
  readonly wanted: string
  /** "Dr. Patel" */
  readonly saw: string
  /** The patient wrote what was seen. */
  readonly isWritten?: true
}

export const WRITTEN = { isWritten: true } as const

export function isGroup(item: ConditionItem): item is AnyOf {
  return 'any' in item
}

/** Each condition with its path, those of groups too. */
export function flatConditions(items: readonly ConditionItem[], path: string): (readonly [string, Condition])[] {
  return items.flatMap((item, index) => {
    const own = `${path}[${index}]`
    if (!isGroup(item)) return [[own, item] as const]
    return item.any.map((one, nth) => [`${own}.any[${nth}]`, one] as const)
  })
}

export function conditionHolds({ field: key, operator, value }: Condition, reading: Reading): boolean {
  const field = fieldOf(key)
  return field !== undefined && operatorsOf(field).includes(operator) && holds(operator, value, field.read(reading))
}

export function allHold(items: readonly ConditionItem[], reading: Reading): boolean {
  return items.every((item) =>
    isGroup(item) ? item.any.some((one) => conditionHolds(one, reading)) : conditionHolds(item, reading),
  )
}

/** One check for each item; a group has one of its own, and one for each of its conditions behind it. */
export function checksOf(items: readonly ConditionItem[], reading: Reading, names: Names, path: string): Check[] {
  return items.flatMap((item, index) => {
    const own = `${path}[${index}]`
    if (!isGroup(item)) return [checkOf(item, reading, names, own)]
    const parts = item.any.map((one, nth) => checkOf(one, reading, names, `${own}.any[${nth}]`))
    const [wanted, saw] = [parts.map(({ words }) => words).join(' or '), parts.map((one) => one.saw).join('; ')]
    const whole = { path: own, words: wanted, held: parts.some(({ held }) => held), wanted, saw }
    return [{ ...whole, ...(parts.some(({ isWritten }) => isWritten) && WRITTEN) }, ...parts]
  })
}

function checkOf(condition: Condition, reading: Reading, names: Names, path: string): Check {
  const field = fieldOf(condition.field)
  const { words, wanted } = wordsOnce(condition, names)
  return {
    ...{ path, words, held: conditionHolds(condition, reading), wanted },
    saw: field ? seenWords(field, reading, names) : 'nothing',
    // The one field of free text is the patient's text.
    ...(field?.type === 'text' && WRITTEN),
  }
}

interface KeptWords {
  readonly names: Names
  readonly words: string
  readonly wanted: string
}

/** Thousands of causes are judged by one definition, whose words are the same each time. */
const kept = new WeakMap<Condition, KeptWords>()

function wordsOnce(condition: Condition, names: Names): KeptWords {
  const known = kept.get(condition)
  if (known?.names === names) return known
  const made = { names, words: conditionWords(condition, names), wanted: valueWords(condition, names) }
  kept.set(condition, made)
  return made
}

/** "Doctor is one of Dr. Okafor, Dr. Reyes", "Age is not known", "Is unread: yes" */
export function conditionWords(condition: Condition, names: Names): string {
  const { field: key, operator } = condition
  const { label = key, type = 'text' } = fieldOf(key) ?? {}
  if (operator === 'isKnown' || operator === 'isUnknown') return `${label} ${operatorLabel(operator)}`
  if (type === 'flag') return `${label}: ${valueWords(condition, names)}`
  return `${label} ${operatorLabel(operator)} ${valueWords(condition, names)}`
}

/** The wanted value: "Dr. Okafor, Dr. Reyes", "9 and 17", "yes" */
export function valueWords({ field: key, operator, value }: Condition, names: Names): string {
  const field = fieldOf(key)
  if (operator === 'isKnown') return 'known'
  if (operator === 'isUnknown') return 'not known'
  const values: readonly (string | number | boolean)[] = Array.isArray(value) ? value : [value]
  const words = values.map((one) => oneWord(field, one, names))
  return words.join(operator === 'between' ? ' and ' : ', ')
}

/** The doctor's name comes with the visit. */
function seenWords(field: Field, reading: Reading, names: Names): string {
  const seen = field.read(reading)
  if (field.source === 'doctors' && seen.length > 0) return reading.facts.visit?.doctorName ?? ''
  return seen.length === 0 ? 'not known' : seen.map((one) => oneWord(field, one, names)).join(', ')
}

const SAW_MAX = 160
/** Making a format takes many times as long as using it. */
const NUMBERS = new Intl.NumberFormat('en-US')

function oneWord(field: Field | undefined, value: string | number | boolean, names: Names): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value === Number.POSITIVE_INFINITY ? 'never' : NUMBERS.format(value)
  const choice = field?.choices?.find((one) => one.value === value)?.label ?? nameOf(names, value)
  if (choice !== undefined) return choice
  if (field?.type === 'text') return `“${value.length > SAW_MAX ? `${value.slice(0, SAW_MAX)}…` : value}”`
  return field?.source === 'staff' || field?.source === 'doctors' ? `removed ${SINGULAR[field.source]}` : String(value)
}

const SINGULAR = { staff: 'staff member', doctors: 'doctor' } as const
