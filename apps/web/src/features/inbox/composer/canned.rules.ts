/** [INBOX-04] Canned messages: which ones match, and how they are filled in for a patient. */

import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { fieldOf, type OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import { momentWords } from '@foyer/contracts/outreach/moment-words.rules.ts'
import { filled, placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'
import { NO_NAME } from '../../../lib/patient-names.rules.ts'

export interface CannedQuery {
  /** The position of the slash, and the caret. */
  readonly from: number
  readonly to: number
  readonly typed: string
}

/**
 * The text from a slash at the beginning of a word to the caret; null for none. A word after the caret is not part of it, and
 * a slash within a word or a path begins none.
 */
export function cannedQueryAt(text: string, caret: number): CannedQuery | null {
  const before = /(?:^|[\s(])(\/[^\s/]{0,40})$/u.exec(text.slice(0, caret))?.[1]
  const after = /^[^\s]*/u.exec(text.slice(caret))?.[0] ?? ''
  if (before === undefined || after.includes('/')) return null
  return { from: caret - before.length, to: caret, typed: before.slice(1) }
}

/** The text with the message in place of the slash and what was typed after it, and the caret after the message. */
export function withCanned(text: string, { from, to }: CannedQuery, message: string): { text: string; caret: number } {
  const rest = text.slice(to)
  const gap = /^[\p{L}\p{N}]/u.test(rest) ? ' ' : ''
  return { text: text.slice(0, from) + message + gap + rest, caret: from + message.length }
}

/**
 * The messages with all words in their title, titles that begin with them first; without any, those with the words
 * in their text.
 */
export function matchingCanned(all: readonly CannedMessage[], filter: string): CannedMessage[] {
  const typed = filter.trim().toLowerCase()
  if (typed === '') return [...all]
  const words = typed.split(/\s+/)
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const begins = ({ title }: CannedMessage) => (title.toLowerCase().startsWith(typed) ? 0 : 1)
  const titled = all.filter(({ title }) => holds(title)).toSorted((one, other) => begins(one) - begins(other))
  return titled.length > 0 ? titled : all.filter(({ message }) => holds(message))
}

interface TitlePart {
  readonly text: string
  readonly marked: boolean
}

/** Splits a title into parts and marks the parts that match the typed words. */
export function markTitle(title: string, filter: string): TitlePart[] {
  const words = filter
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const lower = title.toLowerCase()
  // A letter whose lower case is longer would shift every index after it.
  if (words.length === 0 || lower.length !== title.length) return [{ text: title, marked: false }]
  const marks = Array.from(title, () => false)
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      marks.fill(true, at, at + word.length)
  const parts: TitlePart[] = []
  for (let at = 0, from = 0; at < title.length; at += 1) {
    if (at + 1 < title.length && marks[at + 1] === marks[at]) continue
    parts.push({ text: title.slice(from, at + 1), marked: marks[at] === true })
    from = at + 1
  }
  return parts
}

/** What is known of the patient to whom a text goes. */
export interface Addressee {
  readonly name: string
  readonly appointment: Pick<Visit, 'startsAt' | 'doctorName' | 'location'> | null
}

export interface Filling {
  readonly conversation: Addressee
  readonly clinic: string
  readonly staff: string
  readonly timezone: string
}

/** Fills in what is known of the patient, the clinic and the writer. Unknown placeholders stay as they are. */
export function fillCanned(message: string, filling: Filling): string {
  const known = valuesOf(filling)
  return filled(message, (name) => {
    const field = fieldOf(name) ?? STAFF_NAMES.get(name.toLowerCase())
    return (field && known.get(field)) ?? null
  }).text
}

/** Where the first unfilled placeholder begins and ends; null for none. */
export function gapRange(text: string): readonly [number, number] | null {
  const [first] = gapsIn(text)
  return first ? [first.from, first.to] : null
}

/** Staff who type numbers in braces mean them. */
function gapsIn(text: string) {
  return placeholdersIn(text).filter(({ name }) => /^[a-z]+$/i.test(name))
}

/** Says which details are missing: "{{doctorName}} is not known. Fill it in, or remove it." */
export function gapWords(gaps: readonly string[]): string {
  return gaps.length === 1
    ? `${gaps[0]} is not known. Fill it in, or remove it.`
    : `${gaps.join(', ')} are not known. Fill them in, or remove them.`
}

/** The placeholders that are still unfilled, each once. */
export function unfilledPlaceholders(text: string): string[] {
  return [...new Set(gapsIn(text).map(({ from, to }) => text.slice(from, to)))]
}

type StaffField = 'staff' | 'staffFirstName'

/** The names in lower case by which a message names its writer. */
const STAFF_NAMES: ReadonlyMap<string, StaffField> = new Map([
  ['staff', 'staff'],
  ['staffname', 'staff'],
  ['myname', 'staff'],
  ['stafffirstname', 'staffFirstName'],
  ['myfirstname', 'staffFirstName'],
])

function valuesOf({ conversation, clinic, staff, timezone }: Filling): Map<OutreachField | StaffField, string> {
  const { appointment, name } = conversation
  const full = name === NO_NAME ? '' : name.trim()
  const words = full.split(/\s+/)
  const values = new Map<OutreachField | StaffField, string>()
  const put = (field: OutreachField | StaffField, value: string | undefined) => {
    if (value) values.set(field, value)
  }
  put('firstName', words[0])
  put('lastName', words.length > 1 ? words.at(-1) : undefined)
  put('name', full)
  put('clinic', clinic)
  put('staff', staff)
  put('staffFirstName', staff.split(/\s+/)[0])
  if (appointment) {
    const startsAt = new Date(appointment.startsAt)
    put('doctor', appointment.doctorName)
    put('location', appointment.location)
    put('visitDate', momentWords(startsAt, timezone, 'day'))
    put('visitTime', momentWords(startsAt, timezone, 'time'))
  }
  return values
}

/** The details of a patient that "Insert" and canned messages fill in: the name and its parts, the doctor, the place, the day and the time. */
export function patientDetails(conversation: Addressee, timezone: string): string[] {
  return [...new Set(valuesOf({ conversation, clinic: '', staff: '', timezone }).values())]
}

/** Whether the text has one of the details as a whole word. */
export function hasDetail(text: string, details: readonly string[]): boolean {
  const isInWord = (character = '') => /[\p{L}\p{N}]/u.test(character)
  return details.some((detail) => {
    for (let at = text.indexOf(detail); at >= 0; at = text.indexOf(detail, at + 1))
      if (!isInWord(text[at - 1]) && !isInWord(text[at + detail.length])) return true
    return false
  })
}
