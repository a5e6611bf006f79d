/** The words of a visit's history. The chart's line of time says the same. */
import type { AppointmentChange, AppointmentHistoryEntry } from '@foyer/contracts/appointments/appointment.ts'
import { exactLabel, inSentence } from '../../lib/time-labels.rules.ts'
import { reasonWords } from './reply-words.rules.ts'

type ChangeOf<Kind extends AppointmentChange['kind']> = Extract<AppointmentChange, { kind: Kind }>

const STATUS: Readonly<Record<ChangeOf<'status'>['to'], string>> = {
  scheduled: 'Marked as not confirmed',
  confirmed: 'Confirmed',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  noShow: 'Marked as a no-show',
  admitted: 'Admitted',
  discharged: 'Discharged',
}
const REPLIED: Readonly<Record<ChangeOf<'replied'>['as'], string>> = {
  confirm: 'Replied that they’re coming',
  reschedule: 'Replied that they need another time',
  cancelAsked: 'Asked to cancel',
  saidCancel: 'Texted CANCEL, which stops all texts',
  late: 'Wrote that they’re running late',
  unclear: 'Sent an unclear reply',
}
const CALLED: Readonly<Record<ChangeOf<'called'>['outcome'], string>> = {
  confirmed: 'Called: they’re coming',
  reschedule: 'Called: they need another time',
  noAnswer: 'Called: no answer',
  leftMessage: 'Called: left a message',
}
const REMINDERS: Readonly<Record<ChangeOf<'reminded'>['type'], string>> = {
  reminder: 'Reminder',
  noShow: 'No-show text',
  invitation: 'Invitation',
}
const SENT: Readonly<Record<ChangeOf<'reminded'>['status'], string>> = {
  queued: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  notDelivered: 'not delivered',
  skipped: 'not sent',
}

/** "Moved from today, 9:30 AM to Fri, Nov 20, 9:30 AM" */
export function changeWords(change: AppointmentChange, now: Date, timezone: string): string {
  const moment = (at: string) => inSentence(exactLabel(new Date(at), now, timezone))
  switch (change.kind) {
    case 'booked':
      return `Booked for ${moment(change.startsAt)}`
    case 'status':
      return STATUS[change.to]
    case 'moved':
      return `Moved from ${moment(change.from)} to ${moment(change.to)}`
    case 'reschedule':
      if (change.to === null) return 'No longer asks for another time'
      return change.to === 'asked' ? 'Asked for another time' : 'The time is held until another one is found'
    case 'replied':
      return REPLIED[change.as]
    case 'called':
      return CALLED[change.outcome]
    case 'reminded':
      return remindedWords(change)
    case 'undone':
      return 'Undone'
  }
}

function remindedWords({ type, channel, status, reason }: ChangeOf<'reminded'>): string {
  const by = status === 'skipped' ? '' : channel === 'email' ? ' by email' : ' by text'
  const why = reasonWords(reason)
  return `${REMINDERS[type]}${by} ${SENT[status]}${why === '' ? '' : `: ${why}`}`
}

/** The author in words where it is no staff member: the patient, or nobody for a worker. */
export function authorOf({ change }: AppointmentHistoryEntry): string | null {
  return change.kind === 'replied' ? 'the patient' : null
}
