/** Reduces a text to its bare words, so that patterns need not handle punctuation, decoration and case. */

/** A request to stop comes at the start of a text; the rest of a longer one is ignored. */
const LOOKED_AT = 600

/** Lower case, letters without diacritics, contractions as one word, one blank between words; digits stay. */
export function plainWords(text: string): string {
  return text
    .slice(0, LOOKED_AT)
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
