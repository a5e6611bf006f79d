/** Which appointments a patient's text answers, and what it says about each. */
import { type AskedVisit, interpretReply, type ReplyVerdict } from '@foyer/contracts/appointments/replies.rules.ts'
import { daysBetween, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type Member, namedMember } from '../../patients/named-member.rules.ts'
import type { AskedAppointment } from './asked.store.ts'

/** The carrier's times are whole seconds. */
const SECOND_MS = 1000

/**
 * The appointments that a text answers: those of the newest reminder, because whoever asked last owns the reply. Of older
 * reminders that the patient has not answered since, those whose patients the text names, or that it means by "both" or "all".
 * A text that is found late answers nothing that was asked or answered after it was written.
 */
export function stillAsked(asked: readonly AskedAppointment[], { body, sentAt }: Written): AskedAppointment[] {
  const before = asked.filter(
    ({ askedAt, reply }) => askedAt.getTime() < sentAt.getTime() + SECOND_MS && (reply === null || reply.at <= sentAt),
  )
  const last = before.reduce<AskedAppointment | undefined>(
    (found, one) => (found === undefined || one.askedAt > found.askedAt ? one : found),
    undefined,
  )
  const newest = before.filter(({ messageId }) => messageId === last?.messageId)
  const older = before.filter((one) => !newest.includes(one) && (one.reply === null || one.reply.at < one.askedAt))
  const named = older.filter(
    ({ patientId: id, firstName }) =>
      !newest.some(({ patientId }) => patientId === id) && namedMember(body, [{ id, firstName }]) !== null,
  )
  const isEverybody = EVERYBODY.test(body) || (BOTH.test(body) && newest.length + older.length === 2)
  const meant = isEverybody && newest.length === 1 ? older : named
  return before.filter((one) => newest.includes(one) || meant.includes(one))
}

interface Written {
  readonly body: string
  readonly sentAt: Date
}

const BOTH = /\b(?:both|l[oa]s dos|amb[oa]s)\b/i
const EVERYBODY = /\b(?:all|everyone|everybody|tod[oa]s)\b/i

interface Text extends Written {
  /** The conversation's patient. */
  readonly patientId: string | null
  /** The patients of the number, if several share it. */
  readonly sharing: readonly Member[]
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
  const read = interpretReply(body, asked.map(visitAt(text)), { patientId: text.patientId, members: text.sharing })
  const ofId = new Map(asked.map((one) => [one.appointmentId, one]))
  const verdicts = read.verdicts.flatMap(({ appointmentId, as }): ReplyVerdict[] => {
    const visit = ofId.get(appointmentId)
    if (!visit) return []
    if (as === 'saidCancel') return [{ appointmentId, as }]
    // Free words after another text of the clinic may answer that text.
    const isSure = text.isRead && (!visit.isWrittenSince || AS_ASKED.test(body))
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
  return ({ appointmentId, patientId, firstName, gender, startsAt }: AskedAppointment): AskedVisit => {
    const { day, time } = wallTime(startsAt, zone)
    const daysAway = daysBetween(dayIn(sentAt, zone), day)
    return { appointmentId, patientId, firstName, gender, time, date: day, weekday: weekdayOf(day), daysAway }
  }
}
