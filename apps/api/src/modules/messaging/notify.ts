/** One notification to one person, whichever service was asked for it. [OPEN-082] */
import type { Notification } from '@foyer/contracts/main/notification.ts'
import { dayIn } from '@foyer/contracts/time.rules.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'
import type { InboxLink } from './inbox-link.ts'
import { noService, tooManyMails } from './mail.rules.ts'
import { addMail, countMail, findAuthor, readSender } from './mails.store.ts'

interface Sender {
  readonly organizationId: string
  readonly userId: string
}

export type Notify = ReturnType<typeof createNotify>

export function createNotify(parts: Parts, inbox: InboxLink) {
  const { clock, config } = parts

  async function text(tx: Tx, sender: Sender, { phoneNumber = '', smsContent = '' }: Notification) {
    const { conversationId, messageId } = await inbox.text(tx, { ...sender, phoneNumber, message: smsContent })
    return { _id: messageId, type: 'SMS' as const, conversationId, status: 'queued' as const }
  }

  async function mail(tx: Tx, { organizationId, userId }: Sender, body: Notification) {
    const { email: address = '', mailSubject: subject = '', mailContent: content = '' } = body
    if (config.email === null) throw noService()
    const author = await findAuthor(tx, organizationId, userId)
    if (!author) throw new Refusal('not_allowed', 'This is not yours to see or do.')
    const about = { organizationId, conversationId: body.conversationId, email: address }
    const conversationId = await inbox.lockForMail(tx, about)
    const { timezone } = await readSender(tx, organizationId)
    const createdAt = clock.now()
    const day = dayIn(timezone, createdAt)
    if (!(await countMail(tx, { organizationId, day, limit: config.emailDailyLimit }))) throw tooManyMails()
    const mailId = parts.newId()
    await addMail(tx, { organizationId, mailId, conversationId, address, subject, content, author, createdAt })
    if (conversationId !== null)
      await inbox.tellOfMail(tx, { organizationId, conversationId, by: userId }, { mailId, status: 'queued' })
    return { _id: mailId, type: 'email' as const, conversationId, status: 'queued' as const }
  }

  return async (tx: Tx, sender: Sender, body: Notification) => ({
    code: 'ok' as const,
    data: await (body.type === 'SMS' ? text : mail)(tx, sender, body),
  })
}
