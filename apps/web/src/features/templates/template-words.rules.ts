/** The words of a template in lists and on its page. */
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { CallError } from '../../api/call-error.ts'
import { dateOf } from '../../lib/time-labels.rules.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'

export function everyWords(days: number): string {
  return days === 1 ? 'Every day' : `Every ${days} days`
}

type Facts = Pick<NotifierTemplate, 'frequency' | 'active' | 'nextRunAt' | 'timeOfDay'>

/** "Every 30 days, next Dec 1, 10:00": the time is that of the patients' clocks. */
export function frequencyWords(
  { frequency: { value }, active, nextRunAt, timeOfDay }: Facts,
  now: Date,
  timezone: string,
): string {
  const every = everyWords(value)
  if (!active) return `${every}, turned off`
  return nextRunAt === null ? every : `${every}, next ${dayWords(nextRunAt, now, timezone)}, ${timeOfDay}`
}

export function dayWords(at: string, now: Date, timezone: string): string {
  return dateOf(dayIn(new Date(at), timezone), dayIn(now, timezone))
}

type Missed = NotifierTemplate['missed'][number]

/** A run that did not go out, and why. It is not made up for. */
export function missWords({ at, reason }: Missed, now: Date, timezone: string): string {
  const day = dayWords(at, now, timezone)
  return reason === 'late'
    ? `The run of ${day} was more than a day late, so it was left out.`
    : `The run of ${day} was not ready, so nothing was sent.`
}

/** The server's own sentence says what a template lacks. */
export function templateFailure(error: unknown): string {
  if (error instanceof CallError && error.reason === 'not_ready' && error.detail !== undefined) return error.detail
  return failureMessage(error, { stale: 'Somebody changed it in the meantime. Look at it, and try again.' })
}

export const templateAddress = (templateId: string): string => `/templates/${encodeURIComponent(templateId)}`
export const runAddress = (campaignId: string): string => `/campaigns/${encodeURIComponent(campaignId)}`
