/** The queue of account mails, for modules that write to it. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../db/tx.ts'
import type { BaseServices } from '../../../services.ts'
import { linkOf } from './account-mail.rules.ts'
import { addAccountMail, countMails, deleteMailsEndedBefore, withdrawMail } from './account-mails.store.ts'
import { linkTokenDigest, linkTokenOf } from './link-token.ts'

interface Addressed {
  /** In lower case, as accounts store theirs. */
  readonly address: string
  /** The link's end. */
  readonly expiresAt: Date
}

/** Links to `/reset-password#token=…`. */
interface PasswordMail extends Addressed {
  readonly kind: 'password'
}

/** Links to `/invitation#token=…`. */
interface InvitationMail extends Addressed {
  readonly kind: 'invitation'
  readonly organizationId: string
  /** Null if the operator invites. */
  readonly inviterName: string | null
}

export interface QueuedMail {
  /** Withdraws the mail and finds its status. */
  readonly mailId: string
  /** `linkTokenDigest` of the link's token; save it with the grant that the link opens. */
  readonly tokenDigest: string
  /** For an operator without an e-mail service, who delivers the link themselves. It is not stored. */
  readonly link: string
}

type QueueServices = Pick<BaseServices, 'config' | 'clock' | 'newId'>

const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Queues a mail with a link, without waiting for the store. `tx` is the caller's transaction of `database.system`: the mail
 * leaves only if it commits, so the grant exists before the link does. First check that there is an e-mail service
 * (`canMail`).
 */
export function queueAccountMail(
  tx: Tx,
  mail: PasswordMail | InvitationMail,
  { config, clock, newId }: QueueServices,
): QueuedMail {
  const { kind, address, expiresAt } = mail
  const mailId = newId()
  const nonce = randomBytes(16).toString('base64url')
  const token = linkTokenOf(config.authSecret, { kind, mailId, nonce })
  const tokenDigest = linkTokenDigest(token)
  const at = clock.now()
  const added = {
    ...{ id: mailId, kind, address, nonce, tokenDigest, expiresAt, at },
    organizationId: mail.kind === 'invitation' ? mail.organizationId : null,
    inviterName: mail.kind === 'invitation' ? mail.inviterName : null,
  }
  addAccountMail(tx, added)
  deleteMailsEndedBefore(tx, new Date(at.getTime() - KEPT_MS))
  return { mailId, tokenDigest, link: linkOf(kind, config.publicUrl, token) }
}

/** Whether links can be mailed at all; the API reports it as `resetByMail`. */
export function canMail({ email }: Pick<BaseServices['config'], 'email'>): boolean {
  return email !== null
}

/** Cancels a mail that was not sent yet. A mail that is being sent may still arrive: make its link void. */
export function withdrawAccountMail(tx: Tx, mailId: string, { clock }: Pick<BaseServices, 'clock'>): Promise<void> {
  return withdrawMail(tx, mailId, clock.now())
}

export interface MailsSent {
  readonly ofOrganization: number
  readonly toAddress: number
}

/** The number of mails that an organization sent, and sent to this address. */
export function mailsSince(
  tx: Tx,
  from: { readonly organizationId: string; readonly address: string },
  since: Date,
): Promise<MailsSent> {
  return countMails(tx, from, since)
}
