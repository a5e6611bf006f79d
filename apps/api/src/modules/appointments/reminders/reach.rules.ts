/** What the rules of reminders need of an appointment's row. */
import type { ReminderSubject } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import { objectionToNumber } from '../../outbound/countries.rules.ts'
import type { Reach, Standing } from './decision.rules.ts'
import type { Subject } from './subjects.store.ts'

interface Channels {
  readonly smsCountries: readonly string[]
  /** Null without an e-mail service. */
  readonly email: unknown
  /** The clinic's number; null for none. */
  readonly smsNumber: string | null
}

type Reachable = Pick<Subject, 'phoneNumber' | 'email' | 'consent' | 'askedToStop' | 'deceased'>

export function reachOf(one: Reachable, { smsCountries, email, smsNumber }: Channels): Reach {
  const { phoneNumber } = one
  return {
    phoneNumber,
    email: one.email,
    consent: one.consent,
    askedToStop: one.askedToStop,
    deceased: one.deceased,
    canText: smsNumber !== null && phoneNumber !== null && objectionToNumber(phoneNumber, smsCountries) === null,
    canMail: email !== null,
  }
}

export function standingOf(one: Subject): Standing {
  const { status, reschedule, isDuplicate, hasLaterVisit, wroteSince } = one
  return { status, isRescheduling: reschedule !== null, isDuplicate, hasLaterVisit, wroteSince }
}

export function subjectOf({ firstName, doctorName, startsAt, location, type }: Subject): ReminderSubject {
  return { firstName, doctorName, startsAt, location, visitType: type }
}
