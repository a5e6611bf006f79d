/**
 * Interprets a patient's free words as the answer to reminders of one or several visits. A text confirms only if each of its
 * clauses is understood and one of them confirms; whatever else it says, a person decides.
 */
import { type Part, partsOf } from './reply-clauses.rules.ts'
import type { Repeatable } from './reply-facts.rules.ts'
import { meaningOf } from './reply-meanings.rules.ts'
import { type KnownName, knownNames, type Person } from './reply-people.rules.ts'
import { type Clause, joined, type Scoped, scoped } from './reply-scopes.rules.ts'

export interface AskedVisit extends Repeatable {
  readonly appointmentId: string
  readonly patientId: string
  readonly firstName: string
  /** Whom "he" and "she" may mean. */
  readonly gender: 'male' | 'female' | 'other' | 'unknown'
}

interface Sender {
  /** The conversation's patient, whom "me" means; null if it has none. */
  readonly patientId: string | null
  /** The patients of the number, asked or not. */
  readonly members: readonly Person[]
}

export type ReplyKind = 'confirm' | 'reschedule' | 'cancelAsked' | 'saidCancel' | 'late' | 'unclear'

export interface ReplyVerdict {
  readonly appointmentId: string
  readonly as: ReplyKind
}

export interface InterpretedReply {
  /** A visit that the text says nothing about has none. */
  readonly verdicts: readonly ReplyVerdict[]
  /** Every clause was understood as a confirmation, or as thanks beside one: nothing is left to do. */
  readonly isPlainConfirmation: boolean
}

const NOTHING: InterpretedReply = { verdicts: [], isPlainConfirmation: false }

export function interpretReply(text: string, asked: readonly AskedVisit[], sender: Sender): InterpretedReply {
  if (asked.length === 0) return NOTHING
  if (/^\W*cancel\W*$/i.test(text)) return all(asked, 'saidCancel')
  const patients = asked.map(({ patientId: id, firstName }) => ({ id, firstName }))
  const names = knownNames([...patients, ...sender.members])
  const parts = partsOf(text, names)
  const speaker = speakerOf(parts, names)
  const clauses = joined(parts.map((part) => clauseOf(part, names)))
  const isShared = sender.members.some(({ id }) => patients.every((patient) => patient.id !== id))
  const scopes = scoped(clauses, asked, { patientId: sender.patientId, speaker, isShared })
  if (scopes.every(({ meaning }) => meaning === 'thanks')) return NOTHING
  const verdicts = asked.flatMap((visit) => {
    const as = verdictOf(scopes.filter(({ visits }) => visits.includes(visit)).map(({ meaning }) => meaning))
    return as === null ? [] : [{ appointmentId: visit.appointmentId, as }]
  })
  return { verdicts: isUnderstood(scopes) ? verdicts : verdicts.map(unconfirmed), isPlainConfirmation: isPlain(scopes) }
}

function clauseOf(part: Part, names: readonly KnownName[]): Clause {
  const tokens = [...part.words.matchAll(/#(\d+)/g)].map(([, index]) => names[Number(index)]?.ids ?? [])
  return {
    meaning: part.introduces !== null && part.words === '' ? 'thanks' : meaningOf(part),
    words: part.words,
    facts: part.facts,
    named: [...new Set(tokens.flat())],
    // Two patients of one first name.
    isAmbiguous: tokens.some((ids) => ids.length > 1),
  }
}

/** The patient of "this is Rosalind"; null if nobody says who they are. */
function speakerOf(parts: readonly Part[], names: readonly KnownName[]): string | null {
  const ids = parts.flatMap(({ introduces }) => (introduces === null ? [] : (names[introduces]?.ids ?? [])))
  const [id = null, ...others] = new Set(ids)
  return others.length === 0 ? id : null
}

function isUnderstood(scopes: readonly Scoped[]): boolean {
  return scopes.every(({ meaning }) => meaning !== 'unknown')
}

function unconfirmed(verdict: ReplyVerdict): ReplyVerdict {
  return verdict.as === 'confirm' ? { ...verdict, as: 'unclear' } : verdict
}

function isPlain(scopes: readonly Scoped[]): boolean {
  const said = scopes.filter(({ meaning }) => meaning !== 'thanks')
  // A yes about somebody whom no reminder asked needs a person.
  return said.length > 0 && said.every((one) => one.meaning === 'confirm' && one.visits.length > 0 && !one.namesOthers)
}

/** The strongest meaning counts: what needs a person outweighs a yes about the same visit. */
function verdictOf(meanings: readonly Scoped['meaning'][]): ReplyKind | null {
  const has = (meaning: Scoped['meaning']) => meanings.includes(meaning)
  if (has('cancel')) return 'cancelAsked'
  if (has('reschedule')) return 'reschedule'
  if (has('doubt')) return 'unclear'
  if (has('late')) return 'late'
  if (has('unknown')) return 'unclear'
  return has('confirm') ? 'confirm' : null
}

function all(asked: readonly AskedVisit[], as: ReplyKind): InterpretedReply {
  return { verdicts: asked.map(({ appointmentId }) => ({ appointmentId, as })), isPlainConfirmation: false }
}
