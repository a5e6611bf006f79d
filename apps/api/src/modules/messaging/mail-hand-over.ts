/**
 * Hands one mail over to the e-mail service. The handover mark is committed before the service is called; after a
 * crash, the next worker finds the mark and looks the mail up before it does anything else.
 */
import type { Tx } from '../../db/tx.ts'
import type { EmailGateway, MailOutcome, OutgoingMail } from '../../gateways/email.ts'
import { type Backoff, retryDelayMs } from '../../workers/backoff.rules.ts'
import { refusalWords, UNCONFIRMED } from './mail.rules.ts'
import type { LeasedMail, MailQueue } from './mail-queue.ts'

/** The differences between mails to patients and account mails. */
export interface MailKind<Mail extends LeasedMail> {
  readonly queue: MailQueue<Mail>
  readonly retries: Backoff
  /** Runs a transaction in the mail's scope. */
  run<T>(mail: Mail, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The mail to send, or its end if it must not be sent. `hasService` is false if no e-mail service is set up any more.
   */
  prepare(tx: Tx, mail: Mail, hasService: boolean): Promise<OutgoingMail | MailEnd>
  /** Decides what to do after a handed-over mail was looked up. */
  afterLooking(found: Awaited<ReturnType<EmailGateway['find']>>, handedAt: Date): AfterLooking
  /** Saves the mail's end, unless it has ended before. */
  conclude(tx: Tx, mail: Mail, end: MailEnd): Promise<void>
}

export interface MailEnd {
  readonly status: 'sent' | 'failed' | 'unconfirmed'
  readonly failureReason: string | null
  readonly serviceId: string | null
}

export type AfterLooking = 'sent' | 'send again' | 'send now' | 'look again' | 'unconfirmed'

type MailHandOver = MailOutcome['outcome'] | 'found' | 'unconfirmed' | 'gave_up' | 'dropped' | 'late' | 'again'

interface HandOverServices {
  /** Null if no service is set up (any more). */
  readonly gateway: EmailGateway | null
  readonly worker: string
  /** Whether the lease lasts as long as a call may take. */
  readonly mayCall: () => boolean
}

export async function handOverMail<Mail extends LeasedMail>(
  kind: MailKind<Mail>,
  { gateway, worker, mayCall }: HandOverServices,
  mail: Mail,
): Promise<MailHandOver> {
  const { mailId, handedAt, attempts } = mail
  const postpone = (isUnknown: boolean, retryAfterMs: number | null = null) => {
    const delayMs = retryDelayMs(kind.retries, attempts, { retryAfterMs, isUnknown })
    return kind.run(mail, (tx) => kind.queue.postpone(tx, mail, { worker, isUnknown, delayMs }))
  }
  async function end<Outcome>(fate: MailEnd, outcome: Outcome): Promise<Outcome> {
    await kind.run(mail, (tx) => kind.conclude(tx, mail, fate))
    return outcome
  }

  if (handedAt !== null) {
    const found = gateway === null ? 'unknown' : await gateway.find(mailId)
    switch (kind.afterLooking(found, handedAt)) {
      case 'sent':
        return end(ended('sent'), 'found')
      case 'unconfirmed':
        return end(ended('unconfirmed', UNCONFIRMED), 'unconfirmed')
      case 'look again':
        await postpone(true)
        return 'unknown'
      case 'send again':
        await postpone(false, 0)
        return 'again'
      case 'send now':
        break
    }
  }

  const ready = await kind.run(mail, (tx) => prepare(tx, kind, mail, { worker, hasService: gateway !== null }))
  if (ready === 'dropped' || ready === 'gave_up' || gateway === null) return ready === 'gave_up' ? ready : 'dropped'
  // A process that was paused may have lost its lease: then the next worker looks the mail up first.
  if (!mayCall()) return 'late'
  const sent = await gateway.send(ready)
  switch (sent.outcome) {
    case 'accepted':
      return end({ ...ended('sent'), serviceId: sent.serviceId }, sent.outcome)
    case 'refused':
      return end(ended('failed', refusalWords(sent.status)), sent.outcome)
    case 'busy':
      await postpone(false, sent.retryAfterMs)
      return sent.outcome
    case 'unknown':
      await postpone(true)
      return sent.outcome
  }
}

/** Marks the mail as handed over and returns it; or ends it, if there is nothing to hand over any more. */
async function prepare<Mail extends LeasedMail>(
  tx: Tx,
  kind: MailKind<Mail>,
  mail: Mail,
  { worker, hasService }: { readonly worker: string; readonly hasService: boolean },
): Promise<OutgoingMail | 'dropped' | 'gave_up'> {
  if (!(await kind.queue.isHeld(tx, mail, worker))) return 'dropped'
  const ready = await kind.prepare(tx, mail, hasService)
  if ('status' in ready) {
    await kind.conclude(tx, mail, ready)
    return 'gave_up'
  }
  await kind.queue.markHanded(tx, mail)
  return ready
}

export function ended(status: MailEnd['status'], failureReason: string | null = null): MailEnd {
  return { status, failureReason, serviceId: null }
}
