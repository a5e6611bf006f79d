/** The operators of conditions by the type of a field, and what each asks of the value that was seen. */
import { fold } from '../fold.rules.ts'
import { isTimeOfDay } from '../time/time-of-day.rules.ts'
import { beginsWithPhrase, containsPhrase } from './words.rules.ts'

export type FieldType = 'choice' | 'flag' | 'number' | 'text' | 'time'

const BY_TYPE = {
  choice: ['is', 'isNot', 'isOneOf', 'isNoneOf'],
  flag: ['is'],
  number: ['is', 'atLeast', 'atMost', 'between'],
  text: ['contains', 'doesNotContain', 'beginsWith'],
  time: ['between'],
} as const satisfies Readonly<Record<FieldType, readonly string[]>>
const OF_NULLABLE = ['isKnown', 'isUnknown'] as const

export type Operator = (typeof BY_TYPE)[FieldType][number] | (typeof OF_NULLABLE)[number]

/** `high` and `low` are both part of a range. */
export type ConditionValue = string | number | boolean | readonly string[] | readonly number[]

/** A field's value. Absent: empty; a text that tells two intents has both. */
export type Seen = readonly (string | number | boolean)[]

export const LIST_MAX = 20
export const WORDS_MAX = 60

export function operatorsOf({ type, nullable }: { type: FieldType; nullable: boolean }): readonly Operator[] {
  return nullable ? [...BY_TYPE[type], ...OF_NULLABLE] : BY_TYPE[type]
}

/** The kind of value that an operator takes. */
export type ValueKind = 'choice' | 'choices' | 'flag' | 'number' | 'range' | 'words' | 'times' | 'true'

export function valueKindOf(type: FieldType, operator: Operator): ValueKind {
  switch (operator) {
    case 'isKnown':
    case 'isUnknown':
      return 'true'
    case 'isOneOf':
    case 'isNoneOf':
      return 'choices'
    case 'between':
      return type === 'time' ? 'times' : 'range'
    case 'contains':
    case 'doesNotContain':
    case 'beginsWith':
      return 'words'
    default:
      return type === 'flag' ? 'flag' : type === 'number' ? 'number' : 'choice'
  }
}

/** Whether a value is of its operator's kind. Choices of a closed list are looked up elsewhere. */
export function isOfKind(kind: ValueKind, value: unknown): boolean {
  switch (kind) {
    case 'true':
      return value === true
    case 'flag':
      return typeof value === 'boolean'
    case 'number':
      return isWhole(value)
    case 'range':
      return isPair(value) && value.every(isWhole) && Number(value[0]) <= Number(value[1])
    case 'times':
      return isPair(value) && value.every((one) => typeof one === 'string' && isTimeOfDay(one)) && value[0] !== value[1]
    case 'words':
      return isWords(value, WORDS_MAX)
    case 'choice':
      return isWords(value, 200)
    case 'choices':
      return (
        Array.isArray(value) && value.length > 0 && value.length <= LIST_MAX && value.every((one) => isWords(one, 200))
      )
  }
}

const isWhole = (value: unknown) => Number.isSafeInteger(value)
const isPair = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length === 2
const isWords = (value: unknown, most: number) =>
  typeof value === 'string' && value.length <= most && value.trim() !== ''

/** An absent value satisfies isUnknown, isNot, isNoneOf and doesNotContain and nothing else. */
export function holds(operator: Operator, value: ConditionValue, seen: Seen): boolean {
  switch (operator) {
    case 'isKnown':
      return seen.length > 0
    case 'isUnknown':
      return seen.length === 0
    case 'is':
      return seen.some((one) => isSame(one, value))
    case 'isNot':
      return !seen.some((one) => isSame(one, value))
    case 'isOneOf':
      return seen.some((one) => listed(value).some((choice) => isSame(one, choice)))
    case 'isNoneOf':
      return !seen.some((one) => listed(value).some((choice) => isSame(one, choice)))
    case 'atLeast':
      return seen.some((one) => typeof one === 'number' && typeof value === 'number' && one >= value)
    case 'atMost':
      return seen.some((one) => typeof one === 'number' && typeof value === 'number' && one <= value)
    case 'between':
      return seen.some((one) => isWithin(one, listed(value)))
    case 'contains':
      return seen.some((one) => containsPhrase(String(one), String(value)))
    case 'doesNotContain':
      return !seen.some((one) => containsPhrase(String(one), String(value)))
    case 'beginsWith':
      return seen.some((one) => beginsWithPhrase(String(one), String(value)))
    default:
      return operator satisfies never
  }
}

/** Choices are names or ids; names are typed in any case. */
export function sameKey(value: unknown): unknown {
  return typeof value === 'string' ? fold(value).trim() : value
}

function isSame(one: unknown, other: unknown): boolean {
  return sameKey(one) === sameKey(other)
}

function listed(value: ConditionValue): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Times may go over midnight, "22:00" to "06:00". */
function isWithin(one: Seen[number], [low, high]: readonly unknown[]): boolean {
  if (typeof one === 'number') return typeof low === 'number' && typeof high === 'number' && low <= one && one <= high
  if (typeof one !== 'string' || typeof low !== 'string' || typeof high !== 'string') return false
  return low <= high ? low <= one && one <= high : one >= low || one <= high
}

const LABELS: Readonly<Record<Operator, string>> = {
  ...{ is: 'is', isNot: 'is not', isOneOf: 'is one of', isNoneOf: 'is none of' },
  ...{ atLeast: 'is at least', atMost: 'is at most', between: 'is between' },
  ...{ contains: 'contains', doesNotContain: 'does not contain', beginsWith: 'begins with' },
  ...{ isKnown: 'is known', isUnknown: 'is not known' },
}

export function operatorLabel(operator: Operator): string {
  return Object.hasOwn(LABELS, operator) ? LABELS[operator] : String(operator)
}
