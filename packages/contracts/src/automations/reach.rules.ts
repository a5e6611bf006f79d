/** Whether conditions can hold together at all: sets, intervals and phrases, field by field. "No" is certain, "yes" is not. */
import type { Condition, ConditionItem } from './conditions.rules.ts'
import { isGroup } from './conditions.rules.ts'
import { type Field, fieldOf } from './fields.rules.ts'
import { holds, type Operator, operatorsOf, sameKey } from './operators.rules.ts'
import type { Subject } from './triggers.rules.ts'
import { plainWordsOf } from './words.rules.ts'

/** One of the alternatives has to hold; an alternative holds if all its conditions do. */
export type Alternatives = readonly (readonly Condition[])[]

/** Beyond so many combinations of alternatives the answer is "yes". */
const TRIES_MAX = 4000

export function alternativesOf(items: readonly ConditionItem[]): Alternatives[] {
  return items.map((item) => (isGroup(item) ? item.any.map((one) => [one]) : [[item]]))
}

/** Whether one of each alternatives can hold with the others, for a start that has these subjects. */
export function canHold(all: readonly Alternatives[], has: readonly Subject[]): boolean {
  let tries = 0
  // The shortest lists first: they decide most.
  const ordered = all.toSorted((one, other) => one.length - other.length)
  const search = (index: number, taken: readonly Condition[]): boolean => {
    const alternatives = ordered[index]
    if (alternatives === undefined) return true
    return alternatives.some((conditions) => {
      tries += 1
      if (tries > TRIES_MAX) return true
      const now = [...taken, ...conditions]
      return canAllHold(now, has) && search(index + 1, now)
    })
  }
  return search(0, [])
}

function canAllHold(conditions: readonly Condition[], has: readonly Subject[]): boolean {
  const byField = Map.groupBy(conditions, ({ field }) => field)
  return [...byField].every(([key, asked]) => {
    const field = fieldOf(key)
    if (field === undefined) return false
    const operators = operatorsOf({ type: field.type, nullable: true })
    return asked.every(({ operator }) => operators.includes(operator)) && fieldCanHold(field, asked, has)
  })
}

const HOLD_ABSENT: readonly Operator[] = ['isUnknown', 'isNot', 'isNoneOf', 'doesNotContain']

function fieldCanHold(field: Field, asked: readonly Condition[], has: readonly Subject[]): boolean {
  const needsValue = asked.some(({ operator }) => !HOLD_ABSENT.includes(operator))
  if (!needsValue && mayBeAbsent(field, has)) return true
  if (asked.some(({ operator }) => operator === 'isUnknown')) return false
  switch (field.type) {
    case 'choice':
      return field.many ? manyCanHold(field, asked) : choiceCanHold(field, asked)
    case 'flag':
      return [true, false].some((value) => asked.every((one) => holds(one.operator, one.value, [value])))
    case 'number':
      return numberCanHold(field, asked)
    case 'text':
      return textCanHold(asked)
    case 'time':
      return timeCanHold(asked)
  }
}

function mayBeAbsent({ nullable, inGuards, of }: Field, has: readonly Subject[]): boolean {
  return nullable || (!inGuards && of.length > 0 && !of.some((one) => has.includes(one)))
}

const keysOf = ({ value }: Condition) => [value].flat().map(sameKey)
const isPositive = ({ operator }: Condition) => operator === 'is' || operator === 'isOneOf'
const isNegative = ({ operator }: Condition) => operator === 'isNot' || operator === 'isNoneOf'

/** A list of an operator that takes one value, or the other way round, holds nothing. */
function isShaped({ operator, value }: Condition): boolean {
  return Array.isArray(value) === (operator === 'isOneOf' || operator === 'isNoneOf')
}

function choiceCanHold({ choices }: Field, asked: readonly Condition[]): boolean {
  const lists = asked.filter(isPositive)
  if (!lists.every(isShaped)) return false
  const excluded = new Set(asked.filter((one) => isNegative(one) && isShaped(one)).flatMap(keysOf))
  const [first, ...others] = lists.map(keysOf)
  const open = first ?? choices?.map(({ value }) => sameKey(value)) ?? null
  return open === null || open.some((one) => !excluded.has(one) && others.every((list) => list.includes(one)))
}

/** A field with several values at once: each list needs one of its own. */
function manyCanHold({ choices }: Field, asked: readonly Condition[]): boolean {
  const excluded = new Set(asked.filter((one) => isNegative(one) && isShaped(one)).flatMap(keysOf))
  const lists = asked.filter(isPositive)
  if (!lists.every(isShaped)) return false
  if (choices?.every(({ value }) => excluded.has(sameKey(value))) && asked.some((one) => !isNegative(one))) return false
  return lists.map(keysOf).every((list) => list.some((one) => !excluded.has(one)))
}

function numberCanHold({ from, to }: Field, asked: readonly Condition[]): boolean {
  let [low, high] = [from, to]
  for (const { operator, value } of asked) {
    if (operator === 'isKnown') continue
    const [least, most] = rangeOf(operator, value)
    // A comparison with NaN is false too.
    if (!(least <= most)) return false
    low = Math.max(low, least)
    high = Math.min(high, most)
  }
  return low <= high
}

function rangeOf(operator: Operator, value: Condition['value']): readonly [number, number] {
  const [least, most] = Array.isArray(value) ? value : [value, value]
  if (typeof least !== 'number' || typeof most !== 'number') return [Number.NaN, Number.NaN]
  if (operator === 'atLeast') return [least, Number.POSITIVE_INFINITY]
  return operator === 'atMost' ? [Number.NEGATIVE_INFINITY, most] : [least, most]
}

function textCanHold(asked: readonly Condition[]): boolean {
  const wordsOf = (operator: Operator) =>
    asked.flatMap((one) => (one.operator === operator ? [plainWordsOf(String(one.value))] : []))
  const [contained, first, without] = [wordsOf('contains'), wordsOf('beginsWith'), wordsOf('doesNotContain')]
  if ([...contained, ...first].some((words) => words.length === 0)) return false
  const longest = first.toSorted((one, other) => other.length - one.length)[0] ?? []
  if (!first.every((words) => words.every((word, index) => longest[index] === word))) return false
  const isIn = (part: readonly string[], words: readonly string[]) =>
    part.length > 0 && words.some((_, start) => part.every((word, index) => words[start + index] === word))
  return !without.some((part) => [...contained, longest].some((words) => isIn(part, words)))
}

/** Arcs of the clock that meet do so at the beginning of one of them, or at midnight. */
function timeCanHold(asked: readonly Condition[]): boolean {
  const arcs = asked.filter(({ operator }) => operator === 'between')
  const begins = arcs.flatMap(({ value }) => [value].flat().slice(0, 1))
  return (
    arcs.length === 0 ||
    ['00:00', ...begins].some((time) => arcs.every(({ operator, value }) => holds(operator, value, [time])))
  )
}

/** The alternatives that hold exactly where the condition does not. */
export function negated({ field, operator, value }: Condition): Alternatives {
  const other = (one: Operator, of: Condition['value'] = value): readonly Condition[] => [
    { field, operator: one, value: of },
  ]
  const absent = other('isUnknown', true)
  switch (operator) {
    case 'is':
      if (typeof value === 'boolean') return [other('is', !value), absent]
      if (typeof value === 'number') return [other('atMost', value - 1), other('atLeast', value + 1), absent]
      return [other('isNot')]
    case 'isNot':
      return [other('is')]
    case 'isOneOf':
      return [other('isNoneOf')]
    case 'isNoneOf':
      return [other('isOneOf')]
    case 'atLeast':
      return [other('atMost', Number(value) - 1), absent]
    case 'atMost':
      return [other('atLeast', Number(value) + 1), absent]
    case 'contains':
      return [other('doesNotContain')]
    case 'doesNotContain':
      return [other('contains')]
    case 'isKnown':
      return [absent]
    case 'isUnknown':
      return [other('isKnown', true)]
    default:
      return betweenNegated(field, value)
  }
}

/** A range leaves what is below and above it; other conditions may always fail. */
function betweenNegated(field: string, value: Condition['value']): Alternatives {
  const [low, high] = Array.isArray(value) ? value : []
  if (typeof low !== 'number' || typeof high !== 'number') return [[]]
  return [
    [{ field, operator: 'atMost', value: low - 1 }],
    [{ field, operator: 'atLeast', value: high + 1 }],
    [{ field, operator: 'isUnknown', value: true }],
  ]
}
