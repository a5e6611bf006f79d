/** Checks what a patient answered, and makes the items of a FHIR QuestionnaireResponse of it. */
import { type Condition, type FormItem, flatItems, isQuestion, REPEATS_MAX } from './questionnaire.rules.ts'

/** The answers as they were typed, by linkId. A choice is answered by its code. */
export type Sent = Readonly<Record<string, readonly string[]>>

export interface ResponseItem {
  readonly linkId: string
  readonly text?: string
  readonly answer?: readonly Readonly<Record<string, unknown>>[]
  readonly item?: readonly ResponseItem[]
}

export interface Checked {
  readonly items: readonly ResponseItem[]
  readonly issues: readonly { readonly linkId: string; readonly message: string }[]
}

const LENGTH_MAX = { string: 500, text: 5000 } as const

export function checkAnswers(items: readonly FormItem[], sent: Sent): Checked {
  const given = filled(sent)
  const asked = askedOf(items, given)
  const issues: { linkId: string; message: string }[] = []
  const respond = (list: readonly FormItem[]): ResponseItem[] =>
    list.flatMap((item): ResponseItem[] => {
      if (!asked.has(item.linkId) || item.type === 'display') return []
      const inner = respond(item.items)
      const label = item.text === '' ? {} : { text: item.text }
      if (!isQuestion(item)) return inner.length === 0 ? [] : [{ linkId: item.linkId, ...label, item: inner }]
      const answers = given[item.linkId] ?? []
      const message = problemOf(item, answers)
      if (message !== null) issues.push({ linkId: item.linkId, message })
      if (answers.length === 0 && inner.length === 0) return []
      const answer = message === null ? answers.map((one) => answerOf(item, one)) : []
      return [{ linkId: item.linkId, ...label, answer, ...(inner.length > 0 && { item: inner }) }]
    })
  return { items: respond(items), issues }
}

/** Blank answers are none. */
function filled(sent: Sent): Sent {
  return Object.fromEntries(
    Object.entries(sent).map(([linkId, values]) => [
      linkId,
      values.map((one) => one.trim()).filter((one) => one !== ''),
    ]),
  )
}

/** The items that are asked: an item below one that isn't asked is not asked either, and its answer counts for nothing. */
export function askedOf(items: readonly FormItem[], sent: Sent): ReadonlySet<string> {
  const parents = new Map<string, FormItem | null>()
  const byId = new Map(flatItems(items).map(({ item }) => [item.linkId, item]))
  for (const item of items) parents.set(item.linkId, null)
  for (const item of byId.values()) for (const inner of item.items) parents.set(inner.linkId, item)
  const known = new Map<string, boolean>()
  const isAsked = (item: FormItem): boolean => {
    const before = known.get(item.linkId)
    if (before !== undefined) return before
    // Items that depend on each other in a circle are not asked.
    known.set(item.linkId, false)
    const parent = parents.get(item.linkId)
    const asked = (!parent || isAsked(parent)) && isMet(item, (question) => answersTo(question))
    known.set(item.linkId, asked)
    return asked
  }
  const answersTo = (linkId: string): readonly string[] => {
    const question = byId.get(linkId)
    return question && isAsked(question) ? (sent[linkId] ?? []).filter((one) => one.trim() !== '') : []
  }
  return new Set([...byId.values()].filter(isAsked).map(({ linkId }) => linkId))
}

function isMet({ when }: FormItem, answersTo: (linkId: string) => readonly string[]): boolean {
  if (when === null) return true
  const met = (condition: Condition) => holds(condition, answersTo(condition.question))
  return when.all ? when.conditions.every(met) : when.conditions.some(met)
}

function holds({ operator, value }: Condition, answers: readonly string[]): boolean {
  if (operator === 'exists') return answers.length > 0 === (value !== 'false')
  return answers.some((answer) => {
    if (operator === '=') return answer === value
    if (operator === '!=') return answer !== value
    const [one, other] = [Number(answer), Number(value)]
    const order = Number.isNaN(one) || Number.isNaN(other) ? compare(answer, value) : one - other
    if (operator === '>') return order > 0
    if (operator === '<') return order < 0
    return operator === '>=' ? order >= 0 : order <= 0
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the characters that are refused
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** The sentence about the first fault of the answers; null if there is none. */
function problemOf(item: FormItem, answers: readonly string[]): string | null {
  if (answers.length === 0) return item.required ? 'Please answer this question' : null
  const most = item.type === 'choice' || item.type === 'open-choice' ? item.options.length + 1 : REPEATS_MAX
  if (answers.length > (item.repeats ? most : 1)) return 'That is more than one answer'
  return answers.map((answer) => problemOfOne(item, answer)).find((problem) => problem !== null) ?? null
}

function problemOfOne(item: FormItem, answer: string): string | null {
  const longest = Math.min(
    item.maxLength ?? LENGTH_MAX.text,
    item.type === 'text' ? LENGTH_MAX.text : LENGTH_MAX.string,
  )
  if (CONTROL.test(answer) || !answer.isWellFormed()) return 'Please leave out the signs that can not be printed'
  if (answer.length > longest) return `Please use at most ${longest} characters`
  switch (item.type) {
    case 'boolean':
      return answer === 'true' || answer === 'false' ? null : 'Please choose Yes or No'
    case 'integer':
      return /^-?\d{1,9}$/.test(answer) ? null : 'Please write a whole number'
    case 'decimal':
    case 'quantity':
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(answer) ? null : 'Please write a number'
    case 'date':
      return isDay(answer) ? null : 'Please write a day as year-month-day, such as 1980-05-31'
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(answer) ? null : 'Please write a time as 14:30'
    case 'dateTime': {
      const [day = '', time = ''] = answer.split('T')
      return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? null : 'Please write a day and a time'
    }
    case 'choice':
      return item.options.some(({ code }) => code === answer) ? null : 'Please choose one of the answers'
    default:
      return null
  }
}

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function answerOf({ type, options }: FormItem, answer: string): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'boolean':
      return { valueBoolean: answer === 'true' }
    case 'integer':
      return { valueInteger: Number(answer) }
    case 'decimal':
      return { valueDecimal: Number(answer) }
    case 'quantity':
      return { valueQuantity: { value: Number(answer) } }
    case 'date':
      return { valueDate: answer }
    case 'time':
      return { valueTime: `${answer}:00` }
    case 'dateTime':
      return { valueDateTime: answer }
    case 'choice':
    case 'open-choice': {
      const chosen = options.find(({ code }) => code === answer)
      return chosen ? { valueCoding: { code: chosen.code, display: chosen.label } } : { valueString: answer }
    }
    default:
      return { valueString: answer }
  }
}

export interface Answered {
  readonly linkId: string
  readonly question: string
  readonly answers: string[]
}

/** The questions of a response with their answers as people read them, in its order. */
export function answeredOf(items: readonly ResponseItem[]): Answered[] {
  return items.flatMap(({ linkId, text = '', answer, item = [] }) => [
    ...(answer === undefined ? [] : [{ linkId, question: text, answers: answer.map(shownAnswer) }]),
    ...answeredOf(item),
  ])
}

function shownAnswer(answer: Readonly<Record<string, unknown>>): string {
  const [value] = Object.values(answer)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object' || value === null) return String(value)
  const { display, code, value: amount } = value as Record<string, unknown>
  return String(display ?? code ?? amount ?? '')
}
