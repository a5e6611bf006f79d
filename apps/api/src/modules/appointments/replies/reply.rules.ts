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

/** What a staff member decides that the message means; `none`: it is not about this appointment. */
export function settle(appointment: AppointmentState, as: Decision, reply: Reply, now: Date): Outcomes {
  switch (as) {
    case 'confirm':
      return noted(confirm(appointment, 'patient', now), 'confirm', reply)
    case 'reschedule':
      return noted(askForAnotherTime(appointment, now, reply.wish), 'reschedule', reply)
    case 'cancel':
      return noted(setStatus(appointment, { status: 'cancelled', at: now, admits: false }), 'cancelAsked', reply)
    case 'none':
      return appointment.reply?.messageId === reply.messageId ? { ...appointment, reply: null } : appointment
  }
}

function noted(after: Outcomes, kind: ReplyKind, { messageId, at }: Reply): Outcomes {
  if (typeof after === 'string') return after
  const isNoted = after.reply?.messageId === messageId && after.reply.kind === kind
  return isNoted ? after : noteReply(after, { kind, at, messageId })
}
