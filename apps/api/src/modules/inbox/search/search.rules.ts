import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'

/** Further words hardly narrow the result. */
const WORDS_MAX = 10

/** The words of a search; empty if it has neither letter nor digit. */
export function askedWords(search: string): string[] {
  return indexWords(search).slice(0, WORDS_MAX)
}

/** A query for all words as prefixes. Words consist of letters and digits, so they contain no operators. */
export function tsquery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ')
}
