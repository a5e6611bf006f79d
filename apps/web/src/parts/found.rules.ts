/** The search of a list of patients. The API decides the same; this tells which live changes concern a page. */
import { SEARCH_MIN } from '@foyer/contracts/appointments/status.rules.ts'
import { foldName, nameWords } from '@foyer/contracts/fold.rules.ts'

interface Searched {
  readonly name: string
  readonly mrn: string | null
  readonly phoneNumber: string | null
}

const NUMBER = /^[\d\s()+.-]+$/

/** Each word is found anywhere in the name, the MRN with its punctuation or without, or the digits of the number. */
export function isFound(search: string, { name, mrn, phoneNumber }: Searched): boolean {
  const record = (mrn ?? '').toLowerCase()
  const key = [foldName(name), record, record.replace(/[^\p{L}\p{N}]/gu, ''), digitsOf(phoneNumber)].join('\n')
  if (nameWords(search).every((word) => key.includes(word))) return true
  const digits = NUMBER.test(search) ? digitsOf(search) : ''
  return digits.length >= SEARCH_MIN && key.includes(digits)
}

function digitsOf(text: string | null): string {
  return (text ?? '').replace(/\D/g, '')
}
