/** What the command bar shows for what was typed, and in which order. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'

/** A page, or something that can be done now. */
export interface Doable {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
}

/** A patient with whom no conversation was found. */
interface FoundPatient {
  readonly patientId: string
  readonly name: string
  readonly phoneNumber: string
}

export interface Found {
  readonly conversations: readonly Conversation[]
  readonly patients: readonly FoundPatient[]
}

export type Choice =
  | { readonly kind: 'page' | 'action'; readonly id: string; readonly doable: Doable }
  | { readonly kind: 'conversation'; readonly id: string; readonly conversation: Conversation }
  | { readonly kind: 'patient'; readonly id: string; readonly patient: FoundPatient }

export interface Section {
  readonly title: string
  readonly choices: readonly Choice[]
}

export const NOTHING_FOUND: Found = { conversations: [], patients: [] }
const DOABLES_MAX = 5

/** Patients who can be written to and whose conversation is not among those that were found. */
export function foundOf(conversations: readonly Conversation[], people: readonly Person[]): Found {
  const known = new Set(conversations.map(({ patientId }) => patientId))
  const patients = people.flatMap(({ _id, name, phoneNumber, kind }) =>
    kind === 'patient' && phoneNumber !== null && !known.has(_id) ? [{ patientId: _id, name, phoneNumber }] : [],
  )
  return { conversations, patients }
}

/** [RULE-06] What is asked for: of a number, however it is written, the digits. */
export function askedWords(typed: string): string {
  const text = typed.trim()
  const digits = text.replace(/\D/g, '')
  return digits !== '' && /^[\d\s()+.-]+$/.test(text) ? digits : text
}

interface Shown {
  readonly typed: string
  readonly pages: readonly Doable[]
  readonly actions: readonly Doable[]
  readonly found: Found
}

/**
 * What is known at once stands above what is still looked up: what comes later must not push away what somebody is about
 * to choose.
 */
export function sectionsOf({ typed, pages, actions, found }: Shown): Section[] {
  const words = wordsOf(typed)
  const max = words.length === 0 ? actions.length : DOABLES_MAX
  const doable = (kind: 'page' | 'action', all: readonly Doable[]): Choice[] =>
    best(all, ({ title }) => rank(title, words)).map((one) => ({ kind, id: `${kind} ${one.id}`, doable: one }))
  const conversations = best(found.conversations, (one) => rankPerson(one, words)).map(
    (conversation): Choice => ({ kind: 'conversation', id: `conversation ${conversation.id}`, conversation }),
  )
  const patients = best(found.patients, (one) => rankPerson(one, words)).map(
    (patient): Choice => ({ kind: 'patient', id: `patient ${patient.patientId}`, patient }),
  )
  return [
    { title: 'Pages', choices: doable('page', pages) },
    { title: 'Actions', choices: doable('action', actions).slice(0, max) },
    { title: 'Conversations', choices: conversations },
    { title: 'Patients to write to', choices: patients },
  ].filter(({ choices }) => choices.length > 0)
}

function wordsOf(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean)
}

/** The lower the better: it begins so, a word of it begins so, it has them somewhere. Null where a word is missing. */
function rank(text: string, words: readonly string[]): number | null {
  const lower = text.toLowerCase()
  const own = lower.split(/[^\p{L}\p{N}]+/u)
  if (lower.startsWith(words.join(' '))) return 0
  return words.every((word) => own.some((one) => one.startsWith(word))) ? 1 : null
}

interface Someone {
  readonly name: string
  readonly phoneNumber: string
  readonly mrn?: string | null
  readonly status?: Conversation['status']
}

/** [OPEN-070] As the server looks for them: by parts of the name, the MRN and the number. What is closed comes later. */
function rankPerson({ name, phoneNumber, mrn = null, status }: Someone, words: readonly string[]): number | null {
  const isOpen = status === undefined || status === 'open' || status === 'unassigned'
  const text = words.join(' ')
  const digits = text.replace(/\D/g, '')
  const has =
    name.toLowerCase().includes(text) ||
    (mrn?.toLowerCase().includes(text) ?? false) ||
    (digits !== '' && phoneNumber.replace(/\D/g, '').includes(digits))
  return has ? (rank(name, words) ?? 2) * 2 + (isOpen ? 0 : 1) : null
}

/** Those that have a rank, the best first; of one rank as they came. */
function best<One>(all: readonly One[], rankOf: (one: One) => number | null): One[] {
  return all
    .flatMap((one) => {
      const ranked = rankOf(one)
      return ranked === null ? [] : [{ one, ranked }]
    })
    .toSorted((left, right) => left.ranked - right.ranked)
    .map(({ one }) => one)
}

const STATUS_WORDS: Readonly<Record<Conversation['status'], string>> = {
  open: 'Open',
  unassigned: 'Unassigned',
  pending: 'Pending',
  acknowledged: 'Acknowledged',
  resolved: 'Closed',
}

/** What tells two people of one name apart. */
export function detailsOf({ phoneNumber, birthdate, mrn, status, staffAssigned }: Conversation): string[] {
  const whose = status === 'open' ? (staffAssigned[0]?.name ?? 'Open') : STATUS_WORDS[status]
  return [
    phoneNumber === '' ? 'Chat' : displayPhone(phoneNumber),
    ...(birthdate === null ? [] : [`Born ${bornWords(birthdate)}`]),
    ...(mrn === null ? [] : [`MRN ${mrn}`]),
    whose,
  ]
}

/** "1968-03-14" is "03/14/1968". */
function bornWords(birthdate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthdate) ?? []
  return year === undefined ? birthdate : `${month}/${day}/${year}`
}

/** [ENTITY-04] Whose name is not known is shown by the number. */
export function nameOf({ name, phoneNumber }: Pick<Conversation, 'name' | 'phoneNumber'>): string {
  if (name.trim() !== '' && name !== 'Unknown') return name
  return phoneNumber === '' ? 'Web visitor' : displayPhone(phoneNumber)
}

/** For those who hear the bar. */
export function countWords(sections: readonly Section[]): string {
  const count = sections.reduce((sum, { choices }) => sum + choices.length, 0)
  return count === 1 ? '1 result' : `${count} results`
}
