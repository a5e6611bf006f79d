/** The rules of an audience as a form has them, with texts for values that are still being typed. */
import {
  AGE_MAX,
  contactWays,
  type FilterField,
  type FilterKind,
  type FilterOperator,
  type FilterRule,
  type FilterUnit,
  genders,
  kindOf,
  operatorsOf,
  SPAN_MAX,
} from '@foyer/contracts/campaign/filters.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'

export interface TypedRule {
  /** Stays the same while the rule is changed. */
  readonly key: string
  readonly field: FilterField
  readonly op: FilterOperator
  readonly text: string
  readonly unit: FilterUnit
  readonly day: string
}

/** The words in place of an empty value. */
const DEFAULT_TEXTS: Readonly<Partial<Record<FilterKind, string>>> = {
  gender: 'female',
  flag: 'yes',
  contact: 'text',
}

export function newRule(key: string, field: FilterField = 'age'): TypedRule {
  const [op = 'is'] = operatorsOf(field)
  const kind = kindOf(field, op)
  return { key, field, op, text: (kind && DEFAULT_TEXTS[kind]) ?? '', unit: 'month', day: '' }
}

/** Another field begins anew; another operator of the same kind of value keeps the value. */
export function withOperator(rule: TypedRule, op: FilterOperator): TypedRule {
  const [before, after] = [kindOf(rule.field, rule.op), kindOf(rule.field, op)]
  if (before === after) return { ...rule, op }
  return { ...rule, op, text: (after && DEFAULT_TEXTS[after]) ?? '' }
}

export function typedRule({ field, op, value }: FilterRule, key: string): TypedRule {
  const empty = { ...newRule(key, field), op, text: '' }
  if (value === null) return empty
  if (typeof value === 'boolean') return { ...empty, text: value ? 'yes' : 'no' }
  if (typeof value !== 'object') return { ...empty, text: String(value) }
  return 'unit' in value
    ? { ...empty, text: String(value.value), unit: value.unit }
    : { ...empty, text: value.type, day: value.day }
}

/** The error of a rule that is not complete. */
export function ruleProblem(rule: TypedRule): string | undefined {
  const read = readRule(rule)
  return typeof read === 'string' ? read : undefined
}

/** The rule as the call takes it, or the sentence that says what is missing. */
export function readRule(rule: TypedRule): FilterRule | string {
  const { field, op } = rule
  const kind = kindOf(field, op)
  if (kind === null) return 'Choose another field'
  const value = valueBy(kind, rule)
  // The table of filters says that the field has this operator with this kind of value.
  return typeof value === 'object' && value !== null && 'problem' in value
    ? value.problem
    : ({ field, op, value } as FilterRule)
}

/** The longest words that the call takes. */
const TYPE_MAX = 80
const INSURANCE_MAX = 100

type Value = FilterRule['value'] | { readonly problem: string }

function valueBy(kind: FilterKind, { text, unit, day }: TypedRule): Value {
  const words = text.trim()
  switch (kind) {
    case 'nothing':
      return null
    case 'years':
      return wholeNumber(words, 0, AGE_MAX) ?? { problem: `Type a number up to ${AGE_MAX}` }
    case 'span': {
      const value = wholeNumber(words, 1, SPAN_MAX)
      return value === null ? { problem: `Type a number from 1 to ${SPAN_MAX}` } : { value, unit }
    }
    case 'flag':
      return words === 'yes'
    case 'gender':
      return genders.find((one) => one === words) ?? { problem: 'Choose one' }
    case 'contact':
      return contactWays.find((one) => one === words) ?? { problem: 'Choose one' }
    case 'typeSince':
      if (words === '' || words.length > TYPE_MAX) return wordsOf(words, 'Type the kind of visit', TYPE_MAX)
      return isDay(day) ? { type: words, day } : { problem: 'Choose a day' }
    case 'visitType':
      return wordsOf(words, 'Type the kind of visit', TYPE_MAX)
    case 'insurance':
      return wordsOf(words, 'Type the insurance', INSURANCE_MAX)
    default:
      return words === '' ? { problem: 'Choose one' } : words
  }
}

function wordsOf(words: string, missing: string, most: number): string | { readonly problem: string } {
  if (words === '') return { problem: missing }
  return words.length > most ? { problem: `At most ${most} characters` } : words
}

function wholeNumber(words: string, least: number, most: number): number | null {
  if (!/^\d{1,4}$/.test(words)) return null
  const number = Number(words)
  return number >= least && number <= most ? number : null
}
