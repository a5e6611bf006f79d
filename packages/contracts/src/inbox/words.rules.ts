import { fold } from '../fold.rules.ts'

/**
 * Splits a text into words for the search: without case, accents and punctuation, in any script. Stored texts and search
 * terms use the same rule, so neither depends on a dictionary or on the database's locale. In scripts without spaces between
 * words each character is a word.
 */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const WORD = new RegExp(String.raw`[${UNSPACED}]|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, 'gv')
const LONGEST = 60

export interface Word {
  readonly word: string
  /** The word's range in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: found, index }) => {
    const word = shortened(found)
    return word === '' ? [] : [{ word, from: index, to: index + found.length }]
  })
}

/** The words by which a search finds a message. */
export function indexWords(text: string): string[] {
  return [...new Set(wordsOf(text).map(({ word }) => word))]
}

/** The ranges of the words that begin with one of the search terms. */
export function marksIn(text: string, asked: readonly string[]): [from: number, to: number][] {
  return wordsOf(text)
    .filter(({ word }) => asked.some((one) => word.startsWith(one)))
    .map(({ from, to }) => [from, to])
}

function shortened(word: string): string {
  return fold(word).slice(0, LONGEST).toWellFormed()
}
