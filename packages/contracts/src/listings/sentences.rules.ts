/** The sentences of a text, and their words. */
import { wordKey } from './normal-text.rules.ts'

export interface Sentence {
  readonly from: number
  readonly to: number
  /** Each word as patterns have it, with its place. */
  readonly keys: readonly string[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu
/** A single line break ends none: people wrap their lines. */
const END = /[.!?]+(?=\s|$|["')])|\n\s*\n/g
/** A full stop after these ends no sentence. */
const SHORT = /(?:^|[\s("'])(?:dr|dra|mr|mrs|ms|sr|sra|st|jr|inc|vs|ext|no|a\.m|p\.m|[a-z])$/i

export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  const cut = (to: number) => {
    if (to > from) sentences.push(sentenceOf(text, from, to))
    from = to
  }
  for (const match of text.matchAll(END)) {
    const at = match.index
    const isShort = match[0] === '.' && SHORT.test(text.slice(Math.max(from, at - 6), at))
    if (!isShort) cut(at + match[0].length)
  }
  cut(text.length)
  return sentences
}

function sentenceOf(text: string, from: number, to: number): Sentence {
  const [keys, starts, ends]: [string[], number[], number[]] = [[], [], []]
  for (const match of text.slice(from, to).matchAll(WORD)) {
    keys.push(wordKey(match[0]))
    starts.push(from + match.index)
    ends.push(from + match.index + match[0].length)
  }
  return { from, to, keys, starts, ends }
}
