/** Returns the first two letters of the family name, in any script; null if the name is not known. [ENTITY-04] */
export function tabLetters(name: string): readonly string[] | null {
  if (name === 'Unknown') return null
  const family = name.trim().split(/\s+/).at(-1) ?? ''
  const letters = [...family.normalize('NFC')].filter((sign) => /\p{L}/u.test(sign)).slice(0, 2)
  return letters.length === 0 ? null : letters.map((letter) => [...letter.toUpperCase()][0] ?? letter)
}
