import type { Person } from '@foyer/contracts/inbox/people-calls.ts'

/** [OPEN-075] */
const MAX = 10

/** Normalizes a search: the digits of a number without separators, any other text as typed. */
export function soughtOf(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits !== '' && /^[\d\s()+./-]+$/.test(typed) ? digits : typed.replace(/\s+/g, ' ')
}

/** Lists staff first, because they are few, but leaves room for patients. */
export function together(staff: readonly Person[], patients: readonly Person[]): Person[] {
  const colleagues = staff.slice(0, Math.max(MAX / 2, MAX - patients.length))
  return [...colleagues, ...patients].slice(0, MAX)
}
