/** Which appointments a patient's text answers, and what it says about each. */
import { type AskedVisit, interpretReply, type ReplyVerdict } from '@foyer/contracts/appointments/replies.rules.ts'
import { daysBetween, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { AskedAppointment } from './asked.store.ts'

/** The carrier's times are whole seconds. */
const SECOND_MS = 1000

/**
 * The appointments that a text of this time answers: those of the newest reminder, and those of older ones that the patient
 * has not answered since. A text that is found late answers nothing that was asked or answered after it was written.
 */
export function stillAsked(asked: readonly AskedAppointment[], sentAt: Date): AskedAppointment[] {
  const before = asked.filter(
    ({ askedAt, reply }) => askedAt.getTime() < sentAt.getTime() + SECOND_MS && (reply === null || reply.at <= sentAt),
  )
  const newest = before.reduce<AskedAppointment | undefined>(
    (found, one) => (found === undefined || one.askedAt > found.askedAt ? one : found),
    undefined,
  )
  return before.filter(
    ({ messageId, reply, askedAt }) => messageId === newest?.messageId || reply === null || reply.at < askedAt,
  )
}

interface Text {
  readonly body: string
  readonly sentAt: Date
  /** The conversation's patient. */
  readonly patientId: string | null
  readonly zone: string
  /** Whether a reply may decide anything by itself. */
  readonly isRead: boolean
}

export interface Interpreted {
  readonly verdicts: readonly ReplyVerdict[]
  /** The text confirms and says nothing else. */
  readonly isPlainConfirmation: boolean
}

/** The answers that a reminder asks for, whatever else was said since. */
const AS_ASKED = /^\W*(?:c|r|confirm(?:ed)?)\W*$/i

export function interpret(asked: readonly AskedAppointment[], { body, ...text }: Text): Interpreted {
  const read = interpretReply(body, asked.map(visitAt(text)), text.patientId)
  const ofId = new Map(asked.map((one) => [one.appointmentId, one]))
  const verdicts = read.verdicts.flatMap(({ appointmentId, as }): ReplyVerdict[] => {
    const visit = ofId.get(appointmentId)
    if (!visit) return []
    if (as === 'saidCancel') return [{ appointmentId, as }]
    // Free words after a staff member's own text may answer that text.
    const isSure = text.isRead && (!visit.hasStaffWritten || AS_ASKED.test(body))
    if (isSure && as !== 'unclear') return [{ appointmentId, as }]
    // Other talk with a patient whose answer is known needs no decision about the visit.
    return visit.status === 'confirmed' || visit.isRescheduling ? [] : [{ appointmentId, as: 'unclear' }]
  })
  const isPlainConfirmation = read.isPlainConfirmation && verdicts.length > 0 && verdicts.every(isConfirm)
  return { verdicts, isPlainConfirmation }
}

function isConfirm({ as }: ReplyVerdict): boolean {
  return as === 'confirm'
}

function visitAt({ sentAt, zone }: Pick<Text, 'sentAt' | 'zone'>) {
  return ({ appointmentId, patientId, firstName, startsAt }: AskedAppointment): AskedVisit => {
    const { day, time } = wallTime(startsAt, zone)
    const daysAway = daysBetween(dayIn(sentAt, zone), day)
    return { appointmentId, patientId, firstName, time, weekday: weekdayOf(day), daysAway }
  }
}
