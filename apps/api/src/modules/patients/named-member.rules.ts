/** Which of the patients who share a number a text names. */
import { foldName } from '@foyer/contracts/fold.rules.ts'

export interface Member {
  readonly id: string
  readonly firstName: string
}

/** First names that are also everyday words of English or Spanish. They count only where they are clearly names. */
const EVERYDAY = new Set(
  `will may mark hope art bill grant sue rose joy faith grace june april august dawn don rich frank drew pat chase miles
   earl guy bob jack ray gene dean grant mercy hunter mason carter taylor sunny summer autumn ivy lily olive ruby pearl amber
   angel destiny heaven harmony melody patience charity honor justice king prince duke major max ace sky star river rain
   sol luz paz mar rosa blanca linda alma dulce consuelo dolores socorro esperanza soledad pilar remedios salvador`
    .split(/\s+/)
    .map(foldName),
)

/** A letter, then letters, marks, digits and the punctuation within names. */
const WORD = /\p{L}[\p{L}\p{M}\p{Nd}]*/gu
const SENTENCE_ENDS = /[.!?\n]\s*$/

interface Word {
  readonly folded: string
  /** Capitalized within a sentence, or followed by 's: a name, whatever else the word means. */
  readonly isName: boolean
}

/** The id of the one member whom the text names by the first name; null if it names nobody, or more than one. */
export function namedMember(body: string, members: readonly Member[]): string | null {
  const [only, another] = namedMembers(body, members)
  return only !== undefined && another === undefined ? only : null
}

export function namedMembers(body: string, members: readonly Member[]): readonly string[] {
  const words = wordsOf(body)
  return members.filter(({ firstName }) => names(words, firstName)).map(({ id }) => id)
}

function wordsOf(body: string): Word[] {
  return [...body.matchAll(WORD)].map(({ 0: word, index }) => {
    const before = body.slice(0, index)
    const after = body.slice(index + word.length)
    const isFirst = before.trim() === '' || SENTENCE_ENDS.test(before)
    const isCapital = word[0] !== word[0]?.toLowerCase() && word !== word.toUpperCase()
    return { folded: foldName(word), isName: (isCapital && !isFirst) || /^['’]s\b/.test(after) }
  })
}

/** A first name of several words is named by all of them in a row, or by the first one. */
function names(words: readonly Word[], firstName: string): boolean {
  const [first, ...rest] = foldName(firstName).match(/[\p{L}\p{Nd}]+/gu) ?? []
  if (first === undefined || first.length < 2) return false
  return words.some(({ folded, isName }, at) => {
    if (folded !== first) return false
    const isWhole = rest.length > 0 && rest.every((word, next) => words[at + 1 + next]?.folded === word)
    return isWhole || isName || !EVERYDAY.has(first)
  })
}
