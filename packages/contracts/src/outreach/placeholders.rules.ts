/**
 * The placeholders of texts to patients, such as `{{firstName}}`, or `{{firstName|there}}` with the words for a patient whose
 * first name is not known. Campaigns, templates, reminders and canned messages are filled here.
 */

export interface Placeholder {
  readonly name: string
  /** The words behind the bar; null for none. */
  readonly fallback: string | null
  /** The range in the text with the braces, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

const BRACES = /\{\{\s*(\w+)\s*(?:\|([^{}]*))?\}\}/g

export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(BRACES)].map(({ 0: whole, 1: name = '', 2: fallback, index: from }) => ({
    ...{ name, fallback: fallback?.trim() ?? null, from, to: from + whole.length },
  }))
}

/** The text with other placeholders. `instead` returns what stands in the place of each. */
export function withPlaceholders(text: string, instead: (placeholder: Placeholder) => string): string {
  let done = 0
  const parts = placeholdersIn(text).map((placeholder) => {
    const part = text.slice(done, placeholder.from) + instead(placeholder)
    done = placeholder.to
    return part
  })
  return parts.join('') + text.slice(done)
}

/** Null if it is not known of this patient, undefined if there is no such field. */
type Words = (name: string) => string | null | undefined

export interface Filled {
  readonly text: string
  /** The names of gaps for which other words are shown, each once. */
  readonly shown: readonly string[]
  /** The names of gaps that stay in braces, because no other words are given. */
  readonly missing: readonly string[]
  /** The names that no field has; they stay in braces. */
  readonly unknown: readonly string[]
}

/** Fills in each value once: braces in a value stay as they are. The words in the text come before those of `fallbackOf`. */
export function filled(text: string, wordsOf: Words, fallbackOf: Words = () => undefined): Filled {
  const gaps = { shown: new Set<string>(), missing: new Set<string>(), unknown: new Set<string>() }
  const words = text.replace(BRACES, (whole: string, name: string, written: string | undefined) => {
    const value = wordsOf(name)
    if (value === undefined) {
      gaps.unknown.add(name)
      return whole
    }
    if (value !== null && value !== '') return value
    const fallback = written?.trim() ?? fallbackOf(name) ?? null
    if (fallback !== null) {
      gaps.shown.add(name)
      return fallback
    }
    if (value === null) gaps.missing.add(name)
    return value ?? whole
  })
  return { text: words, shown: [...gaps.shown], missing: [...gaps.missing], unknown: [...gaps.unknown] }
}

/** The ranges of braces that no placeholder has: "{{first name}}", or two braces without the others. */
export function strayBraces(text: string): { readonly from: number; readonly to: number }[] {
  // The placeholders become blanks of their length, so that indexes stay.
  const rest = text.replace(BRACES, (whole) => ' '.repeat(whole.length))
  return [...rest.matchAll(/\{\{[^{}\n]*\}\}|\{\{|\}\}/g)].map(({ 0: { length }, index }) => ({
    ...{ from: index, to: index + length },
  }))
}
