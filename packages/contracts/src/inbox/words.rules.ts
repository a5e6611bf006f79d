/**
 * The words of a text, as a search compares them: without case, accents and punctuation, in any script. What is stored and
 * what is asked go through the same rule, so neither depends on a dictionary or on the store's locale. Scripts that put no
 * space between words are taken sign by sign.
 */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const WORD = new RegExp(String.raw`[${UNSPACED}]|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, 'gv')
const LONGEST = 60

export interface Word {
  readonly word: string
  /** Where it stands in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: found, index }) => {
    const word = fold(found)
    return word === '' ? [] : [{ word, from: index, to: index + found.length }]
  })
}

/** What a message is found by. */
export function indexWords(text: string): string[] {
  return [...new Set(wordsOf(text).map(({ word }) => word))]
}

/** Where a message matches: each word that begins like one that was asked for. */
export function marksIn(text: string, asked: readonly string[]): [from: number, to: number][] {
  return wordsOf(text)
    .filter(({ word }) => asked.some((one) => word.startsWith(one)))
    .map(({ from, to }) => [from, to])
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, LONGEST).toWellFormed()
}
