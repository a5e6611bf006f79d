/** The day and the times of an appointment, with what is stored where the row says nothing. */
import type { Issue } from '@foyer/contracts/imports/imports.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { timesAfter } from '../../appointments/imported/visit-times.rules.ts'
import { hasError, issueAt, type ReadySheet, type Values } from './check-row.rules.ts'
import type { StoredRecord } from './stored.rules.ts'
import { clockIssue } from './times.rules.ts'

/** The row's values with the end of a visit that it moves without naming one. */
export function withEnd(values: Values, visit: StoredRecord | null, { zone }: ReadySheet): Values {
  const stored = visit?.times
  if (stored === undefined || typeof values.endTime === 'string') return values
  const { startsAt, endsAt } = timesAfter(values, stored, zone)
  const isMoved = startsAt?.getTime() !== stored.startsAt.getTime()
  return isMoved && endsAt ? { ...values, endTime: wallTime(endsAt, zone).time } : values
}

export function visitIssues(values: Values, visit: StoredRecord | null, sheet: ReadySheet): Issue[] {
  const { appointmentDate: day, startTime: start } = { ...visit?.values, ...values }
  const issues: Issue[] = []
  if (typeof day === 'string' && typeof start === 'string') {
    const issue = clockIssue(day, start, sheet.zone)
    if (issue) issues.push(issueAt(sheet, 'startTime', issue))
  }
  if (typeof values.endTime !== 'string' || hasError(issues)) return issues
  const { startsAt, endsAt } = timesAfter(values, visit?.times, sheet.zone)
  if (startsAt && endsAt && endsAt <= startsAt)
    issues.push(issueAt(sheet, 'endTime', { code: 'ends_before_start', message: 'Must end after it begins' }))
  return issues
}
