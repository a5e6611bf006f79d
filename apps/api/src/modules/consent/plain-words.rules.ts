/** A text as its bare words, so that what is looked for in it need not know how people punctuate, decorate and capitalise. */

/** Who asks for something does so at the start; what comes after this much of a text is not looked at. */
const LOOKED_AT = 600

/** Lower case, letters without their marks, contractions as one word, one blank between words; digits stay. */
export function plainWords(text: string): string {
  return text
    .slice(0, LOOKED_AT)
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
