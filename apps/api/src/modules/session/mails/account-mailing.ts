/** The worker that takes mails about accounts to the e-mail service: leased row by row, so that any number may run. */
import { Counter } from 'prom-client'
import { createEmailGateway, type EmailGateway } from '../../../gateways/email.ts'
import type { Foundation } from '../../../parts.ts'
import { retryDelayMs } from '../../messaging/mail.rules.ts'
import { unknownDelayMs } from './account-mail.rules.ts'
import { handOverAccountMail } from './account-mail-hand-over.ts'
import { type LeasedAccountMail, leaseAccountMails, postponeAccountMail } from './account-mails.store.ts'

/** Longer than a look-up, a call and two commits may take together; the call must begin while so much is left. */
const LEASE_S = 45
const CALL_S = 15
const AT_ONCE = 4

type MailingParts = Pick<Foundation, 'config' | 'database' | 'clock' | 'newId' | 'log' | 'metrics'>

interface MailingOptions {
  readonly gateway?: EmailGateway | null
  /** How often to look. */
  readonly pollMs?: number
}

export function startAccountMailing(parts: MailingParts, options: MailingOptions = {}): { stop(): Promise<void> } {
  const { config, database, clock, log } = parts
  const { pollMs = 2000, gateway = createEmailGateway(config.email) } = options
  const worker = parts.newId()
  const outcomes = new Counter({
    name: 'foyer_account_mails_handed_over_total',
    help: 'What came of taking a mail about an account to the e-mail service',
    labelNames: ['outcome'],
    registers: [parts.metrics],
  })
  let isStopped = false
  let pumping: Promise<void> | null = null

  async function take(mail: LeasedAccountMail, mayCall: () => boolean): Promise<void> {
    const { mailId, attempts } = mail
    try {
      const outcome = await handOverAccountMail({ config, database, clock, log, gateway, worker, mayCall }, mail)
      outcomes.inc({ outcome })
    } catch (error) {
      outcomes.inc({ outcome: 'error' })
      log.error({ err: error, mailId }, 'a mail about an account was not handed over')
      const delayMs = unknownDelayMs(retryDelayMs(attempts, { isUnknown: true }))
      await database
        .system((tx) => postponeAccountMail(tx, mailId, { worker, now: clock.now(), delayMs, isUnknown: true }))
        .catch((err: unknown) => log.warn({ err }, 'a lease was not given back and has to run out'))
    }
  }

  async function pump(): Promise<void> {
    for (let isMore = true; isMore && !isStopped; ) {
      const latest = performance.now() + (LEASE_S - CALL_S) * 1000
      const lease = { worker, now: clock.now(), limit: AT_ONCE, leaseS: LEASE_S }
      const mails = await database.system((tx) => leaseAccountMails(tx, lease))
      await Promise.all(mails.map((mail) => take(mail, () => performance.now() < latest)))
      isMore = mails.length === AT_ONCE
    }
  }

  function look(): void {
    if (isStopped || pumping !== null) return
    pumping = pump()
      .catch((error: unknown) => log.warn({ err: error }, 'the mails about accounts could not be read'))
      .finally(() => {
        pumping = null
      })
  }

  const timer = setInterval(look, pollMs)
  look()

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await pumping
    },
  }
}
