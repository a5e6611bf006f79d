/** [INBOX-04] Canned messages: which ones match, and how they are filled in for a patient. */

import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { NO_NAME } from '../../../lib/patient-names.rules.ts'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'

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

const PLACEHOLDER = /\{\{\s*([A-Za-z]+)\s*\}\}/g

/** Fills in what is known of the patient, the clinic and the writer. Unknown placeholders stay as they are. */
export function fillCanned(message: string, filling: Filling): string {
  const known = valuesOf(filling)
  return message.replace(PLACEHOLDER, (whole, name: string) => known.get(name.toLowerCase()) ?? whole)
}

/** Where the first unfilled placeholder begins and ends; null for none. */
export function gapRange(text: string): readonly [number, number] | null {
  const found = text.matchAll(PLACEHOLDER).next().value
  return found ? [found.index, found.index + found[0].length] : null
}

/** Says which details are missing: "{{doctorName}} is not known. Fill it in, or remove it." */
export function gapWords(gaps: readonly string[]): string {
  return gaps.length === 1
    ? `${gaps[0]} is not known. Fill it in, or remove it.`
    : `${gaps.join(', ')} are not known. Fill them in, or remove them.`
}

/** The placeholders that are still unfilled, each once. */
export function unfilledPlaceholders(text: string): string[] {
  return [...new Set(text.match(PLACEHOLDER) ?? [])]
}

function valuesOf({ conversation, clinic, staff, timezone }: Filling): Map<string, string> {
  const { appointment, name } = conversation
  const full = name === NO_NAME ? '' : name.trim()
  const words = full.split(/\s+/)
  const values = new Map<string, string>()
  const put = (value: string | undefined, ...names: string[]) => {
    if (value) for (const one of names) values.set(one, value)
  }
  put(words[0], 'firstname')
  put(words.length > 1 ? words.at(-1) : undefined, 'lastname')
  put(full, 'name', 'patientname', 'fullname')
  put(clinic, 'clinic', 'clinicname', 'organization', 'organizationname')
  put(staff, 'staff', 'staffname', 'myname')
  put(staff.split(/\s+/)[0], 'stafffirstname', 'myfirstname')
  if (appointment) {
    const startsAt = new Date(appointment.startsAt)
    put(appointment.doctorName, 'doctor', 'doctorname')
    put(appointment.location, 'location', 'locationname')
    put(dateWords(startsAt, timezone), 'appointmentdate', 'visitdate')
    put(timeOfDay(startsAt, timezone), 'appointmenttime', 'visittime')
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

/** "Thursday, Nov 26". */
export function dateWords(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  }).format(instant)
}
