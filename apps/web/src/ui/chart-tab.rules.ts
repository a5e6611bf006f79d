/** The six pale colours of the letters; a letter always has the same one. */
const STOCKS = [
  'bg-(--ds-tab-1) text-(--ds-tab-1-ink)',
  'bg-(--ds-tab-2) text-(--ds-tab-2-ink)',
  'bg-(--ds-tab-3) text-(--ds-tab-3-ink)',
  'bg-(--ds-tab-4) text-(--ds-tab-4-ink)',
  'bg-(--ds-tab-5) text-(--ds-tab-5-ink)',
  'bg-(--ds-tab-6) text-(--ds-tab-6-ink)',
] as const

export function stockOf(letter: string): string {
  return STOCKS[((letter.codePointAt(0) ?? 0) * 5 + 1) % STOCKS.length] ?? STOCKS[0]
}

/** Returns the first two letters of the family name, in any script; null if the name is not known. [ENTITY-04] */
export function tabLetters(name: string): readonly string[] | null {
  if (name === 'Unknown') return null
  const family = name.trim().split(/\s+/).at(-1) ?? ''
  const letters = [...family.normalize('NFC')].filter((sign) => /\p{L}/u.test(sign)).slice(0, 2)
  return letters.length === 0 ? null : letters.map((letter) => [...letter.toUpperCase()][0] ?? letter)
}
