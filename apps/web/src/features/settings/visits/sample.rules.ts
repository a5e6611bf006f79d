/** What an invented patient reads: the preview of a text that is being written. */
import { reminderText } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import { SAMPLE_DAYS_AHEAD, SAMPLE_PATIENT, SAMPLE_TIME } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay } from '@foyer/contracts/time/time-of-day.rules.ts'
import { dayIn, daysFrom, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { dayLabel } from '../../../lib/day-labels.rules.ts'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'
import type { TypedStep, Unit, WrittenText } from './visits.rules.ts'

const { firstName, lastName, doctor: doctorName, location } = SAMPLE_PATIENT
export const SAMPLE_NAME = `${firstName} ${lastName}`
const KIND = 'Follow-up'

const MINUTES: Readonly<Record<Unit, number>> = { day: 1440, hour: 60, minute: 1 }
const MINUTE_MS = 60_000

export interface Clinic {
  readonly name: string
  readonly timezone: string
}

/** How many minutes before the visit; null while the number is not complete. */
function leadOf({ n, unit }: Pick<TypedStep, 'n' | 'unit'>): number | null {
  const count = /^\d{1,3}$/.test(n.trim()) ? Number(n) : 0
  return count === 0 ? null : count * MINUTES[unit]
}

/** The start of the invented visit: so far ahead that the step's reminder is yet to go out. */
function startFor(step: TypedStep | null, now: Date, { timezone }: Clinic): Date {
  const lead = (step && leadOf(step)) ?? 0
  const days = Math.max(SAMPLE_DAYS_AHEAD, Math.ceil(lead / MINUTES.day) + 1)
  return instantAt({ day: dayAfter(dayIn(now, timezone), days), time: SAMPLE_TIME }, timezone)
}

/** The text as it is sent to someone who has not confirmed yet. */
export function sampleText({ text, visitType, asks, step }: WrittenText, clinic: Clinic, now: Date): string {
  const kind = visitType.trim()
  const subject = { firstName, doctorName, location, visitType: kind === '' ? KIND : kind }
  const startsAt = startFor(step, now, clinic)
  return reminderText({ text: text.trim(), subjects: [{ ...subject, startsAt }], clinic, isShared: false, asks })
}

/** When the step's reminder of the invented visit goes out: "Mon, Nov 23, 9:00 AM"; null while the step is not complete. */
export function sampleMoment(step: TypedStep, clinic: Clinic, now: Date): string | null {
  const lead = leadOf(step)
  if (lead === null || (step.unit === 'day' && !isTimeOfDay(step.at))) return null
  const startsAt = startFor(step, now, clinic)
  const at =
    step.unit === 'day'
      ? daysFrom(startsAt, { days: -Number(step.n), time: step.at }, clinic.timezone)
      : new Date(startsAt.getTime() - lead * MINUTE_MS)
  const day = dayLabel(dayIn(at, clinic.timezone), dayIn(now, clinic.timezone))
  return `${day}, ${timeOfDay(at, clinic.timezone)}`
}
