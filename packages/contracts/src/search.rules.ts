import { foldName } from './fold.rules.ts'

const PHONE = /^\(\d{3}\) \d{3}-\d{4}$/
const WORDS = /^[\p{L}\p{M}\p{Nd} ]*$/u
const NOT_WORDS = /[^\p{L}\p{M}\p{Nd}]+/gu

/** [ERR-08] */
export const WRONG_SEARCH_FORMAT = 'Error! wrong format'

/**
 * [RULE-05..08] [OPEN-036] [OPEN-037] The search term for the typed text, or null if the text is invalid.
 * "(123) 456-7890" becomes its ten digits; any other text may have letters of any script, digits and spaces only. An empty
 * term clears the search.
 */
export function chatSearch(typed: string): string | null {
  const text = typed.trim()
  if (PHONE.test(text)) return text.replace(/\D/g, '')
  return WORDS.test(text) ? text : null
}

const DIGIT = /\d/g
const TEMPLATE = '(000) 000-0000'

/** Whether the text is the beginning of a number in the form (123) 456-7890: the next keys may make it valid. */
export function isUnfinishedNumber(typed: string): boolean {
  const text = typed.trimStart()
  return text !== '' && text.length < TEMPLATE.length && TEMPLATE.startsWith(text.replace(DIGIT, '0'))
}

const NUMBER = /^[\d\s()+.-]+$/

/**
 * The valid search closest to a refused text, or null if nothing in it can be searched for: "o hara" for "o'hara", and the
 * digits alone of a number in another form.
 */
export function mendedSearch(typed: string): string | null {
  const mended = NUMBER.test(typed) ? typed.replace(/\D/g, '') : typed.replace(NOT_WORDS, ' ').trim()
  return mended === '' ? null : mended
}

const WORD = /[\p{L}\p{N}]+/gu
const wordsOf = (text: string): string[] => foldName(text).match(WORD) ?? []

/** The words of a search. A search that has none, such as a lone accent, finds nothing. */
export function searchWords(search: string): string[] {
  return [...new Set(wordsOf(search))]
}

interface Searched {
  readonly name: string
  readonly mrn: string | null
  readonly phoneNumber: string
}

/**
 * [OPEN-070] The text in which a search looks for each of its words: name, MRN and digits, each on its own line. A name or
 * an MRN with punctuation is found with a space in its place and without: "o hara" and "ohara" for "O'Hara".
 */
export function searchText({ name, mrn, phoneNumber }: Searched): string {
  return [searchable(name), searchable(mrn ?? ''), phoneNumber.replace(/\D/g, '')].join('\n')
}

function searchable(text: string): string {
  const joined = text.split(/\s+/).flatMap((part) => {
    const words = wordsOf(part)
    return words.length > 1 ? [words.join('')] : []
  })
  return [...wordsOf(text), ...joined].join(' ')
}

/** Whether a search finds the conversation: it contains every word, in any order, each as a part of a word. */
export function isFound(searched: Searched, search: string): boolean {
  const words = searchWords(search)
  const text = searchText(searched)
  return words.length > 0 && words.every((word) => text.includes(word))
}
