const PHONE = /^\(\d{3}\) \d{3}-\d{4}$/
const WORDS = /^[A-Za-z0-9 ]*$/

/** [ERR-08] */
export const WRONG_SEARCH_FORMAT = 'Error! wrong format'

/**
 * [RULE-05..08] [OPEN-036] [OPEN-037] The search term for the typed text, or null if the text is invalid.
 * "(123) 456-7890" becomes its ten digits; any other text may have ASCII letters, digits and spaces only. An empty term
 * clears the search.
 */
export function chatSearch(typed: string): string | null {
  const text = typed.trim()
  if (PHONE.test(text)) return text.replace(/\D/g, '')
  return WORDS.test(text) ? text : null
}
