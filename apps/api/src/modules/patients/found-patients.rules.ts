/** The patterns that a search for patients looks for in their names, MRNs and numbers. */
import { SEARCH_MIN } from '@foyer/contracts/appointments/status.rules.ts'
import { nameWords } from '@foyer/contracts/fold.rules.ts'

/** Arguments of the database function `found_patients`: patterns of `like`. */
export interface PatientPatterns {
  /** Each of them is found in the name or the MRN. The longest come first, because they are the rarest. */
  readonly words: readonly string[]
  /** The digits of a number; null if the search cannot be one. */
  readonly digits: string | null
}

const NUMBER = /^[\d\s()+.-]+$/

/** [CONST-05] [RULE-09] Null for a search that is too short to be applied. */
export function patientPatterns(search: string): PatientPatterns | null {
  const text = search.trim()
  if ([...text].length < SEARCH_MIN) return null
  const words = nameWords(text).sort((one, other) => other.length - one.length)
  const digits = NUMBER.test(text) ? text.replace(/\D/g, '') : ''
  return { words: words.map(containing), digits: digits.length < SEARCH_MIN ? null : containing(digits) }
}

function containing(word: string): string {
  return `%${word.replaceAll('\\', '\\\\').replaceAll('%', '\\%').replaceAll('_', '\\_')}%`
}
