/**
 * The way of one mail to the e-mail service. That it is on its way is committed before the service is called; so whatever
 * breaks after that, the next one here finds the mark and looks for the mail before it is sent again. Where nobody can look,
 * it is never sent again: it ends as unconfirmed, and says so.
 */
import type { Tx } from '../../db/database.ts'
import type { EmailGateway, MailOutcome } from '../../gateways/email.ts'
import type { Parts } from '../../parts.ts'
import type { InboxLink } from './inbox-link.ts'
import { afterLooking, GAVE_UP, isTooLate, NO_SERVICE, refusalWords, retryDelayMs, UNCONFIRMED } from './mail.rules.ts'
import {
  endMail,
  type HeldMail,
  holdMail,
  type LeasedMail,
  type MailEnd,
  markHanded,
  postponeMail,
  readSender,
} from './mails.store.ts'

type MailHandOver = MailOutcome['outcome'] | 'found' | 'unconfirmed' | 'dropped' | 'late' | 'again'

interface MailHandOverParts extends Pick<Parts, 'database' | 'clock'> {
  readonly inbox: InboxLink
  /** Null where none is set up (any more). */
  readonly gateway: EmailGateway | null
  readonly worker: string
  /** Whether the lease holds for as long as a call may take. */
  readonly mayCall: () => boolean
}

export async function handOverMail(parts: MailHandOverParts, leased: LeasedMail): Promise<MailHandOver> {
  const { database, gateway, worker, clock } = parts
  const { organizationId, mailId, handedAt, attempts } = leased
  const write = <T>(work: (tx: Tx) => Promise<T>) => database.write(organizationId, work, 'carrier')
  const postpone = (isUnknown: boolean, retryAfterMs: number | null = null) =>
    write((tx) =>
      postponeMail(tx, leased, { worker, isUnknown, delayMs: retryDelayMs(attempts, { retryAfterMs, isUnknown }) }),
    )

  if (handedAt !== null) {
    const found = gateway === null ? 'unknown' : await gateway.find(mailId)
    const next = afterLooking(found, handedAt, clock.now())
    if (next === 'look again') {
      await postpone(true)
      return 'unknown'
    }
    if (next === 'sent') return end(parts, leased, ended('sent'), 'found')
    if (next === 'unconfirmed') return end(parts, leased, ended('unconfirmed', UNCONFIRMED), 'unconfirmed')
    await postpone(false, 0)
    return 'again'
  }

  const ready = await write((tx) => prepare(tx, parts, leased))
  if (ready === null || gateway === null) return 'dropped'
  // A process that was stopped in between may be behind another worker by now: whoever is next looks first.
  if (!parts.mayCall()) return 'late'
  const sent = await gateway.send(ready)
  switch (sent.outcome) {
    case 'accepted':
      return end(parts, leased, { ...ended('sent'), serviceId: sent.serviceId }, sent.outcome)
    case 'refused':
      return end(parts, leased, ended('failed', refusalWords(sent.status)), sent.outcome)
    case 'busy':
      await postpone(false, sent.retryAfterMs)
      return sent.outcome
    case 'unknown':
      await postpone(true)
      return sent.outcome
  }
}

/** What to hand over, marked as handed over; null where there is nothing to do any more. */
async function prepare(tx: Tx, parts: MailHandOverParts, leased: LeasedMail) {
  const held: HeldMail | undefined = await holdMail(tx, leased, parts.worker)
  if (!held) return null
  const objection = parts.gateway === null ? NO_SERVICE : isTooLate(leased.queuedAt, parts.clock.now()) ? GAVE_UP : null
  if (objection !== null) {
    await conclude(tx, parts, leased, ended('failed', objection))
    return null
  }
  await markHanded(tx, leased)
  const { name } = await readSender(tx, leased.organizationId)
  return { ...held, mailId: leased.mailId, senderName: name }
}

function ended(status: MailEnd['status'], failureReason: string | null = null): MailEnd {
  return { status, failureReason, serviceId: null }
}

async function end<Outcome>(
  parts: MailHandOverParts,
  leased: LeasedMail,
  fate: MailEnd,
  outcome: Outcome,
): Promise<Outcome> {
  await parts.database.write(leased.organizationId, (tx) => conclude(tx, parts, leased, fate), 'carrier')
  return outcome
}

/** Its end and what the history says of it are one. */
async function conclude(tx: Tx, { inbox, clock }: MailHandOverParts, leased: LeasedMail, fate: MailEnd): Promise<void> {
  const { organizationId, mailId, conversationId } = leased
  if (!(await endMail(tx, leased, fate, clock.now())) || conversationId === null) return
  await inbox.tellOfMail(tx, { organizationId, conversationId, by: null }, { mailId, status: fate.status })
}
