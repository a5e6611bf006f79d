/** Finds the option that a patient means, by number, label, keyword, a word that one option alone has, or with a slip. */
import type { PromptOption, Understood } from './understood.ts'
import { core, isLittle, isSlipOf, negates, numberWord, placeWord, plain, wordsIn } from './words.ts'
import { saysYesOrNo } from './yes-no.ts'

/** A longer text is never taken for an option unless it has the whole label. */
const SHORT_WORDS = 6
/** More options than these are not asked back. */
const NEAR_MAX = 4
const PREFIX_MIN = 3

interface Known {
  readonly id: string
  /** Labels and keywords in their plain form, longest first. */
  readonly names: readonly string[]
  readonly labels: readonly string[]
  /** Their words that may tell one option from another, each once. */
  readonly words: ReadonlySet<string>
}

interface KnownOptions {
  readonly known: readonly Known[]
  /** The ids of the options that have a name. */
  readonly byName: ReadonlyMap<string, readonly string[]>
}

/** The check asks about the same options once for each of their words. */
const readBefore = new WeakMap<readonly PromptOption[], KnownOptions>()

function read(options: readonly PromptOption[]): KnownOptions {
  const before = readBefore.get(options)
  if (before !== undefined) return before
  const known = options.map(({ id, labels, keywords }): Known => {
    const own = labels.map(plain).filter((name) => name !== '')
    const names = [...own, ...keywords.map(plain).filter((name) => name !== '')]
    return { id, labels: own, names, words: new Set(names.flatMap(wordsIn).filter((word) => !isLittle(word))) }
  })
  const byName = new Map<string, string[]>()
  for (const { id, names } of known)
    for (const name of new Set(names)) byName.set(name, [...(byName.get(name) ?? []), id])
  readBefore.set(options, { known, byName })
  return { known, byName }
}

export function understandChoice(text: string, options: readonly PromptOption[]): Understood {
  const said = plain(text)
  if (said === '') return { nothing: 'unclear' }
  const { known, byName } = read(options)
  const short = core(said)
  const whole = byName.get(said) ?? byName.get(short)
  const place = placeIn(said, options.length) ?? placeIn(short, options.length)
  const numbered = place === undefined ? undefined : options[place - 1]?.id
  const certain = [...new Set([...(whole ?? []), ...(numbered === undefined ? [] : [numbered])])]
  if (certain.length > 0) return certain.length === 1 ? { heard: certain[0] as string } : near(certain)
  if (place !== undefined) return { nothing: 'outOfRange' }
  const yesOrNo = saysYesOrNo(text)
  if (yesOrNo !== null) {
    const same = known.filter(({ labels }) => labels.some((label) => saysYesOrNo(label) === yesOrNo))
    // "No" is meant before "Not now".
    const bare = same.filter(({ labels }) => labels.some((label) => !label.includes(' ')))
    const [only, ...others] = bare.length > 0 ? bare : same
    if (only !== undefined && others.length === 0) return { heard: only.id }
  }
  return byWords(said, short, known)
}

function near(ids: readonly string[]): Understood {
  return ids.length > 0 && ids.length <= NEAR_MAX ? { near: ids } : { nothing: 'unclear' }
}

const NUMBER_LEAD = /^(?:the |el |la |los |las )?(?:number |numero |num |nro |option |opcion |choice |answer )?/
const NUMBER_TAIL = /(?: (?:one|option|choice|opcion|answer|respuesta))?$/

/** The place that the whole text names: "2", "#2", "two", "the second one"; 0 or too high is a place too. */
function placeIn(said: string, count: number): number | undefined {
  const bare = said.replace(NUMBER_LEAD, '')
  const word = bare === 'one' ? bare : bare.replace(NUMBER_TAIL, '')
  if (/^\d{1,3}$/.test(word)) return Number(word)
  if (word === 'last' || word === 'ultimo' || word === 'ultima') return count
  return numberWord(word) ?? placeWord(word)
}

function byWords(said: string, short: string, known: readonly Known[]): Understood {
  const words = wordsIn(said)
  const padded = ` ${said} `
  const isNegated = words.some(negates)
  const isLong = words.length > SHORT_WORDS
  const within = known.filter(({ names, labels }) =>
    (isLong ? labels : names).some((name) => padded.includes(` ${name} `)),
  )
  // "Book a visit" is in "Book a visit online": the longer label is meant.
  const longest = within.filter((one) => !within.some((other) => other !== one && isCovered(one, other, padded)))
  if (isNegated) return { nothing: 'negated' }
  if (longest.length === 1) return { heard: longest[0]?.id ?? '' }
  if (longest.length > 1) return near(longest.map(({ id }) => id))
  const starts = known.filter(({ names }) => short.length >= PREFIX_MIN && names.some((name) => name.startsWith(short)))
  if (starts.length === 1 && !isLong) return { heard: starts[0]?.id ?? '' }
  return byVotes(new Set(wordsIn(short)), known, isLong)
}

function isCovered(one: Known, other: Known, padded: string): boolean {
  const [mine, theirs] = [one, other].map(({ names }) => names.filter((name) => padded.includes(` ${name} `)))
  return (mine ?? []).every((name) =>
    (theirs ?? []).some((longer) => longer !== name && ` ${longer} `.includes(` ${name} `)),
  )
}

/** Each word speaks for the option that alone has it; unknown words make the guess unsure. */
function byVotes(words: ReadonlySet<string>, known: readonly Known[], isLong: boolean): Understood {
  const votes = new Set<string>()
  const shared = new Set<string>()
  let [told, unknown] = [0, 0]
  for (const word of words) {
    if (isLittle(word)) continue
    const owners = ownersOf(word, known)
    if (owners.length === 1) votes.add(owners[0] as string)
    else for (const id of owners) shared.add(id)
    if (owners.length === 0) unknown += 1
    else told += 1
  }
  if (votes.size === 1 && !isLong && unknown <= told) return { heard: [...votes][0] as string }
  return near(votes.size > 0 ? [...votes] : [...shared])
}

/** Options with the word itself come before those where it begins a word, and these before those where it has a slip. */
function ownersOf(word: string, known: readonly Known[]): string[] {
  const tests = [
    (own: string) => own === word,
    (own: string) => word.length >= PREFIX_MIN && (own.startsWith(word) || isPluralOf(word, own)),
    (own: string) => isSlipOf(word, own),
  ]
  for (const test of tests) {
    const owners = known.filter((option) => [...option.words].some(test))
    if (owners.length > 0) return owners.map(({ id }) => id)
  }
  return []
}

function isPluralOf(word: string, own: string): boolean {
  return word === `${own}s` || word === `${own}es`
}
