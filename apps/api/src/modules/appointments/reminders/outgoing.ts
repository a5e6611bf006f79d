/** Makes the text or the e-mail of a reminder, and its entries of the ledger. */
import { randomBytes } from 'node:crypto'
import {
  type ReminderSubject,
  reminderText,
  reminderValues,
} from '@foyer/contracts/appointments/reminder-words.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Change, ChangeSet } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { begin, type ConversationState, linkOwner, momentIn, speak } from '../../conversations/conversations.rules.ts'
import { stageMessage, stageQuietText } from '../../conversations/conversations.ts'
import { automaticMessage } from '../../conversations/messages.rules.ts'
import { addMail, countMail } from '../../messaging/messaging.ts'
import type { Clinic } from '../../organizations/organizations.ts'
import { countText, enqueue } from '../../outbound/outbound.ts'
import type { Owner } from '../../patients/patients.rules.ts'
import { addVisitLink } from './visit-links.store.ts'

export type Sending = Pick<Services, 'config' | 'newId'>

interface About {
  readonly organizationId: string
  readonly clinic: Clinic
  readonly now: Date
}

interface Words {
  /** The words of the step, with fields in braces. */
  readonly text: string
  readonly subjects: readonly [ReminderSubject, ...ReminderSubject[]]
  readonly isShared: boolean
  readonly asks: boolean
}

export interface OutgoingText extends About, Words {
  readonly phoneNumber: string
  /** The number's conversation, locked by `lockSender`; null if it has none. */
  readonly conversation: ConversationState | null
  /** The patient whom it is about; null if it is about several. */
  readonly patientId: string | null
  /** The patient to whom a new conversation belongs. */
  readonly owner: Owner | null
  /** By schedule: a quiet text, which waits for the end of quiet hours. Staff's own goes out at once and is listed. */
  readonly isQuiet: boolean
}

export interface Outgoing {
  readonly messageId: string | null
  readonly mailId: string | null
  /** The number's conversation with the text; null if it is a quiet one, which changes nothing, or an e-mail. */
  readonly conversation: ConversationState | null
  readonly changes: readonly (Change | ChangeSet)[]
}

/** Null if a daily limit is reached. The caller appends the changes right after, because all texts wait for the count. */
export async function makeText(tx: Tx, parts: Sending, text: OutgoingText): Promise<Outgoing | null> {
  const { organizationId, phoneNumber, clinic, now, patientId, isShared } = text
  const day = dayIn(now, clinic.timezone)
  if ((await countText(tx, { organizationId, phoneNumber, day }, parts.config)) !== null) return null
  const body = reminderText(text)
  const origin = 'reminder'
  if (text.isQuiet) {
    const about = { organizationId, phoneNumber, conversation: text.conversation, patientId, isShared, now }
    const { message, change } = stageQuietText(tx, parts, { ...about, body, origin, kind: 'proactive' })
    return { messageId: message.id, mailId: null, conversation: null, changes: [change] }
  }
  const before = text.conversation
  const begun = before ?? begin({ id: parts.newId(), organizationId, sender: phoneNumber, at: now })
  const conversation = linkOwner(begun, text.owner)
  const at = momentIn(before, now)
  const made = { id: parts.newId(), organizationId, conversationId: conversation.id, createdAt: at }
  const filedUnder = patientId === conversation.patientId && !isShared ? null : patientId
  const message = automaticMessage(made, { body, origin, patientId: filedUnder }, conversation.channel)
  enqueue(tx, { organizationId, conversationId: conversation.id, messageId: message.id, kind: 'staff' })
  const after = speak(conversation, body, at)
  const { changes } = stageMessage(tx, { before, after, message, by: null, now })
  return { messageId: message.id, mailId: null, conversation: after, changes }
}

interface OutgoingMail extends About, Pick<Words, 'text'> {
  readonly address: string
  readonly patientId: string
  readonly subject: ReminderSubject
  readonly type: keyof typeof SUBJECTS
  /** The appointment that the page behind the mail's link is about; null for a mail without a link. */
  readonly appointment: { readonly id: string; readonly startsAt: Date } | null
}

const SUBJECTS = {
  reminder: (clinic: string) => `Your visit at ${clinic}`,
  noShow: (clinic: string) => `We missed you at ${clinic}`,
  invitation: (clinic: string) => `Your next visit at ${clinic}`,
}

/** Null if the daily limit is reached. */
export async function makeMail(tx: Tx, { config, newId }: Sending, mail: OutgoingMail): Promise<Outgoing | null> {
  const { organizationId, clinic, now, address, appointment, patientId } = mail
  const day = dayIn(now, clinic.timezone)
  if (!(await countMail(tx, { organizationId, day, limit: config.emailDailyLimit }))) return null
  const values = reminderValues(mail.subject, clinic)
  const words = reminderText({ ...mail, subjects: [mail.subject], isShared: false, asks: false })
  const link = appointment && addVisitLink(tx, organizationId, appointment, randomBytes(16))
  const content =
    link === null ? words : `${words}\n\nConfirm it, or ask for another time: ${config.publicUrl}/v/${link}`
  const mailId = newId()
  addMail(tx, {
    ...{ organizationId, mailId, conversationId: null, patientId, address, content, createdAt: now },
    ...{ subject: SUBJECTS[mail.type](values.clinic), author: null, origin: 'reminder' },
  })
  return { messageId: null, mailId, conversation: null, changes: [] }
}
