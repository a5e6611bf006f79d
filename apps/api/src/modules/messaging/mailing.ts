/** The worker that takes mails to the e-mail service: leased row by row, so that any number of processes may run one. */
import { Counter } from 'prom-client'
import { createEmailGateway, type EmailGateway } from '../../gateways/email.ts'
import type { Parts } from '../../parts.ts'
import type { InboxLink } from './inbox-link.ts'
import { retryDelayMs } from './mail.rules.ts'
import { handOverMail } from './mail-hand-over.ts'
import { type LeasedMail, leaseMails, releaseMail } from './mails.store.ts'

/** Longer than a look-up, a call and two commits may take together; the call must begin while so much is left. */
const LEASE_S = 45
const CALL_S = 15
const AT_ONCE = 4

interface MailingOptions {
  readonly gateway?: EmailGateway | null
  /** How often to look without being woken: for what is due again, and for what other processes keep. */
  readonly pollMs?: number
}

export function startMailing(parts: Parts, inbox: InboxLink, options: MailingOptions = {}): { stop(): Promise<void> } {
  const { database, log, doorbell, clock, config } = parts
  const { pollMs = 2000, gateway = createEmailGateway(config.email) } = options
  const worker = parts.newId()
  const outcomes = new Counter({
    name: 'foyer_mails_handed_over_total',
    help: 'What came of taking an e-mail to the e-mail service',
    labelNames: ['outcome'],
    registers: [parts.metrics],
  })
  let isStopped = false
  let pumping: Promise<void> | null = null
  let isWanted = false

  async function take(mail: LeasedMail, mayCall: () => boolean): Promise<void> {
    try {
      outcomes.inc({ outcome: await handOverMail({ database, clock, inbox, gateway, worker, mayCall }, mail) })
    } catch (error) {
      outcomes.inc({ outcome: 'error' })
      log.error({ err: error, mailId: mail.mailId }, 'a mail was not handed over')
      const delayMs = retryDelayMs(mail.attempts, { isUnknown: true })
      await database
        .system((tx) => releaseMail(tx, mail, { worker, delayMs }))
        .catch((err: unknown) => log.warn({ err }, 'a lease was not given back and has to run out'))
    }
  }

  async function pump(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      const latest = performance.now() + (LEASE_S - CALL_S) * 1000
      const mails = await database.system((tx) => leaseMails(tx, { worker, limit: AT_ONCE, leaseS: LEASE_S }))
      await Promise.all(mails.map((mail) => take(mail, () => performance.now() < latest)))
      // There may be more of them.
      if (mails.length === AT_ONCE) isWanted = true
    }
  }

  function wake(): void {
    isWanted = true
    if (isStopped || pumping !== null) return
    pumping = pump()
      .catch((error: unknown) => log.warn({ err: error }, 'the mails to send could not be read'))
      .finally(() => {
        pumping = null
        if (isWanted) wake()
      })
  }

  const silence = doorbell.onRing(wake)
  const timer = setInterval(wake, pollMs)
  wake()

  return {
    async stop() {
      isStopped = true
      silence()
      clearInterval(timer)
      await pumping
    },
  }
}
