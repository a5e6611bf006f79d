/**
 * Sends account mails. If a mail's outcome is unknown, the worker asks the service for it and sends it again if the
 * service does not list it: a duplicate of the same link is harmless.
 */
import type { BaseServices } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import type { WorkerServices } from '../../../workers/queue-worker.ts'
import { ended, type MailingOptions, type MailKind, startMailWorker } from '../../messaging/messaging.ts'
import {
  ACCOUNT_MAIL_RETRIES,
  accountMailWords,
  linkOf,
  TRIES_MAX,
  UNANSWERED_TRIES_MAX,
} from './account-mail.rules.ts'
import {
  type AccountMailContent,
  accountMails,
  endAccountMail,
  type LeasedAccountMail,
  readAccountMail,
} from './account-mails.store.ts'
import { linkTokenDigest, linkTokenOf } from './link-token.ts'

type MailingServices = Pick<BaseServices, 'config' | 'database' | 'clock' | 'log'>

export function startAccountMailing(parts: MailingServices & WorkerServices, options?: MailingOptions): Worker {
  const outcomes = {
    name: 'foyer_account_mails_handed_over_total',
    help: 'Outcomes of handing account mails over to the e-mail service',
  }
  return startMailWorker(parts, mailsAboutAccounts(parts), { name: 'a mail about an account', outcomes }, options)
}

export function mailsAboutAccounts({ config, database, clock, log }: MailingServices): MailKind<LeasedAccountMail> {
  return {
    queue: accountMails,
    retries: ACCOUNT_MAIL_RETRIES,
    run: (_, work) => database.system(work),
    afterLooking: (found) => (found === 'found' ? 'sent' : 'send now'),

    async prepare(tx, mail, hasService) {
      const about = await readAccountMail(tx, mail.mailId)
      const { kind, nonce, address, tokenDigest } = about
      const token = linkTokenOf(config.authSecret, { kind, mailId: mail.mailId, nonce })
      const why = hasService ? objectionTo(mail, about, clock.now()) : 'no e-mail service is set up'
      if (why !== null) return ended('failed', why)
      if (linkTokenDigest(token) !== tokenDigest) return ended('failed', 'AUTH_SECRET changed since it was written')
      const link = linkOf(kind, config.publicUrl, token)
      return { mailId: mail.mailId, address, ...accountMailWords({ ...about, link }) }
    },

    async conclude(tx, mail, end) {
      if (!(await endAccountMail(tx, mail, end, clock.now())) || end.status === 'sent') return
      const { mailId, kind } = mail
      log.warn({ mailId, kind, why: end.failureReason }, 'a mail about an account was not sent')
    },
  }
}

function objectionTo({ attempts, handedAt }: LeasedAccountMail, { expiresAt }: AccountMailContent, now: Date) {
  if (expiresAt <= now) return 'its link has run out'
  if (attempts > TRIES_MAX) return 'it was tried too often'
  if (handedAt !== null && attempts > UNANSWERED_TRIES_MAX) return 'the service never said whether it took it'
  return null
}
