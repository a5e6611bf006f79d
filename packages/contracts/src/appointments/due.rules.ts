/** Which due dates are listed, and how near they are. */
import { dayAfter } from '../time/calendar.rules.ts'

/** [OPEN-061] Due within this many days is `upcoming`; what is due later is not listed. */
export const UPCOMING_DAYS = 30

export type DueStatus = 'overdue' | 'due' | 'upcoming'

/** [OPEN-061] Today is the organization's. */
export function dueStatusOf(dueDate: string, today: string): DueStatus {
  if (dueDate < today) return 'overdue'
  return dueDate === today ? 'due' : 'upcoming'
}

export function isListed(dueDate: string, today: string): boolean {
  return dueDate <= dayAfter(today, UPCOMING_DAYS)
}
