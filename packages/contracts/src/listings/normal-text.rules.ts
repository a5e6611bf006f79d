/** A text as the lint reads it: compatible forms, straight quotes, nothing invisible; each place leads back to the text as typed. */

export interface NormalText {
  readonly text: string
  /** The place in the typed text for each place in `text`, and one more for its end. */
  readonly places: Uint32Array
}

const SPECIAL = /[^\u0020-\u007e\n]/
/** Zero-width characters, soft hyphens, marks of direction, variation selectors. */
const INVISIBLE = /[\u034f]|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180e]|[\ufe00-\ufe0f]|\p{Cf}/u
const QUOTES = /[\u2018\u2019\u201a\u201b\u02bc\u00b4\u0060\uff07]/
const DOUBLE_QUOTES = /[\u201c-\u201f\u00ab\u00bb]/

export function normalize(typed: string): NormalText {
  if (!SPECIAL.test(typed)) return { text: typed, places: countUp(typed.length + 1) }
  const parts: string[] = []
  const places: number[] = []
  let at = 0
  for (const char of typed) {
    const normal = normalOf(char)
    parts.push(normal)
    for (let nth = 0; nth < normal.length; nth++) places.push(at)
    at += char.length
  }
  places.push(typed.length)
  return { text: parts.join(''), places: Uint32Array.from(places) }
}

function normalOf(char: string): string {
  const code = char.charCodeAt(0)
  if (code >= 0x20 && code < 0x7f) return char
  if (char === '\n') return char
  if (QUOTES.test(char)) return "'"
  if (DOUBLE_QUOTES.test(char)) return '"'
  if (INVISIBLE.test(char)) return ''
  if (code === 0x09 || code === 0x0d || code === 0xa0) return ' '
  return char.normalize('NFKC')
}

function countUp(length: number): Uint32Array {
  const places = new Uint32Array(length)
  for (let at = 0; at < length; at++) places[at] = at
  return places
}

const ASCII = /^[a-z]*$/

/** A word as patterns have it: lower case, without accents and apostrophes. */
export function wordKey(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower.normalize('NFD').replace(/[\p{M}']/gu, '')
}
