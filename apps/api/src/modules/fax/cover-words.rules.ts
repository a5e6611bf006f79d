/** The characters that Helvetica has in a PDF: those of Windows-1252. */

const SAME = new Map([
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['\u2212', '-'],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u00A0', ' '],
  ['\u202F', ' '],
])
/** Windows-1252 above Latin-1. */
const FURTHER = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** The text with each other character as its base letter, or as a question mark if it has none. */
export function writable(text: string): string {
  return [...text.normalize('NFC').replace(/\r\n?/g, '\n')].map(written).join('')
}

function written(character: string): string {
  if (isWritable(character)) return character
  const same = SAME.get(character)
  if (same !== undefined) return same
  const base = [...character.normalize('NFD')].filter((part) => !/\p{M}/u.test(part)).join('')
  return base !== '' && [...base].every(isWritable) ? base : '?'
}

function isWritable(character: string): boolean {
  return character === '\n' || /^[\u0020-\u007E\u00A1-\u00FF]$/.test(character) || FURTHER.includes(character)
}
