/** Rules that apply what a patient's reply says to an appointment. */
import type { ReplyKind } from '@foyer/contracts/appointments/replies.rules.ts'
import {
  type AppointmentState,
  askForAnotherTime,
  confirm,
  noteReply,
  type Outcomes,
  setStatus,
} from '../appointments.rules.ts'
import type { Noted } from './replied-message.store.ts'

export interface Reply {
  readonly messageId: string
  /** When the patient wrote it. */
  readonly at: Date
  /** The patient's own words for another time; null without any. */
  readonly wish: string | null
}

/** What the product itself does with a reply: it confirms, and it notes wishes. It cancels nothing. */
export function applyReply(appointment: AppointmentState, as: ReplyKind, reply: Reply): Outcomes {
  switch (as) {
    case 'confirm': {
      const confirmed = confirm(appointment, 'patient', reply.at)
      // A second confirmation says nothing new.
      return confirmed === appointment && appointment.reply?.kind === 'confirm'
        ? appointment
        : noted(confirmed, 'confirm', reply)
    }
    case 'reschedule':
      return noted(askForAnotherTime(appointment, reply.at, reply.wish), 'reschedule', reply)
    default:
      return noted(appointment, as, reply)
  }
}

export type Decision = 'confirm' | 'reschedule' | 'cancel' | 'none'

const KINDS = { confirm: 'confirm', reschedule: 'reschedule', cancel: 'cancelAsked', none: null } as const

export interface Deciding {
  readonly now: Date
  /** How the message was last noted at the appointment; undefined if it was not. */
  readonly before: Noted | undefined
}

/**
 * What a staff member decides that the message means; `none`: it is not about this appointment. A message that was decided
 * already, or after which the patient wrote again about the visit, is `changed_since`, unless the answer is the same.
 */
export function settle(appointment: AppointmentState, as: Decision, reply: Reply, { now, before }: Deciding): Outcomes {
  const after = decided(appointment, as, reply, now)
  if (typeof after === 'string' || !isSettled(appointment, reply, before)) return after
  const { reply: held } = appointment
  const isOfMessage = held === null || held.messageId === reply.messageId
  const isSame = as === 'none' ? held === null || !isOfMessage : isOfMessage && held?.kind === KINDS[as]
  return isSame ? appointment : 'changed_since'
}

function decided(appointment: AppointmentState, as: Decision, reply: Reply, now: Date): Outcomes {
  switch (as) {
    case 'confirm':
      return noted(confirm(appointment, 'patient', now), KINDS[as], reply)
    case 'reschedule':
      return noted(askForAnotherTime(appointment, now, reply.wish), KINDS[as], reply)
    case 'cancel':
      return noted(setStatus(appointment, { status: 'cancelled', at: now, admits: false }), KINDS[as], reply)
    case 'none':
      return appointment.reply?.messageId === reply.messageId ? { ...appointment, reply: null } : appointment
  }
}

/** Staff may decide otherwise than the product, but not otherwise than a colleague whose decision their screen does not show. */
function isSettled({ reply: held }: AppointmentState, { messageId, at }: Reply, before: Noted | undefined): boolean {
  // It was noted once, and then a colleague removed it or the visit was moved.
  if (held === null) return before !== undefined
  if (held.messageId !== messageId) return held.at > at
  return held.kind !== 'unclear' && before !== undefined && before.by !== null
}

function noted(after: Outcomes, kind: ReplyKind, { messageId, at }: Reply): Outcomes {
  if (typeof after === 'string') return after
  const isNoted = after.reply?.messageId === messageId && after.reply.kind === kind
  return isNoted ? after : noteReply(after, { kind, at, messageId })
}
