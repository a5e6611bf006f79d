/** The lines of a patient's history: of the line of time, of texts, and of reminders and e-mails by channel. */
import { type AppointmentStatus, appointmentStatuses, standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { ConsentEntry, TimelineEntry, TimelineKind } from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientNotification } from '@foyer/contracts/patients/search-calls.ts'
import { reasonWords } from '../../../parts/visits/reply-words.rules.ts'
import { standingWords } from '../../../parts/visits/standing-words.rules.ts'
import { consentWords } from './consent.rules.ts'

/** [OPEN-068] All is the line of time; SMS has a call of its own, and the others share one. */
export const HISTORY_CHANNELS = [
  { value: '', label: 'All' },
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'Email' },
  { value: 'voice', label: 'Voice' },
  { value: 'fax', label: 'Fax' },
  { value: 'push', label: 'Push' },
] as const
export type HistoryChannel = (typeof HISTORY_CHANNELS)[number]['value']

export function channelOf(address: string): HistoryChannel {
  return HISTORY_CHANNELS.find(({ value }) => value === address)?.value ?? ''
}

/** The range as the calls take it, by whole days of the organization; undefined without bounds. */
export function createdAtOf({ from, to }: { from: string; to: string }) {
  if (from === '' && to === '') return undefined
  return { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) }
}

export interface HistoryLine {
  readonly _id: string
  readonly kind: TimelineKind | 'note'
  readonly at: string
  readonly title: string
  readonly text: string
  /** The delivery or the outcome: "Delivered", "Not sent, opted out". */
  readonly outcome: string
  readonly isBad: boolean
  readonly user: string | null
  readonly userName: string | null
  readonly conversationId: string | null
  readonly appointmentId: string | null
}

type Words = Pick<HistoryLine, 'title' | 'outcome' | 'isBad'>

export function lineOfEntry(entry: TimelineEntry): HistoryLine {
  const { kind, at, text, user, userName, conversationId, appointmentId } = entry
  return {
    ...{ _id: `${kind} ${entry._id}`, kind, at, text, user, userName, conversationId, appointmentId },
    ...entryWords(entry),
  }
}

function entryWords({ kind, direction, status, reason }: TimelineEntry): Words {
  const isOwn = direction === 'inbound'
  switch (kind) {
    case 'text':
      return { title: isOwn ? 'Text from the patient' : 'Text', ...sent(status, reason) }
    case 'chat':
      return { title: isOwn ? 'Chat from the patient' : 'Chat', ...sent(isOwn ? 'received' : null, null) }
    case 'mail':
      return { title: 'Email', ...sent(status, reason) }
    case 'reminder':
      return { title: 'Reminder', ...sent(status, reason) }
    case 'visit':
      return { title: 'Visit', outcome: visitOutcome(status), isBad: status === 'noShow' }
    case 'consent':
      return { title: consentTitle(status, reason), outcome: '', isBad: false }
    case 'file':
      return {
        title: direction === null ? 'File added to the chart' : isOwn ? 'File from the patient' : 'File',
        ...NONE,
      }
  }
}

export function lineOfMessage(message: Message): HistoryLine {
  const { _id, createdAt: at, message: text, direction, private: isNote, status, failureReason } = message
  const { user, userName, conversationId } = message
  const isOwn = direction === 'inbound'
  return {
    ...{ _id, kind: isNote ? 'note' : 'text', at, text, user, userName, conversationId, appointmentId: null },
    title: isNote ? 'Internal note' : isOwn ? 'Text from the patient' : message.automatic ? 'Automatic text' : 'Text',
    ...(isNote ? NONE : sent(status, failureReason)),
  }
}

const TYPES: Readonly<Record<PatientNotification['type'], string>> = {
  reminder: 'Reminder',
  noShow: 'No-show text',
  invitation: 'Invitation',
  email: 'Email',
}

export function lineOfNotification(notification: PatientNotification): HistoryLine {
  const { _id, createdAt: at, type, content: text, status, reason, user, userName, appointmentId } = notification
  const kind = type === 'email' ? 'mail' : 'reminder'
  const shared = { _id, kind, at, text, user, userName, conversationId: null, appointmentId } as const
  return { ...shared, title: TYPES[type], ...sent(status, reason) }
}

const NONE = { outcome: '', isBad: false } as const

const SENT: Readonly<Record<string, string | undefined>> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  notDelivered: 'Not delivered',
  failed: 'Not sent',
  unconfirmed: 'May not have been sent',
  skipped: 'Not sent',
}
const BAD = ['undelivered', 'notDelivered', 'failed', 'unconfirmed']

function sent(status: string | null, reason: string | null): Omit<Words, 'title'> {
  const word = status === null ? undefined : SENT[status]
  if (status === null || word === undefined) return NONE
  const why = reasonWords(reason)
  return { outcome: why === '' ? word : `${word}, ${why}`, isBad: BAD.includes(status) }
}

function visitOutcome(status: string | null): string {
  const known = appointmentStatuses.find((one): one is AppointmentStatus => one === status)
  return known === undefined ? '' : standingWords[standingOf({ appointmentStatus: known, reschedule: null })]
}

/** The line of time stores the new state and the way, but not the state before: a block ends by a block. */
function consentTitle(status: string | null, how: string | null): string {
  const to = status as ConsentEntry['to']
  const from = how === 'block' && to !== 'blocked' ? 'blocked' : null
  return consentWords({ from, to, how: (how ?? 'text') as ConsentEntry['how'] })
}
