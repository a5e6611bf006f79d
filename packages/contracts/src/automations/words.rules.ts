/**
 * The comparison of words in patients' texts: without case, accents and punctuation, whole words only. "refill" is in "REFÍLL!"
 * and not in "refilled".
 */
import { fold } from '../fold.rules.ts'

const WORD = /[\p{L}\p{N}]+/gu
/** An apostrophe splits no word: "can't" is "cant". */
const APOSTROPHES = /['’‘`´]/g

/** The folded words of a text. */
export function plainWordsOf(text: string): readonly string[] {
  return fold(text.replace(APOSTROPHES, '')).match(WORD) ?? []
}

/** Whether the phrase's words stand in the text in a row. A phrase without a word is in no text. */
export function containsPhrase(text: string, phrase: string): boolean {
  return indexOfPhrase(plainWordsOf(text), plainWordsOf(phrase)) !== -1
}

export function beginsWithPhrase(text: string, phrase: string): boolean {
  const sought = plainWordsOf(phrase)
  const words = plainWordsOf(text)
  return sought.length > 0 && sought.every((word, index) => words[index] === word)
}

/** `word`: each word of the entry stands somewhere in the text. `phrase`: they stand in a row. */
export type WordMatch = 'word' | 'phrase'

/** The first entry that the text holds; null if it holds none. */
export function firstMatch(text: string, entries: readonly string[], match: WordMatch): string | null {
  const words = plainWordsOf(text)
  const has = new Set(words)
  const isFound = (entry: string) => {
    const sought = plainWordsOf(entry)
    if (match === 'phrase') return indexOfPhrase(words, sought) !== -1
    return sought.length > 0 && sought.every((word) => has.has(word))
  }
  return entries.find(isFound) ?? null
}

function indexOfPhrase(words: readonly string[], sought: readonly string[]): number {
  if (sought.length === 0) return -1
  return words.findIndex((_, start) => sought.every((word, index) => words[start + index] === word))
}
