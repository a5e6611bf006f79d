/**
 * The way of one mail about an account to the e-mail service. That it is on its way is committed before the service is
 * called; whatever breaks after that, the next one here looks for the mail, and where it is not found sends it again.
 */
import type { Tx } from '../../../db/database.ts'
import type { EmailGateway, OutgoingMail } from '../../../gateways/email.ts'
import type { Foundation } from '../../../parts.ts'
import { retryDelayMs } from '../../messaging/mail.rules.ts'
import { accountMailWords, linkOf, TRIES_MAX, UNANSWERED_TRIES_MAX, unknownDelayMs } from './account-mail.rules.ts'
import {
  endAccountMail,
  holdAccountMail,
  type LeasedAccountMail,
  markAccountMailHanded,
  postponeAccountMail,
} from './account-mails.store.ts'
import { linkTokenDigest, linkTokenOf } from './link-token.ts'

export interface AccountMailParts extends Pick<Foundation, 'config' | 'database' | 'clock' | 'log'> {
  /** Null where none is set up (any more). */
  readonly gateway: EmailGateway | null
  readonly worker: string
  /** Whether the lease holds for as long as a call may take. */
  readonly mayCall: () => boolean
}

export type AccountMailOutcome = 'sent' | 'found' | 'refused' | 'busy' | 'unknown' | 'gave_up' | 'dropped' | 'late'

export async function handOverAccountMail(
  parts: AccountMailParts,
  leased: LeasedAccountMail,
): Promise<AccountMailOutcome> {
  const { database, clock, gateway, worker } = parts
  const { mailId, handedAt, attempts } = leased
  const postpone = (isUnknown: boolean, delayMs: number) =>
    database.system((tx) => postponeAccountMail(tx, mailId, { worker, now: clock.now(), isUnknown, delayMs }))
  const end = (status: 'sent' | 'failed', serviceId: string | null = null) =>
    database.system((tx) => endAccountMail(tx, mailId, { status, serviceId, at: clock.now() }))

  if (handedAt !== null && gateway !== null && (await gateway.find(mailId)) === 'found') {
    await end('sent')
    return 'found'
  }
  const ready = await database.system((tx) => prepare(tx, parts, leased))
  if (ready === 'gave_up' || ready === 'dropped' || gateway === null) return ready === 'gave_up' ? ready : 'dropped'
  // A process that was stopped in between may be behind another worker by now: whoever is next looks first.
  if (!parts.mayCall()) return 'late'
  const sent = await gateway.send(ready)
  switch (sent.outcome) {
    case 'accepted':
      await end('sent', sent.serviceId)
      return 'sent'
    case 'refused':
      await end('failed')
      parts.log.warn({ mailId, status: sent.status }, 'the e-mail service refused a mail about an account')
      return 'refused'
    case 'busy':
      await postpone(false, retryDelayMs(attempts, { retryAfterMs: sent.retryAfterMs, isUnknown: false }))
      return 'busy'
    case 'unknown':
      await postpone(true, unknownDelayMs(retryDelayMs(attempts, { isUnknown: true })))
      return 'unknown'
  }
}

/** What to hand over, marked as handed over; or that there is nothing to do any more. */
async function prepare(
  tx: Tx,
  { config, clock, log, worker, gateway }: AccountMailParts,
  { mailId, attempts, handedAt }: LeasedAccountMail,
): Promise<OutgoingMail | 'dropped' | 'gave_up'> {
  const now = clock.now()
  const held = await holdAccountMail(tx, mailId, { worker, now })
  if (!held) return 'dropped'
  const token = linkTokenOf(config.authSecret, { kind: held.kind, mailId, nonce: held.nonce })
  const why =
    gateway === null
      ? 'no e-mail service is set up'
      : held.expiresAt <= now
        ? 'its link has run out'
        : attempts > TRIES_MAX
          ? 'it was tried too often'
          : handedAt !== null && attempts > UNANSWERED_TRIES_MAX
            ? 'the service never said whether it took it'
            : linkTokenDigest(token) !== held.tokenDigest
              ? 'AUTH_SECRET is another one since it was written'
              : null
  if (why !== null) {
    await endAccountMail(tx, mailId, { status: 'failed', serviceId: null, at: now })
    log.warn({ mailId, kind: held.kind, why }, 'a mail about an account was given up')
    return 'gave_up'
  }
  await markAccountMailHanded(tx, mailId, now)
  const link = linkOf(held.kind, config.publicUrl, token)
  return { mailId, address: held.address, ...accountMailWords({ ...held, link }) }
}
