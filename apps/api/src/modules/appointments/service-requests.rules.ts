/** The self-service requests that patients make about their visits. */
import type { AppointmentState } from './appointments.rules.ts'

type Of = Pick<AppointmentState, 'status' | 'confirmedBy' | 'reschedule' | 'reply' | 'startsAt'>

export interface VisitRequest {
  readonly kind: 'confirm' | 'move' | 'cancel'
  /** The staff have nothing to do about it. */
  readonly isSettled: boolean
}

/** By null is the patient, by a reply, a link or a chatbot. What the staff take back or note for a patient is no request. */
export function requestOf(before: Of | null, after: Of, by: string | null): VisitRequest | null {
  if (by !== null || before === null) return null
  if (after.status === 'confirmed' && before.status !== 'confirmed' && after.confirmedBy === 'patient')
    return { kind: 'confirm', isSettled: true }
  if (after.status === 'cancelled' && before.status !== 'cancelled') return { kind: 'cancel', isSettled: true }
  if (after.reply?.kind === 'cancelAsked' && before.reply?.kind !== 'cancelAsked')
    return { kind: 'cancel', isSettled: false }
  const asks = after.reschedule?.state === 'asked' && before.reschedule === null
  return asks ? { kind: 'move', isSettled: false } : null
}

/** A change of a visit settles, reopens or leaves the requests that were open before it. */
export function openRequestsBecome(before: Of | null, after: Of, by: string | null): 'settled' | 'reopened' | null {
  if (before === null) return null
  const isAsking = (one: Of) => one.reschedule !== null || one.reply?.kind === 'cancelAsked'
  const hasEnded = before.status !== after.status && after.status !== 'scheduled'
  const hasMoved = before.startsAt.getTime() !== after.startsAt.getTime()
  if (isAsking(before) && (hasEnded || hasMoved || !isAsking(after))) return 'settled'
  return by !== null && !isAsking(before) && isAsking(after) ? 'reopened' : null
}
