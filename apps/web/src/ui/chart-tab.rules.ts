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
