/** Checks day and times of an appointment, with what is stored where the row says nothing. */
import type { Issue } from '@foyer/contracts/imports/imports.ts'
import { issueAt, type ReadySheet, type Values } from './check-row.rules.ts'
import { clockIssue } from './times.rules.ts'

export function visitIssues(values: Values, stored: Values, sheet: ReadySheet): Issue[] {
  const { appointmentDate: day, startTime: start, endTime: end } = { ...stored, ...values }
  const issues: Issue[] = []
  if (typeof day === 'string' && typeof start === 'string') {
    const issue = clockIssue(day, start, sheet.zone)
    if (issue) issues.push(issueAt(sheet, 'startTime', issue))
  }
  const isAsked = values.startTime !== undefined || values.endTime !== undefined
  if (isAsked && typeof start === 'string' && typeof end === 'string' && end <= start)
    issues.push(issueAt(sheet, 'endTime', { code: 'ends_before_start', message: 'Must end after it begins' }))
  return issues
}
