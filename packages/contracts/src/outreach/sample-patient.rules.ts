/** An invented patient, whose details a preview or a test message shows. */
import { dayAfter } from '../time/calendar.rules.ts'
import { dayIn, instantAt } from '../time/wall-clock.rules.ts'
import type { FieldFacts } from './field-values.rules.ts'

export const SAMPLE_PATIENT = {
  ...{ firstName: 'Avery', lastName: 'Quinn', doctor: 'Dr. Rowan Ellis', location: 'Main office' },
} as const
/** The time of the invented visit. */
export const SAMPLE_TIME = '10:30'
/** The visit is at least so many days ahead. */
export const SAMPLE_DAYS_AHEAD = 4

export function sampleFacts(clinic: FieldFacts['clinic'], bookingLink: string | null, now: Date): FieldFacts {
  const day = dayAfter(dayIn(now, clinic.timezone), SAMPLE_DAYS_AHEAD)
  const visitAt = instantAt({ day, time: SAMPLE_TIME }, clinic.timezone)
  return { ...SAMPLE_PATIENT, visitAt, clinic, bookingLink }
}
