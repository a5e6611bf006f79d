import type { z } from 'zod'
import * as field from '../fields.ts'
import { type DayRange, lengthOf, RANGE_DAYS_MAX } from './range.rules.ts'

export const rangeFields = { startDate: field.day, endDate: field.day }

type Issues = z.core.$ZodRawIssue[]

/** Says at `path` why two days are no range. */
export function checkRange({ startDate, endDate }: DayRange, issues: Issues, path: string, input: unknown): void {
  const add = (message: string) => issues.push({ code: 'custom', path: [path], message, input })
  if (endDate < startDate) add('The end is before the start')
  else if (lengthOf({ startDate, endDate }) > RANGE_DAYS_MAX) add(`At most ${RANGE_DAYS_MAX} days`)
}
