/** Names of persons in a text. */
import { foldName } from '../fold.rules.ts'
import type { LintFacts } from './lint-facts.rules.ts'
import { normalize, wordKey } from './normal-text.rules.ts'
import { functionWords, givenNames } from './privacy-words.rules.ts'
import type { Sentence } from './sentences.rules.ts'

const TITLES = new Set('dr dra mr mrs ms miss sr sra srta senor senora don dona doctor doctora nurse'.split(' '))
const GREETINGS = new Set('hi hello hey dear hola estimado estimada querido querida'.split(' '))
/** Words with a capital that are no names. */
const NO_NAMES = new Set(
  `everyone all there friend friends sir madam google team reviewer neighbor neighbors customer patient guest folks again todos
  amigo amiga paciente cliente facebook yelp medicare medicaid thanksgiving christmas the a i we our please thank thanks`.split(
    /\s+/,
  ),
)

/** The words of the names that a reply may hold. */
export function knownWords({ reviewer, people = [], places = [] }: LintFacts): ReadonlySet<string> {
  return new Set([reviewer ?? '', ...people, ...places].flatMap(wordsOf))
}

/**
 * The patients whom the lint looks for. A name that the reviewer or one of the staff bears in public is not among them, or the
 * lint would tell whether that person is a patient.
 */
export function namesToFind({ reviewer, people = [], patients = [] }: LintFacts): string[] {
  const bearers = [reviewer ?? '', ...people].map((name) => new Set(wordsOf(name)))
  return patients.filter((name) => !bearers.some((bearer) => wordsOf(name).every((word) => bearer.has(word))))
}

const BETWEEN = /[^\p{L}\p{M}\p{N}']+/u
const wordsOf = (name: string) => normalize(name).text.split(BETWEEN).filter(Boolean).map(wordKey)
/** A word of a name without case, accents, apostrophes and the s of a possessive. */
const bareKey = (word: string) => foldName(word.replace(/'s$/i, '')).replaceAll("'", '')

interface Known {
  readonly known: ReadonlySet<string>
  readonly patients: readonly string[]
}

export function findNames(sentence: Sentence, text: string, { known, patients }: Known) {
  const { keys, starts, ends } = sentence
  const found: { from: number; to: number }[] = []
  const add = (first: number, last: number) => found.push({ from: starts[first] ?? 0, to: ends[last] ?? 0 })
  for (const [at, key] of keys.entries()) {
    if (known.has(key) || !isCapital(text, starts[at] ?? 0)) continue
    const before = keys[at - 1] ?? ''
    if (givenNames.has(key)) add(at, at)
    else if (TITLES.has(before) && !functionWords.has(key) && !NO_NAMES.has(key)) add(at - 1, at)
    else if (GREETINGS.has(before) && !functionWords.has(key) && !NO_NAMES.has(key)) add(at, at)
  }
  if (patients.length > 0)
    for (const places of withoutInitials(sentence)) {
      const line = ` ${places.map((at) => bareKey(text.slice(starts[at], ends[at]))).join(' ')} `
      for (const words of patients.flatMap(ordersOf)) {
        const place = line.indexOf(` ${words.join(' ')} `)
        if (place < 0) continue
        const first = line.slice(0, place).split(' ').length - 1
        add(places[first] ?? 0, places[first + words.length - 1] ?? 0)
      }
    }
  return found
}

/** The places of all words, and of those that are no initial, so that "Ann M. Lee" is read as "Ann Lee" too. */
function withoutInitials({ keys }: Sentence): number[][] {
  const all = keys.map((_, at) => at)
  const long = all.filter((at) => (keys[at] ?? '').length > 1)
  return long.length < all.length ? [all, long] : [all]
}

/** The words of a name as it is, and with the last name first. */
function ordersOf(name: string): string[][] {
  const words = normalize(name).text.split(BETWEEN).filter(Boolean).map(bareKey)
  return words.map((_, cut) => [...words.slice(cut), ...words.slice(0, cut)])
}

export interface FullName {
  readonly first: string
  readonly last: string
}

const NAME_WORDS_MOST = 5

/**
 * Rows of two to five words as first and last names, folded as the patients' are; the API looks them up among the patients. The
 * words of a name may stand with spaces or hyphens, with an initial between, and the last name first before a comma.
 */
export function nameCandidates(sentences: readonly Sentence[], text: string, most = 30_000): FullName[] {
  const found = new Map<string, FullName>()
  const add = (first: string, last: string) => found.set(`${first}\n${last}`, { first, last })
  for (const sentence of sentences)
    for (const places of withoutInitials(sentence)) {
      const { keys, starts, ends } = sentence
      const words = places.map((at) => foldName(text.slice(starts[at], ends[at]).replace(/'s$/i, '')))
      const hasComma = (cut: number) => text.slice(ends[places[cut - 1] ?? 0], starts[places[cut] ?? 0]).includes(',')
      for (const [from] of words.entries())
        for (let to = from + 2; to <= Math.min(from + NAME_WORDS_MOST, words.length); to++) {
          if (places.slice(from, to).every((at) => functionWords.has(keys[at] ?? ''))) continue
          for (let cut = from + 1; cut < to; cut++)
            for (const one of joined(words.slice(from, cut)))
              for (const other of joined(words.slice(cut, to))) {
                add(one, other)
                if (hasComma(cut)) add(other, one)
              }
          if (found.size >= most) return [...found.values()]
        }
    }
  return [...found.values()]
}

const joined = (words: readonly string[]) => (words.length === 1 ? words : [words.join(' '), words.join('-')])

function isCapital(text: string, at: number): boolean {
  const char = text.charAt(at)
  return char !== char.toLowerCase()
}
