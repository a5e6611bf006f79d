/** Reads a FHIR R4 Questionnaire. All that a form can't show is named: nothing is left out silently. */
import { type Fields, fieldsOf, listOf, primitiveOf, wordOf } from './fhir.rules.ts'
import { type Option, readOptions } from './options.rules.ts'

export const QUESTIONS_MAX = 300
const DEPTH_MAX = 6
/** The most answers to a question that repeats. */
export const REPEATS_MAX = 5
const TEXT_MAX = 4000

export const itemTypes = [
  'group',
  'display',
  'string',
  'text',
  'boolean',
  'date',
  'dateTime',
  'time',
  'integer',
  'decimal',
  'quantity',
  'choice',
  'open-choice',
] as const
export type ItemType = (typeof itemTypes)[number]

const OPERATORS = ['exists', '=', '!=', '>', '<', '>=', '<='] as const
type Operator = (typeof OPERATORS)[number]

export interface Condition {
  readonly question: string
  readonly operator: Operator
  readonly value: string
}

export interface FormItem {
  readonly linkId: string
  readonly type: ItemType
  readonly text: string
  readonly required: boolean
  readonly repeats: boolean
  readonly maxLength: number | null
  readonly options: readonly Option[]
  readonly initial: readonly string[]
  /** Null: it is always asked. */
  readonly when: { readonly all: boolean; readonly conditions: readonly Condition[] } | null
  readonly items: readonly FormItem[]
}

export interface FormProblem {
  readonly linkId: string
  readonly why: string
}

export interface ReadForm {
  readonly title: string
  readonly intro: string
  readonly items: readonly FormItem[]
  readonly problems: readonly FormProblem[]
}

/** The names of the page's own fields. */
const RESERVED = new Set(['token', 'website', '__proto__'])

/** The keys of an item that are read, or that say nothing to the patient. */
const KNOWN = new Set([
  ...['linkId', 'definition', 'code', 'prefix', 'text', 'type', 'enableWhen', 'enableBehavior', 'required', 'repeats'],
  ...['readOnly', 'maxLength', 'answerOption', 'answerValueSet', 'initial', 'item', 'id', '_text', '_prefix'],
])

export function readQuestionnaire(questionnaire: unknown): ReadForm {
  const problems: FormProblem[] = []
  const form = fieldsOf(questionnaire)
  const refuse = (linkId: string, why: string) => void problems.push({ linkId, why })
  if (form.resourceType !== 'Questionnaire') refuse('', 'This is not a FHIR Questionnaire')
  for (const key of ['modifierExtension', 'implicitRules']) if (key in form) refuse('', `${key} is not supported`)
  const title = textOf(form.title).trim() || textOf(form.name).trim()
  if (title === '') refuse('', 'It has no title')
  const seen = new Set<string>()
  const items = listOf(form.item).map((item) =>
    readItem(item, { depth: 1, contained: listOf(form.contained), seen, refuse }),
  )
  if (flatItems(items).every(({ item }) => !isQuestion(item))) refuse('', 'It asks nothing')
  if (seen.size > QUESTIONS_MAX) refuse('', `It has more than ${QUESTIONS_MAX} questions`)
  for (const { item } of flatItems(items))
    for (const { question } of item.when?.conditions ?? [])
      if (!seen.has(question)) refuse(item.linkId, `It depends on ${question.slice(0, 100)}, which is not in the form`)
  return { title: title.slice(0, 200), intro: textOf(form.description).slice(0, TEXT_MAX), items, problems }
}

interface Reading {
  readonly depth: number
  readonly contained: readonly Fields[]
  readonly seen: Set<string>
  readonly refuse: (linkId: string, why: string) => void
}

function readItem(item: Fields, reading: Reading): FormItem {
  const { depth, contained, seen } = reading
  const linkId = textOf(item.linkId)
  const refuse = (why: string) => reading.refuse(linkId, why)
  if (!/^[\w.:/-]{1,100}$/.test(linkId)) refuse('Its linkId is not letters, digits and . _ : / -')
  if (RESERVED.has(linkId)) refuse('The page needs this linkId itself')
  if (seen.has(linkId)) refuse('Two items have this linkId')
  seen.add(linkId)
  for (const key of Object.keys(item)) if (!KNOWN.has(key)) refuse(`${key.slice(0, 60)} is not supported`)
  const type = itemTypes.find((one) => one === item.type) ?? 'display'
  if (type !== item.type) refuse(`The type ${textOf(item.type).slice(0, 60) || '(none)'} is not supported`)
  if (item.readOnly === true) refuse('readOnly is not supported')
  if (depth > DEPTH_MAX) refuse(`It lies deeper than ${DEPTH_MAX} levels`)
  const isAsked = type !== 'group' && type !== 'display'
  const repeats = item.repeats === true
  if (repeats && !isAsked) refuse('Only questions repeat, not groups')
  const { options, chosen, problem } = readOptions(item, contained)
  if (problem !== null) refuse(problem)
  if (chosen.length > 1 && !repeats) refuse('More than one of its choices is chosen at first')
  const text = [textOf(item.prefix), textOf(item.text)].filter((part) => part !== '').join(' ')
  if (text === '' && type !== 'group') refuse('It has no text')
  if (text.length > TEXT_MAX) refuse(`Its text is longer than ${TEXT_MAX} characters`)
  const items = depth > DEPTH_MAX ? [] : listOf(item.item).map((one) => readItem(one, { ...reading, depth: depth + 1 }))
  return {
    ...{ linkId, type, text, required: item.required === true && isAsked, repeats, options, items },
    maxLength: typeof item.maxLength === 'number' && item.maxLength > 0 ? item.maxLength : null,
    initial: [...listOf(item.initial).map(valueIn), ...chosen],
    when: readConditions(item, refuse),
  }
}

function readConditions(item: Fields, refuse: (why: string) => void): FormItem['when'] {
  const conditions = listOf(item.enableWhen).map((one): Condition => {
    const operator = OPERATORS.find((known) => known === one.operator)
    if (operator === undefined) refuse('It depends on an answer by an unknown operator')
    return { question: textOf(one.question), operator: operator ?? 'exists', value: valueIn(one) }
  })
  return conditions.length === 0 ? null : { all: item.enableBehavior === 'all', conditions }
}

/** The answer that an element `answer[x]` or `value[x]` holds, as the page takes it: a choice by its code. */
function valueIn(element: Fields): string {
  for (const [key, value] of Object.entries(element)) {
    if (!/^(answer|value)[A-Z]/.test(key)) continue
    if (typeof value === 'object' && value !== null) {
      const { code, value: amount, display } = value as Fields
      return wordOf(code ?? amount ?? display)
    }
    return primitiveOf(key, value)
  }
  return ''
}

export function isQuestion({ type }: Pick<FormItem, 'type'>): boolean {
  return type !== 'group' && type !== 'display'
}

/** All items in the order of the form, with how deep they lie. */
export function flatItems(items: readonly FormItem[], depth = 0): readonly { item: FormItem; depth: number }[] {
  return items.flatMap((item) => [{ item, depth }, ...flatItems(item.items, depth + 1)])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
