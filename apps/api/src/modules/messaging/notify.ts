/** Sends one notification by text or e-mail. [OPEN-082] */
import type { Notification } from '@foyer/contracts/main/notification.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { notAllowed, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { sendFirstText } from '../conversations/conversations.ts'
import { findStaff, readClinic } from '../organizations/organizations.ts'
import { DECEASED } from '../patients/patients.rules.ts'
import { findOnlyOwnerOfEmail, isDeceased } from '../patients/patients.ts'
import { lockConversationOfMail, recordQueued } from './conversation-mails.ts'
import { noService, tooManyMails } from './mail.rules.ts'
import { addMail, countMail } from './mails.store.ts'

interface Sender {
  readonly organizationId: string
  readonly userId: string
}

type NotifyServices = Pick<Services, 'clock' | 'config' | 'newId'>

export async function notify(tx: Tx, parts: NotifyServices, sender: Sender, notification: Notification) {
  const data = await (notification.type === 'SMS' ? sendText : queueMail)(tx, parts, sender, notification)
  return { code: 'ok' as const, data }
}

async function sendText(
  tx: Tx,
  parts: NotifyServices,
  sender: Sender,
  { phoneNumber = '', smsContent = '' }: Notification,
) {
  const text = { ...sender, patientId: undefined, phoneNumber, message: smsContent }
  const { conversation, messageId } = await sendFirstText(tx, parts, text)
  return { _id: messageId, type: 'SMS' as const, conversationId: conversation.id, status: 'queued' as const }
}

async function queueMail(tx: Tx, parts: NotifyServices, { organizationId, userId }: Sender, mail: Notification) {
  const { clock, config, newId } = parts
  const { email: address = '', mailSubject: subject = '', mailContent: content = '' } = mail
  if (config.email === null) throw noService()
  const addressed = { organizationId, conversationId: mail.conversationId, email: address }
  const locked = lockConversationOfMail(tx, addressed)
  // Awaited below, because the refusal before it takes precedence over its own.
  locked.catch(() => undefined)
  const [author, { timezone }, owner] = await Promise.all([
    findStaff(tx, organizationId, userId),
    readClinic(tx, organizationId),
    findOnlyOwnerOfEmail(tx, organizationId, address),
  ])
  if (!author) throw notAllowed()
  const conversation = await locked
  const conversationId = conversation?.id ?? null
  const patientId = conversation?.patientId ?? owner?.id ?? null
  if (await isDeceased(tx, organizationId, patientId)) throw new Refusal('not_deliverable', DECEASED)
  const createdAt = clock.now()
  const count = async () => {
    const day = dayIn(createdAt, timezone)
    if (!(await countMail(tx, { organizationId, day, limit: config.emailDailyLimit }))) throw tooManyMails()
  }
  const mailId = newId()
  const mailed = { organizationId, mailId, conversationId, patientId, address, subject, content }
  addMail(tx, { ...mailed, author, origin: 'staff', createdAt })
  if (conversation === null) await count()
  else await recordQueued(tx, conversation, { mailId, by: userId, now: createdAt, beforeHead: count })
  return { _id: mailId, type: 'email' as const, conversationId, status: 'queued' as const }
}
