import type { Person } from '@foyer/contracts/inbox/people-calls.ts'

/** [OPEN-075] */
const MAX = 10

/** What is looked for: of a number its digits, whatever stands between them; else the words as they are. */
export function soughtOf(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits !== '' && /^[\d\s()+./-]+$/.test(typed) ? digits : typed.replace(/\s+/g, ' ')
}

/** Colleagues first, because they are few; but never so many that no room is left for patients. */
export function together(staff: readonly Person[], patients: readonly Person[]): Person[] {
  const colleagues = staff.slice(0, Math.max(MAX / 2, MAX - patients.length))
  return [...colleagues, ...patients].slice(0, MAX)
}
