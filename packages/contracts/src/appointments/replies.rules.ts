/**
 * Interprets a patient's free words as the answer to reminders of one or several visits. Nothing confirms unless every
 * clause about the visit is understood: a doubt, a question or an unknown word leaves the decision to a person.
 */
import { fold } from '../fold.rules.ts'
import { type Meaning, meaningOf, type Repeatable } from './reply-meanings.rules.ts'
import { asksOrDeclines } from './reply-questions.rules.ts'

export interface AskedVisit extends Repeatable {
  readonly appointmentId: string
  readonly patientId: string
  readonly firstName: string
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

interface Clause {
  /** Null: it has names alone. */
  readonly meaning: Meaning | null
  /** The visits of the patients that it names; null if it names nobody. */
  readonly named: readonly AskedVisit[] | null
}

const NOTHING: InterpretedReply = { verdicts: [], isPlainConfirmation: false }

/** `patientId` is the conversation's patient, whom "me" means; null if it has none. */
export function interpretReply(text: string, asked: readonly AskedVisit[], patientId: string | null): InterpretedReply {
  if (asked.length === 0) return NOTHING
  if (/^\W*cancel\W*$/i.test(text)) return all(asked, 'saidCancel')
  const parts = clausesOf(text)
  const speaker = speakerOf(parts, asked)
  const read = parts.map((part) => clause(part, asked, speaker ?? patientId))
  const clauses = joined(narrowed(parts, read, asked, { speaker, patientId }))
  if (clauses.every(({ meaning }) => meaning === 'thanks')) return NOTHING
  const known = new Set(clauses.flatMap(({ named, meaning }) => (meaning === 'thanks' ? [] : (named ?? []))))
  const verdicts = asked.flatMap((visit) => {
    const about = clauses.filter(({ named, meaning }) =>
      named === null ? !known.has(visit) || meaning === 'doubt' || meaning === 'unknown' : named.includes(visit),
    )
    const as = verdictOf(about.flatMap(({ meaning }) => meaning ?? []))
    return as === null ? [] : [{ appointmentId: visit.appointmentId, as }]
  })
  return {
    verdicts,
    isPlainConfirmation: verdicts.length > 0 && clauses.every(({ meaning }) => isPlain(meaning)),
  }
}

/** The strongest meaning counts: what needs a person outweighs a yes about the same visit. */
function verdictOf(meanings: readonly Meaning[]): ReplyKind | null {
  const has = (meaning: Meaning) => meanings.includes(meaning)
  if (has('cancel')) return 'cancelAsked'
  if (has('reschedule')) return 'reschedule'
  if (has('doubt')) return 'unclear'
  if (has('late')) return 'late'
  if (has('unknown')) return 'unclear'
  return has('confirm') ? 'confirm' : null
}

function isPlain(meaning: Meaning | null): boolean {
  return meaning === 'confirm' || meaning === 'thanks'
}

function all(asked: readonly AskedVisit[], as: ReplyKind): InterpretedReply {
  return { verdicts: asked.map(({ appointmentId }) => ({ appointmentId, as })), isPlainConfirmation: false }
}

interface Part {
  /** As typed. */
  readonly text: string
  readonly words: string
}

/** Splits at punctuation, line breaks, and, but, pero, and a y between words. A time such as 9:30 stays whole. */
function clausesOf(text: string): Part[] {
  const joined = text
    // A full stop within a time or between initials separates nothing.
    .replace(/(\d)[.:](\d)/g, '$1:$2')
    .replace(/\b([ap])\.\s?m\.?/gi, '$1m')
  const pieces = joined.split(/(?<=[?!])|[,.;\n]+|(?<=\S\s)(?:and|but|pero|&)(?=\s\S)|(?<=\p{L}\s)[yY](?=\s\p{L})/u)
  return pieces
    .map((piece) => ({ text: piece, words: wordsOf(piece) }))
    .filter(({ text: piece, words }) => words !== '' || /[^\s!.,;:'"()-]/u.test(piece))
}

function wordsOf(text: string): string {
  return fold(text.replace(/['’‘`´]/g, ''))
    .replace(/[^\p{L}\p{N}:]+/gu, ' ')
    .replace(/(?<!\d):|:(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const EVERYBODY = /\b(?:both|all|everyone|everybody|los dos|las dos|ambos|ambas|todos|todas)\b/
const MYSELF = /\b(?:me|myself|mine|mi|yo|conmigo)\b/
const SUBJECT = /\b(?:i|ill|im|ive|my)\b/
/** First names that are also words; after them a verb follows where they are none. */
const ALSO_WORDS = new Set([
  'will',
  'may',
  'mark',
  'hope',
  'joy',
  'grace',
  'faith',
  'art',
  'rich',
  'pat',
  'bill',
  'sue',
  'guy',
])

function clause({ text, words }: Part, asked: readonly AskedVisit[], patientId: string | null): Clause {
  const { named, rest, said } = names(words, asked)
  const signs = text.replace(/[\p{L}\p{N}\s]/gu, '')
  const isAsking = asksOrDeclines(said)
  // "Are Rosalind and Elias confirmed": the question goes on after the names.
  if (isAsking && named.length > 0 && !rest.includes(' ')) return { named: null, meaning: 'doubt' }
  const meant = (visits: readonly AskedVisit[]): Meaning => {
    const meaning = meaningOf(rest, signs, visits)
    return isAsking && (meaning === 'confirm' || meaning === 'unknown' || meaning === 'thanks') ? 'doubt' : meaning
  }
  if (EVERYBODY.test(words)) return { named: asked, meaning: meant(asked) }
  const me = MYSELF.test(words) ? asked.filter((visit) => visit.patientId === patientId) : []
  const about = [...new Set([...named, ...me])]
  if (about.length === 0) return { named: null, meaning: meant(asked) }
  if (INTRODUCTION.test(rest)) return { named: null, meaning: 'thanks' }
  if (rest === '' && !signs.includes('?')) return { named: about, meaning: null }
  // "but not Elias"
  return { named: about, meaning: REFUSAL.test(rest) ? 'reschedule' : meant(about) }
}

const REFUSAL = /^(?:for )?(?:not|no|pero no)(?: for| para)?$/

/** The names of a clause without other words belong to the next clause: "Rosalind and Elias will be there". */
function joined(clauses: readonly Clause[]): readonly Clause[] {
  const result: Clause[] = []
  let waiting: readonly AskedVisit[] = []
  for (const one of clauses) {
    if (one.meaning === null) {
      waiting = [...waiting, ...(one.named ?? [])]
    } else {
      result.push(waiting.length === 0 ? one : { ...one, named: [...new Set([...waiting, ...(one.named ?? [])])] })
      waiting = []
    }
  }
  // A name at the end goes with the clause before: "yes for Rosalind and Elias".
  const last = result.pop()
  if (last === undefined) return waiting.length === 0 ? [] : [{ named: waiting, meaning: 'unknown' }]
  return [
    ...result,
    waiting.length === 0 ? last : { ...last, named: [...new Set([...(last.named ?? []), ...waiting])] },
  ]
}

/** Somebody who says who they are, or where other clauses name somebody else: "I" is this one patient. */
function narrowed(
  parts: readonly Part[],
  clauses: readonly Clause[],
  asked: readonly AskedVisit[],
  { speaker, patientId }: { speaker: string | null; patientId: string | null },
): readonly Clause[] {
  const self = speaker ?? patientId
  const others = clauses.some(({ named }) => named?.some((visit) => visit.patientId !== self))
  if (speaker === null && !others) return clauses
  const own = asked.filter((visit) => visit.patientId === self)
  return clauses.map((one, index) => {
    const isOwn = one.named === null && (speaker !== null || SUBJECT.test(parts[index]?.words ?? ''))
    return isOwn && own.length > 0 && !isPlainThanks(one) ? { ...one, named: own } : one
  })
}

function isPlainThanks({ meaning }: Clause): boolean {
  return meaning === 'thanks'
}

const INTRODUCTION = /^(?:hi |hello |hola )?(?:this is|its|it is|im|i am|my name is|soy|es|habla|me llamo)$/

/** The patient of "this is Rosalind"; null if nobody says who they are. */
function speakerOf(parts: readonly Part[], asked: readonly AskedVisit[]): string | null {
  for (const { words } of parts) {
    const { named, rest } = names(words, asked)
    const [first] = named
    if (first && INTRODUCTION.test(rest)) return first.patientId
  }
  return null
}

/** The visits whose patients the words name, the words without the names, and those with a pronoun for each name. */
function names(words: string, asked: readonly AskedVisit[]): { named: AskedVisit[]; rest: string; said: string } {
  let rest = words
  let said = words
  const named = asked.filter(({ firstName }) => {
    const name = wordsOf(firstName)
    if (name === '') return false
    const verb = ALSO_WORDS.has(name)
      ? '(?!\\s+(?:be|do|come|see|make|attend|try|call|not|have|go|i|we|you|he|she|it|they|my|the)\\b)'
      : ''
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}s?(?![\\p{L}\\p{N}])${verb}`, 'gu')
    if (!pattern.test(words)) return false
    rest = rest.replace(pattern, ' ')
    said = said.replace(pattern, 'he')
    return true
  })
  return { named, rest: rest.replace(/\s+/g, ' ').trim(), said }
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
