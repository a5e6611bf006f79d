const PHONE = /^\(\d{3}\) \d{3}-\d{4}$/
const WORDS = /^[A-Za-z0-9 ]*$/

/** [ERR-08] */
export const WRONG_SEARCH_FORMAT = 'Error! wrong format'

/**
 * [RULE-05..08] [OPEN-036] [OPEN-037] What a chat search sends for what was typed, or null where it may not be sent.
 * "(123) 456-7890" becomes its ten digits; otherwise ASCII letters, digits and spaces only. Empty clears the search.
 */
export function chatSearch(typed: string): string | null {
  const text = typed.trim()
  if (PHONE.test(text)) return text.replace(/\D/g, '')
  return WORDS.test(text) ? text : null
}
