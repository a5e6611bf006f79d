/** Names of persons in a text. */

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
  const known = new Set<string>()
  for (const name of [reviewer ?? '', ...people, ...places])
    for (const word of normalize(name).text.split(/[^\p{L}\p{M}\p{N}']+/u)) if (word) known.add(wordKey(word))
  return known
}

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
  if (patients.length > 0) {
    const line = ` ${keys.join(' ')} `
    for (const name of patients) {
      const words = normalize(name)
        .text.split(/[^\p{L}\p{M}\p{N}']+/u)
        .filter(Boolean)
        .map(wordKey)
      const place = words.length > 0 ? line.indexOf(` ${words.join(' ')} `) : -1
      if (place < 0) continue
      const first = line.slice(0, place).split(' ').length - 1
      add(first, first + words.length - 1)
    }
  }
  return found
}

/** Rows of two words that may be a person's full name; the API looks them up among the patients. */
export function nameCandidates(sentences: readonly Sentence[], most = 400): string[] {
  const pairs = new Set<string>()
  for (const { keys } of sentences)
    for (const [at, key] of keys.entries()) {
      const next = keys[at + 1]
      if (next === undefined || functionWords.has(key) || functionWords.has(next)) continue
      pairs.add(`${key} ${next}`)
      if (pairs.size >= most) return [...pairs]
    }
  return [...pairs]
}

function isCapital(text: string, at: number): boolean {
  const char = text.charAt(at)
  return char !== char.toLowerCase()
}
