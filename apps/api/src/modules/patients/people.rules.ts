import { nameWords } from '@foyer/contracts/fold.rules.ts'
import type { Person } from '@foyer/contracts/inbox/people-calls.ts'

/** [OPEN-075] */
const MAX = 10

/** The words of a search, folded: the digits of a number without separators, or the words of any other text. */
export function soughtWords(typed: string): string[] {
  const digits = typed.replace(/\D/g, '')
  if (digits !== '' && /^[\d\s()+./-]+$/.test(typed)) return [digits]
  return nameWords(typed)
}

/** Lists staff first, because they are few, but leaves room for patients. */
export function together(staff: readonly Person[], patients: readonly Person[]): Person[] {
  const colleagues = staff.slice(0, Math.max(MAX / 2, MAX - patients.length))
  return [...colleagues, ...patients].slice(0, MAX)
}
