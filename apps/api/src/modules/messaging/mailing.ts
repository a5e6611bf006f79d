/**
 * Sends e-mails to patients. A mail with an unknown outcome is looked up; if that is impossible, it is never sent again
 * and ends as unconfirmed.
 */
import { appendEvents } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import type { Worker } from '../../workers/loop.ts'
import { objectionTo, tellOfDelivery } from '../conversations/conversations.ts'
import type { Seams } from '../module.ts'
import { readClinic } from '../organizations/organizations.ts'
import { DECEASED } from '../patients/patients.rules.ts'
import { asCampaignMail } from './campaign-mail.ts'
import { recordMail } from './conversation-mails.ts'
import { afterLooking, GAVE_UP, isTooLate, MAIL_RETRIES, NO_SERVICE } from './mail.rules.ts'
import { ended, type MailKind } from './mail-hand-over.ts'
import { type MailingOptions, startMailWorker } from './mail-worker.ts'
import { endMail, type PatientMail, patientMails, readContent } from './mails.store.ts'

export function startMailing(parts: Services & Pick<Seams, 'sentSteps'>, options?: MailingOptions): Worker {
  const outcomes = {
    name: 'foyer_mails_handed_over_total',
    help: 'Outcomes of handing e-mails over to the e-mail service',
  }
  return startMailWorker(parts, mailsToPatients(parts), { name: 'an e-mail to a patient', outcomes }, options)
}

export function mailsToPatients(
  parts: Pick<Services, 'database' | 'clock' | 'config' | 'newId'> & Pick<Seams, 'sentSteps'>,
): MailKind<PatientMail> {
  const { database, clock } = parts
  return {
    queue: patientMails,
    retries: MAIL_RETRIES,
    run: ({ organizationId }, work) => database.write(organizationId, work, 'carrier'),
    afterLooking: (found, handedAt) => afterLooking(found, handedAt, clock.now()),

    async prepare(tx, mail, hasService) {
      if (!hasService) return ended('failed', NO_SERVICE)
      if (isTooLate(mail.queuedAt, clock.now())) return ended('failed', GAVE_UP)
      const outdated = await objectionTo(tx, parts, mail.origin, mail, clock.now())
      if (outdated !== null) return ended('failed', outdated)
      const [{ name }, { isToDeceased, patientId, campaignId, ...content }] = await Promise.all([
        readClinic(tx, mail.organizationId),
        readContent(tx, mail),
      ])
      if (isToDeceased) return ended('failed', `${DECEASED} Not sent.`)
      const outgoing = { ...content, mailId: mail.mailId, senderName: name }
      if (campaignId === null || patientId === null) return outgoing
      const { organizationId } = mail
      return asCampaignMail(tx, parts, outgoing, { organizationId, campaignId, patientId })
    },

    /** Saves the mail's end and its history entry in one transaction. */
    async conclude(tx, mail, end) {
      const { organizationId, mailId, conversationId } = mail
      const now = clock.now()
      if (!(await endMail(tx, mail, end, now))) return
      const delivery = {
        status: end.status === 'sent' ? 'sent' : 'notDelivered',
        reason: end.failureReason,
        isUnconfirmed: end.status === 'unconfirmed',
      } as const
      const followed = await tellOfDelivery(tx, parts, { origin: mail.origin, sent: mail, news: delivery, now })
      if (conversationId === null) return void (await appendEvents(tx, { organizationId, at: now }, followed))
      const news = { mailId, status: end.status }
      await recordMail(tx, parts, { organizationId, conversationId, by: null, entries: followed }, news)
    },
  }
}
