/** Finds the first names of patients in a reply. */
import { foldName } from '../fold.rules.ts'

export interface Person {
  readonly id: string
  readonly firstName: string
}

export interface KnownName {
  readonly pattern: RegExp
  /** Several patients of one number may have the same first name. */
  readonly ids: readonly string[]
  readonly isAlsoWord: boolean
}

/** First names that are also words. Among the words of a sentence they are none. */
const ALSO_WORDS = new Set(
  `will may mark hope joy grace faith art rich pat bill sue guy rose dawn june april august don frank drew chase miles
   earl jack ray gene dean grant mercy hunter mason carter taylor sunny summer autumn ivy lily olive ruby pearl amber angel
   destiny heaven harmony melody patience charity honor justice king prince duke major max ace sky star river rain
   sol luz paz mar rosa blanca linda alma dulce consuelo dolores socorro esperanza soledad pilar remedios salvador
   see can you man sir`.split(/\s+/),
)
const BEFORE_WORD = new Set(
  `i we he she they you u it that this these those who what when my the a an your our no in of el la los las un una
   last next both all yes ok please si con por`.split(/\s+/),
)
const AFTER_WORD = new Set(
  `be do come see make attend try call not have go i we you u he she it they my the me us him her so to that this of work
   confirm let take get need probably definitely also both all still much many works`.split(/\s+/),
)

/** Longer names first: "Mary Ann" is not Mary. A first name of several words is named by the first one too. */
export function knownNames(people: readonly Person[]): readonly KnownName[] {
  const idsOf = new Map<string, Set<string>>()
  for (const { id, firstName } of people) {
    const words = foldName(firstName).match(/[\p{L}\p{N}]+/gu) ?? []
    const [first = ''] = words
    for (const name of new Set([words.join(' '), first]))
      if (name.length > 1) idsOf.set(name, (idsOf.get(name) ?? new Set()).add(id))
  }
  return [...idsOf]
    .sort(([one], [other]) => other.length - one.length)
    .map(([name, ids]) => ({
      pattern: new RegExp(`(?<![\\p{L}\\p{N}#])${name}(?:e?s)?(?![\\p{L}\\p{N}])`, 'gu'),
      ids: [...ids],
      isAlsoWord: name.length < 3 || ALSO_WORDS.has(name),
    }))
}

/** The words with `#0`, `#1` in the place of the names, by their order in `names`. */
export function marked(words: string, names: readonly KnownName[]): string {
  return names.reduce(
    (text, { pattern, isAlsoWord }, index) =>
      text.replace(pattern, (found, offset: number) => {
        const isWord = isAlsoWord && !standsAlone(text, offset, offset + found.length)
        return isWord ? found : `#${index}`
      }),
    words,
  )
}

function standsAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(0, from).trim().split(' ').at(-1) ?? ''
  const after = text.slice(to).trim().split(' ', 1)[0] ?? ''
  return !BEFORE_WORD.has(before) && !before.startsWith('#') && !AFTER_WORD.has(after) && !/^\d/.test(after)
}
