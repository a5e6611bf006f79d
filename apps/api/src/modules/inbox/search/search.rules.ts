import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'

/** More words than that narrow nothing down any more. */
const WORDS_MAX = 10

/** The words asked for; none where the search has no letter and no digit. */
export function askedWords(search: string): string[] {
  return indexWords(search).slice(0, WORDS_MAX)
}

/** All of the words, each as a beginning. They hold letters and digits alone, so nothing in them could be an operator. */
export function tsquery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ')
}
