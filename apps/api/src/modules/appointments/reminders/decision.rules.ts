/** Whether a text or an e-mail about an appointment goes out, by which channel, or why none does. */
import type { SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import { type AppointmentStatus, isEnded } from '@foyer/contracts/appointments/status.rules.ts'
import type { PlannedStep } from './cadence.rules.ts'

/** How a patient can be reached. */
export interface Reach {
  readonly phoneNumber: string | null
  readonly email: string | null
  readonly consent: 'subscribed' | 'opted_out' | 'blocked'
  /** The patient asked in plain words for no more texts, and staff have not decided yet. */
  readonly askedToStop: boolean
  readonly deceased: boolean
  /** Whether this number may be texted, and the clinic has a number to text from. */
  readonly canText: boolean
  /** Whether an e-mail service is set up. */
  readonly canMail: boolean
}

export interface Standing {
  readonly status: AppointmentStatus
  readonly isRescheduling: boolean
  /** Another appointment of the same number, first name and start has the reminder. */
  readonly isDuplicate: boolean
  /** For the follow-up of a visit that nobody came to. */
  readonly hasLaterVisit: boolean
  readonly wroteSince: boolean
}

export type Channel = 'sms' | 'email'
export type Decision = { readonly send: Channel } | { readonly skip: SkipReason; readonly channel: Channel }

export function decide(
  planned: Pick<PlannedStep, 'type' | 'channel' | 'alsoConfirmed'>,
  visit: Standing,
  reach: Reach,
): Decision {
  const why = planned.type === 'noShow' ? notFollowed(visit) : notReminded(visit, planned)
  if (why !== null) return { skip: why, channel: planned.channel === 'email' ? 'email' : 'sms' }
  return reached(planned.channel, reach, { isAsked: false })
}

/** Staff ask for it, so only what can't be reached stops it. */
export function reached(
  wanted: PlannedStep['channel'],
  reach: Reach,
  { isAsked }: { readonly isAsked: boolean },
): Decision {
  if (reach.deceased) return { skip: 'deceased', channel: wanted === 'email' ? 'email' : 'sms' }
  const noText = whyNoText(reach, isAsked)
  const noMail = whyNoMail(reach)
  if (wanted === 'email') return noMail === null ? { send: 'email' } : { skip: noMail, channel: 'email' }
  if (noText === null) return { send: 'sms' }
  if (wanted === 'auto' && noMail === null) return { send: 'email' }
  return { skip: noText, channel: 'sms' }
}

function notReminded({ status, isRescheduling, isDuplicate }: Standing, { alsoConfirmed }: { alsoConfirmed: boolean }) {
  if (status === 'cancelled') return 'cancelled'
  if (isEnded(status) || status === 'arrived' || status === 'admitted') return 'ended'
  if (isRescheduling) return 'rescheduling'
  if (status === 'confirmed' && !alsoConfirmed) return 'confirmed'
  return isDuplicate ? 'duplicate' : null
}

function notFollowed({ status, isDuplicate, hasLaterVisit, wroteSince }: Standing) {
  if (status !== 'noShow') return 'ended'
  if (hasLaterVisit) return 'later_visit'
  if (wroteSince) return 'wrote_since'
  return isDuplicate ? 'duplicate' : null
}

function whyNoText({ phoneNumber, consent, askedToStop, canText }: Reach, isAsked: boolean): SkipReason | null {
  if (phoneNumber === null) return 'no_number'
  if (consent !== 'subscribed') return consent
  if (askedToStop && !isAsked) return 'asked_to_stop'
  return canText ? null : 'no_channel'
}

function whyNoMail({ email, canMail }: Reach): SkipReason | null {
  if (email === null) return 'no_address'
  return canMail ? null : 'no_channel'
}
