/** The words that proposals ask for instead: none is heard as something else, and none is asked for by the text already. */
import type { Choice } from './reply-instructions.rules.ts'
import type { Heard } from './reply-purposes.rules.ts'

/** A word that the guard found, and for which purpose the text asks for it. */
export interface Wanted {
  readonly choice: Choice
  readonly heard: Heard
  readonly purpose: string | null
}

interface Rules {
  /** Words for "I can't come" that the sender hears, before the general ones. */
  readonly declineWords: readonly string[]
  /** Whether a reply with the word is heard as something else than the purpose. */
  readonly isWrong: (word: string, purpose: string | null) => boolean
}

const DECLINE = ['NO', 'DECLINE', 'SKIP', 'PASS']
const PEOPLE: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nurse|enfermer)/i, 'NURSE'],
  [/\b(?:call|phone|ring|llam)/i, 'CALL'],
]
const ANSWERED = ['MORE', 'CALL', 'NURSE']
const OTHERS = ['MORE', 'CALL', 'BOOK', 'NURSE', 'NO']
const BOOKS = /\b(?:book|schedule|appointment|appt|visit|slot|reserv|shot|vaccin|cita|agend)/i
const INVITES = /^\W*(?:to|2|for|para)\s+(?:join|book|talk|speak|learn|get|start|begin|receive|see|hablar|reservar)\b/i
const REFUSES = /\b(?:cancel|can['’]?t|cannot|won['’]?t|not com|declin|no puede)/i
/** "to join the study" and "for refills" name their own word. */
const NAMED =
  /^\s*(?:to|2|for|4|if|para|por)\s+(?:(?:a|an|the|our|your|my|get|have|un|una|el|la|su)\s+)*(\p{L}{3,12})(?!\p{L})/iu

/** The words for each, in order. A word that the text asks for twice for one purpose gets one word. */
export function insteadOf(text: string, wanted: readonly Wanted[], rules: Rules): string[] {
  const taken = capitalsIn(text)
  const chosen = new Map<string, string>()
  return wanted.map((one) => {
    const { choice, purpose } = one
    const key = `${choice.word.toLowerCase()} ${purpose?.trim().toLowerCase() ?? ''}`
    const word = chosen.get(key) ?? freeOf(candidatesOf(one, rules), { purpose, taken, isWrong: rules.isWrong })
    chosen.set(key, word)
    taken.add(word)
    return word
  })
}

/** A word in capitals may be one that the text asks for. */
function capitalsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<![\p{L}\p{N}'])\p{Lu}+(?![\p{L}\p{N}'])/gu)].map(([word]) => word))
}

function candidatesOf({ heard, purpose }: Wanted, { declineWords }: Rules): string[] {
  const about = (pattern: RegExp) => purpose !== null && pattern.test(purpose)
  if (about(REFUSES) || (heard === 'optOut' && !about(INVITES))) return [...declineWords, ...DECLINE, ...OTHERS]
  const people = PEOPLE.flatMap(([pattern, word]) => (about(pattern) ? [word] : []))
  if (heard === 'help') return [...people, ...ANSWERED, ...OTHERS]
  const named = NAMED.exec(purpose ?? '')?.[1]?.toUpperCase() ?? []
  return [...people, named, about(BOOKS) ? 'BOOK' : [], OTHERS].flat()
}

interface Room {
  readonly purpose: string | null
  readonly taken: ReadonlySet<string>
  readonly isWrong: Rules['isWrong']
}

function freeOf(candidates: readonly string[], { purpose, taken, isWrong }: Room): string {
  const free = candidates.find((word) => !taken.has(word) && !isWrong(word, purpose))
  if (free !== undefined) return free
  // A text with so many wrong words gets numbered ones.
  for (let number = 1; ; number += 1) if (!taken.has(`CHOICE${number}`)) return `CHOICE${number}`
}
