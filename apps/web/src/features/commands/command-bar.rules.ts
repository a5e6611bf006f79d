/** The sections of the command bar for a typed text, and their order. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { isFound } from '@foyer/contracts/search.rules.ts'

/** A page, or an action that is possible now. */
export interface Doable {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  readonly detail?: string
  readonly words?: string
  /** Why it can't be done now. */
  readonly why?: string
}

/** A patient without a conversation among the results. */
interface FoundPatient {
  readonly patientId: string
  readonly name: string
  readonly phoneNumber: string
  readonly mrn: string | null
}

export interface SearchResults {
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

export const NOTHING_FOUND: SearchResults = { conversations: [], patients: [] }
const DOABLES_MAX = 8

/** The patients who can be texted and whose conversation is not among the results. */
export function resultsOf(conversations: readonly Conversation[], people: readonly Person[]): SearchResults {
  const known = new Set(conversations.map(({ patientId }) => patientId))
  const patients = people.flatMap(({ _id, name, phoneNumber, mrn, kind }) =>
    kind === 'patient' && phoneNumber !== null && !known.has(_id) ? [{ patientId: _id, name, phoneNumber, mrn }] : [],
  )
  return { conversations, patients }
}

/** [RULE-06] The text to search for: of a phone number in any notation, its digits. */
export function searchWords(typed: string): string {
  const text = typed.trim()
  const digits = text.replace(/\D/g, '')
  return digits !== '' && /^[\d\s()+.-]+$/.test(text) ? digits : text
}

interface SectionsInput {
  readonly typed: string
  readonly pages: readonly Doable[]
  readonly actions: readonly Doable[]
  readonly found: SearchResults
}

/**
 * Pages and actions stand above the search results, because results that arrive later must not move what the user
 * is about to choose.
 */
export function sectionsOf({ typed, pages, actions, found }: SectionsInput): Section[] {
  const words = wordsOf(typed)
  // Before anything is typed, the bar offers what a key does: everything else would be a long list to read.
  const offered = words.length === 0 ? actions.filter(({ keys }) => keys.length > 0) : actions
  const max = words.length === 0 ? offered.length : DOABLES_MAX
  const doable = (kind: 'page' | 'action', all: readonly Doable[]): Choice[] =>
    sortByRank(all, (one) => rankDoable(one, words)).map((one) => ({ kind, id: `${kind} ${one.id}`, doable: one }))
  const conversations = sortByRank(found.conversations, (one) => rankPerson(one, typed)).map(
    (conversation): Choice => ({ kind: 'conversation', id: `conversation ${conversation.id}`, conversation }),
  )
  const patients = sortByRank(found.patients, (one) => rankPerson(one, typed)).map(
    (patient): Choice => ({ kind: 'patient', id: `patient ${patient.patientId}`, patient }),
  )
  return [
    { title: 'Pages', choices: doable('page', pages) },
    { title: 'Actions', choices: doable('action', offered).slice(0, max) },
    { title: 'Conversations', choices: conversations },
    { title: 'Patients to write to', choices: patients },
  ].filter(({ choices }) => choices.length > 0)
}

function wordsOf(typed: string): string[] {
  return foldName(typed).split(/\s+/).filter(Boolean)
}

/**
 * 0 if the text begins with the words, 1 if some word of it begins with each. Null if a word is missing. Lower
 * ranks first.
 */
function rank(text: string, words: readonly string[]): number | null {
  const folded = foldName(text)
  const own = folded.split(/[^\p{L}\p{N}]+/u)
  if (folded.startsWith(words.join(' '))) return 0
  return words.every((word) => own.some((one) => one.startsWith(word))) ? 1 : null
}

/** As `rank`; 2 if the words are found only with the item's other words. */
function rankDoable({ title, words: others = '' }: Doable, words: readonly string[]): number | null {
  return rank(title, words) ?? (rank(`${title} ${others}`, words) === null ? null : 2)
}

interface Searchable {
  readonly name: string
  readonly phoneNumber: string
  readonly mrn: string | null
  readonly status?: Conversation['status']
}

/**
 * [OPEN-070] Matches like the server: every word of the search is in the name, the MRN or the number. Closed
 * conversations rank lower.
 */
function rankPerson(person: Searchable, typed: string): number | null {
  if (!isFound(person, typed)) return null
  const isOpen = person.status === undefined || person.status === 'open' || person.status === 'unassigned'
  return (rank(person.name, wordsOf(typed)) ?? 2) * 2 + (isOpen ? 0 : 1)
}

/** The items that have a rank, lowest first; items of the same rank keep their order. */
function sortByRank<One>(all: readonly One[], rankOf: (one: One) => number | null): One[] {
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
  resolved: 'Resolved',
}

/** The details that tell people with the same name apart. */
export function detailsOf({ phoneNumber, birthdate, mrn, status, staffAssigned }: Conversation): string[] {
  const whose = status === 'open' ? (staffAssigned[0]?.name ?? 'Open') : STATUS_WORDS[status]
  return [
    phoneNumber === '' ? 'Chat' : displayPhone(phoneNumber),
    ...(birthdate === null ? [] : [`Born ${bornWords(birthdate)}`]),
    ...(mrn === null ? [] : [`MRN ${mrn}`]),
    whose,
  ]
}

/** Formats "1968-03-14" as "03/14/1968". */
function bornWords(birthdate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthdate) ?? []
  return year === undefined ? birthdate : `${month}/${day}/${year}`
}

/** [ENTITY-04] The name, or the number when the name is unknown. */
export function displayName({ name, phoneNumber }: Pick<Conversation, 'name' | 'phoneNumber'>): string {
  if (name.trim() !== '' && name !== 'Unknown') return name
  return phoneNumber === '' ? 'Web visitor' : displayPhone(phoneNumber)
}

/** Announced by screen readers. */
export function countWords(sections: readonly Section[]): string {
  const count = sections.reduce((sum, { choices }) => sum + choices.length, 0)
  return count === 1 ? '1 result' : `${count} results`
}
