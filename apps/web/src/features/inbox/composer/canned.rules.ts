/** [INBOX-04] Canned messages: which are meant, and what they say to this patient. */

import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { NO_NAME } from '../../../lib/patient-names.rules.ts'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'

/** What is typed after the stroke at the start of an empty box; null where nobody asks for canned messages. */
export function cannedFilter(text: string): string | null {
  return /^\/([^\n/]{0,40})$/u.exec(text)?.[1] ?? null
}

/** Those with all of these words in their titles, those that begin with them first; where none is, in their texts. */
export function matchingCanned(all: readonly CannedMessage[], filter: string): CannedMessage[] {
  const typed = filter.trim().toLowerCase()
  if (typed === '') return [...all]
  const words = typed.split(/\s+/)
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const begins = ({ title }: CannedMessage) => (title.toLowerCase().startsWith(typed) ? 0 : 1)
  const titled = all.filter(({ title }) => holds(title)).toSorted((one, other) => begins(one) - begins(other))
  return titled.length > 0 ? titled : all.filter(({ message }) => holds(message))
}

interface Stretch {
  readonly text: string
  readonly marked: boolean
}

/** A title in stretches, those that were typed marked. */
export function markedTitle(title: string, filter: string): Stretch[] {
  const words = filter
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const lower = title.toLowerCase()
  // A letter whose small form is longer would shift every place behind it.
  if (words.length === 0 || lower.length !== title.length) return [{ text: title, marked: false }]
  const marks = Array.from(title, () => false)
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      marks.fill(true, at, at + word.length)
  const stretches: Stretch[] = []
  for (let at = 0, from = 0; at < title.length; at += 1) {
    if (at + 1 < title.length && marks[at + 1] === marks[at]) continue
    stretches.push({ text: title.slice(from, at + 1), marked: marks[at] === true })
    from = at + 1
  }
  return stretches
}

export interface Filling {
  readonly conversation: Conversation
  readonly clinic: string
  readonly staff: string
  readonly timezone: string
}

const PLACEHOLDER = /\{\{\s*([A-Za-z]+)\s*\}\}/g

/** The text with what is known of the patient, the clinic and the writer; what isn't known stays as it is written. */
export function filledCanned(message: string, filling: Filling): string {
  const known = valuesOf(filling)
  return message.replace(PLACEHOLDER, (whole, name: string) => known.get(name.toLowerCase()) ?? whole)
}

/** The placeholders that are still to be filled in, each once. */
export function unfilledIn(text: string): string[] {
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

function dateWords(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  }).format(instant)
}
