/** The facts that the clinic tells a step, the answers that a patient told a session, and the rules that hold of both. */
import { fold } from '../fold.rules.ts'
import type { FlowRule } from './flow.ts'
import { type BotChannel, type BotLanguage, type FactField, factFields } from './limits.rules.ts'

/** Every event carries the facts of its moment, so that a step that is replayed is the same step. */
export interface Facts {
  /** An instant in ISO 8601. */
  readonly now: string
  /** The zone of the clinic. */
  readonly zone: string
  readonly open: boolean
  /** The next opening, as an instant; null if none is known. */
  readonly opensAt: string | null
  readonly channel: BotChannel
  readonly language: BotLanguage
  readonly onFile: boolean
  readonly verified: boolean
  readonly hasVisit: boolean
  /** The values of the placeholders that no question sets, such as `clinic` and `visit.date`; null if not known. */
  readonly values: Readonly<Record<string, string | null>>
  /** Blocks whose local action was refused: the step runs again with their `failed`. */
  readonly refused?: readonly string[] | undefined
}

export type AnswerValue = string | number | boolean

export interface Answer {
  readonly value: AnswerValue
  /** As a person reads it. */
  readonly label: string
  readonly nodeId: string
  readonly verified: boolean
}

export type Answers = Readonly<Record<string, Answer>>

const FACTS: ReadonlySet<string> = new Set(factFields)

export function isFact(field: string): field is FactField {
  return FACTS.has(field)
}

export function answerOf(answers: Answers, key: string): Answer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined
}

/** Without a rule nothing holds. */
export function ruleHolds(rule: FlowRule | undefined, answers: Answers, facts: Facts): boolean {
  if (rule === undefined) return false
  const held: AnswerValue | undefined = isFact(rule.field) ? facts[rule.field] : answerOf(answers, rule.field)?.value
  const label = isFact(rule.field) ? undefined : answerOf(answers, rule.field)?.label
  if (rule.op === 'known') return held !== undefined
  if (rule.op === 'unknown') return held === undefined
  if (held === undefined || rule.value === undefined) return false
  const { value } = rule
  switch (rule.op) {
    case 'is':
      return isSame(held, value) || (label !== undefined && isSame(label, value))
    case 'isNot':
      return !(isSame(held, value) || (label !== undefined && isSame(label, value)))
    case 'has':
      return ` ${plain(held)} ${plain(label ?? '')} `.includes(` ${plain(value)} `)
    case 'more':
    case 'less':
      return compared(Number(held), Number(value), rule.op === 'more')
    // Days as YYYY-MM-DD are in the order of their letters.
    case 'before':
      return isDay(held) && String(held) < String(value)
    case 'after':
      return isDay(held) && String(held) > String(value)
  }
}

function compared(held: number, wanted: number, isMore: boolean): boolean {
  return isMore ? held > wanted : held < wanted
}

function isDay(value: AnswerValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

function isSame(one: AnswerValue, other: AnswerValue): boolean {
  if (typeof one === 'number' && String(other).trim() !== '') return one === Number(other)
  return plain(one) === plain(other)
}

function plain(value: AnswerValue): string {
  return fold(String(value))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
