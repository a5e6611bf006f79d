const MARKS = /\p{M}/gu

/** The text without case and accents. What messages are found by is stored in this form. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase()
}

/** Letters that Unicode doesn't decompose, as people without such a keyboard type them. */
const TYPED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  ς: 'σ',
}
const UNDECOMPOSED = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g')

/** The folded words of a search for a name. */
export function nameWords(search: string): string[] {
  return foldName(search)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
}

/** Folds a name further than `fold`: "Łukasz Strauß" becomes "lukasz strauss". */
export function foldName(name: string): string {
  // The lower case of some letters decomposes although their upper case doesn't.
  return fold(fold(name)).replace(UNDECOMPOSED, (letter) => TYPED[letter] ?? letter)
}
