/** What a row says about the reminder of a visit and about the patient's reply. */
import type { Appointment, SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import { agoLabel } from '../../lib/day-labels.rules.ts'

type Tone = 'ok' | 'warn' | 'bad' | 'muted'

export interface ReplyWords {
  readonly icon: 'reply' | 'message' | 'failed' | 'stopped' | null
  readonly tone: Tone
  readonly word: string
  /** When, or why. */
  readonly detail: string
}

type Reply = NonNullable<Appointment['reply']>
type Reminder = NonNullable<Appointment['reminder']>

const REPLIES: Readonly<Record<Reply['kind'], Omit<ReplyWords, 'detail'>>> = {
  confirm: { icon: 'reply', tone: 'ok', word: 'Replied C' },
  reschedule: { icon: 'reply', tone: 'warn', word: 'Replied R' },
  cancelAsked: { icon: 'reply', tone: 'warn', word: 'Asks to cancel' },
  saidCancel: { icon: 'reply', tone: 'bad', word: 'Texted CANCEL' },
  late: { icon: 'message', tone: 'warn', word: 'Running late' },
  unclear: { icon: 'message', tone: 'warn', word: 'Unclear reply' },
}

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  too_late: 'too late',
  quiet: 'night hours',
  confirmed: 'already confirmed',
  cancelled: 'already cancelled',
  moved: 'already moved',
  ended: 'already over',
  rescheduling: 'asks for another time',
  opted_out: 'opted out',
  blocked: 'blocked',
  asked_to_stop: 'asked for no texts',
  no_number: 'no number',
  no_address: 'no email',
  no_channel: 'no text, no email',
  deceased: 'deceased',
  duplicate: 'got one for another visit',
  over_limit: 'daily limit',
  wrote_since: 'has written since',
  later_visit: 'has a later visit',
}

/** The carrier's sentences, as short as a row needs them. Another one is shown whole. */
const SHORT: Readonly<Record<string, string>> = {
  'The number is a landline or cannot receive texts.': 'landline',
  'The number does not exist or is not in service.': 'not in service',
  'The phone could not be reached.': 'phone unreachable',
  'The phone or its network blocks these texts.': 'blocked by the phone',
  'The network took the text for spam.': 'taken for spam',
}

export function replyWords(visit: Appointment, now: Date, timezone: string): ReplyWords {
  const { reply, reminder, smsStatus } = visit
  if (reply !== null) return { ...REPLIES[reply.kind], detail: agoLabel(reply.at, now, timezone) }
  if (smsStatus === 'opted_out') return stopped('Opted out')
  if (smsStatus === 'blocked') return stopped('Number blocked')
  if (reminder === null) return { icon: null, tone: 'muted', word: 'No reply', detail: 'not sent' }
  return remindedWords(reminder, agoLabel(reminder.at, now, timezone))
}

function stopped(word: string): ReplyWords {
  return { icon: 'stopped', tone: 'warn', word, detail: '' }
}

function remindedWords({ status, reason, channel }: Reminder, ago: string): ReplyWords {
  switch (status) {
    case 'queued':
      return { icon: null, tone: 'muted', word: 'Being sent', detail: channel === 'email' ? 'by email' : '' }
    case 'skipped':
      return { icon: null, tone: 'muted', word: 'Not sent', detail: reasonWords(reason) }
    case 'notDelivered':
      return { icon: 'failed', tone: 'bad', word: 'Not delivered', detail: reasonWords(reason) }
    default:
      return { icon: null, tone: 'muted', word: 'No reply', detail: ago }
  }
}

/** "too late", "landline": why a reminder was not sent or not delivered; empty without a reason. */
export function reasonWords(reason: string | null): string {
  if (reason === null) return ''
  return (SKIPPED as Readonly<Record<string, string>>)[reason] ?? SHORT[reason] ?? reason.replaceAll('_', ' ')
}

/** "no reply", "replied R": said after the standing on a slip; undefined where the standing says it all. */
export function slipDetail(visit: Appointment, now: Date, timezone: string): string | undefined {
  const { word } = replyWords(visit, now, timezone)
  if (visit.reply?.kind === 'confirm' || visit.appointmentStatus === 'confirmed') return undefined
  return visit.appointmentStatus === 'scheduled' ? `${word.charAt(0).toLowerCase()}${word.slice(1)}` : undefined
}
