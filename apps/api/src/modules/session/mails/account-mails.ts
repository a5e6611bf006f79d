/** The queue of mails about accounts, as those who have something to write see it. */
import { randomBytes } from 'node:crypto'
import type { Queries, Tx } from '../../../db/tx.ts'
import type { Foundation } from '../../../parts.ts'
import { linkOf } from './account-mail.rules.ts'
import {
  addAccountMail,
  countMails,
  deleteMailsEndedBefore,
  mailStatuses,
  withdrawMail,
} from './account-mails.store.ts'
import type { AccountMailStatus } from './account-mails.tables.ts'
import { linkTokenDigest, linkTokenOf } from './link-token.ts'

interface Addressed {
  /** In lower case, as accounts have theirs. */
  readonly address: string
  /** Of the link. */
  readonly expiresAt: Date
}

/** Leads to `/reset-password#token=…`. */
interface PasswordMail extends Addressed {
  readonly kind: 'password'
}

/** Leads to `/invitation#token=…`. */
interface InvitationMail extends Addressed {
  readonly kind: 'invitation'
  readonly organizationId: string
  /** Null where whoever runs the house invites. */
  readonly inviterName: string | null
}

export interface QueuedMail {
  /** To withdraw it by, and to ask what became of it. */
  readonly mailId: string
  /** What `linkTokenDigest` makes of the link's token: kept with what the link is good for. */
  readonly tokenDigest: string
  /** For whoever has no e-mail service and hands it over by another way; it is kept nowhere. */
  readonly link: string
}

type QueueParts = Pick<Foundation, 'config' | 'clock' | 'newId'>

const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Writes a mail with a link. `tx` is the caller's transaction of `database.system`: the mail leaves if that commits, and
 * what its link is good for is there before the link is. Ask first whether there is an e-mail service (`canMail`).
 */
export async function queueAccountMail(
  tx: Tx,
  mail: PasswordMail | InvitationMail,
  { config, clock, newId }: QueueParts,
): Promise<QueuedMail> {
  const { kind, address, expiresAt } = mail
  const mailId = newId()
  const nonce = randomBytes(16).toString('base64url')
  const token = linkTokenOf(config.authSecret, { kind, mailId, nonce })
  const tokenDigest = linkTokenDigest(token)
  const at = clock.now()
  await addAccountMail(tx, {
    ...{ id: mailId, kind, address, nonce, tokenDigest, expiresAt, at },
    organizationId: mail.kind === 'invitation' ? mail.organizationId : null,
    inviterName: mail.kind === 'invitation' ? mail.inviterName : null,
  })
  await deleteMailsEndedBefore(tx, new Date(at.getTime() - KEPT_MS))
  return { mailId, tokenDigest, link: linkOf(kind, config.publicUrl, token) }
}

/** Whether a link can be mailed at all: what `resetByMail` says. */
export function canMail({ email }: Pick<Foundation['config'], 'email'>): boolean {
  return email !== null
}

/** Not sent any more if it was not yet. What is just being sent may still arrive: make its link void. */
export function withdrawAccountMail(tx: Tx, mailId: string, { clock }: Pick<Foundation, 'clock'>): Promise<void> {
  return withdrawMail(tx, mailId, clock.now())
}

/** What became of each of them; nothing is known of one that ended long ago. */
export function statusesOf(
  queries: Queries,
  mailIds: readonly string[],
): Promise<ReadonlyMap<string, AccountMailStatus>> {
  return mailStatuses(queries, mailIds)
}

/** How many were written in the name of an organization, and by it to one address. */
export function mailsSince(
  tx: Tx,
  from: { readonly organizationId: string; readonly address: string },
  since: Date,
): Promise<{ readonly ofOrganization: number; readonly toAddress: number }> {
  return countMails(tx, from, since)
}
