/** The message of a campaign or a template while it is written: its count, its gaps and its wording. */
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import type { Fallbacks } from '@foyer/contracts/outreach/field-values.rules.ts'
import { type FieldValues, fieldOf, type OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import { finishedMessage } from '@foyer/contracts/outreach/message.rules.ts'
import { placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import { fieldLabel, type Range } from './word-parts.rules.ts'

export interface WrittenMessage {
  readonly type: CampaignType
  /** Empty for a text. */
  readonly subject: string
  readonly content: string
  readonly fallbacks: Fallbacks
}

interface CountOptions {
  readonly values: FieldValues
  /** The address of short links; null where links stay as they are. */
  readonly shortLink: ((url: string) => string) | null
}

export interface MessageCount {
  readonly text: string
  readonly used: number
  readonly room: number
  readonly segments: number
  /** So many characters less fit one segment less; null for a text of one segment. */
  readonly excess: number | null
}

/** The count of a finished text. */
export function countOf({ type, content, fallbacks }: WrittenMessage, options: CountOptions): MessageCount {
  const { text } = finishedMessage({ type, words: content, fallbacks, ...options })
  const { used, room, segments, encoding } = segmentsOf(text)
  const less = segments - 1
  const roomOfLess = encoding === 'GSM-7' ? (less === 1 ? 160 : less * 153) : less === 1 ? 70 : less * 67
  return { text, used, room, segments, excess: less === 0 ? null : used - roomOfLess }
}

/** "Cut 25 characters to fit one segment and halve the bill."; null where little would be saved. */
export function savingWords({ segments, excess }: Pick<MessageCount, 'segments' | 'excess'>): string | null {
  if (excess === null || excess > 40 || segments > 4) return null
  const cut = `Cut ${excess === 1 ? '1 character' : `${excess} characters`}`
  return segments === 2 ? `${cut} to fit one segment and halve the bill.` : `${cut} to save a segment of each text.`
}

/** The fields of the words that may be missing, in their order, each once. The clinic's own details are the same for all. */
export function gapFields(content: string): OutreachField[] {
  const fields = placeholdersIn(content).flatMap(({ name, fallback }) =>
    fallback === null ? (fieldOf(name) ?? []) : [],
  )
  return [...new Set(fields)].filter((field) => !OF_CLINIC.has(field))
}

/** The words that a placeholder of the field has within its braces; undefined if none has any. */
export function wordsWithin(content: string, field: OutreachField): string | undefined {
  const own = placeholdersIn(content).find(({ name, fallback }) => fallback && fieldOf(name) === field)
  return own?.fallback ?? undefined
}

const OF_CLINIC: ReadonlySet<OutreachField> = new Set(['clinic', 'clinicPhone', 'bookingLink'])

/** "No first name on file for 14 patients. They will see “there” instead." */
export function gapWords(field: OutreachField, count: number, instead: string | undefined): string {
  const known = count === 1 ? '1 patient' : `${count.toLocaleString('en-US')} patients`
  const shown = instead === undefined || instead === '' ? 'other words' : `“${instead}”`
  return `No ${fieldLabel(field).toLowerCase()} on file for ${known}. They will see ${shown} instead.`
}

interface Finding extends Range {
  readonly level: 'problem' | 'warning'
  readonly message: string
  readonly proposal: string
}

/** The words that the guard flags; it proposes other ones. */
export function findingsIn(problems: readonly CampaignProblem[]): Finding[] {
  return problems.flatMap(({ code, level, from, to, message, proposal }) =>
    code === 'collides' && from !== null && to !== null && proposal !== undefined
      ? [{ level, from, to, message, proposal }]
      : [],
  )
}

/** All else that is wrong with the words. */
export function otherProblems(problems: readonly CampaignProblem[]): CampaignProblem[] {
  return problems.filter(({ code }) => code !== 'collides')
}

/** The label of the button that takes a problem's proposal. */
export function proposalLabel({ code }: Pick<CampaignProblem, 'code'>): string {
  return code === 'no_sender' ? 'Add the clinic’s name' : 'Use plain ones'
}
