import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { NOT_LEASED } from '../../../workers/queue.ts'
import { createMailQueue, type LeasedMail, type MailEnd } from '../../messaging/messaging.ts'
import { identityTables } from '../identity.tables.ts'
import type { AccountMailKind } from './account-mail.rules.ts'

interface NewRow {
  readonly id: string
  readonly kind: AccountMailKind
  readonly organizationId: string | null
  readonly address: string
  readonly inviterName: string | null
  readonly nonce: string
  readonly tokenDigest: string
  readonly expiresAt: Date
  readonly at: Date
}

/** Adds the mail without waiting for the store: the transaction can't commit without it. */
export function addAccountMail(tx: Tx, row: NewRow): void {
  const added = identityTables(tx).insertInto('account_mails').values({
    id: row.id,
    kind: row.kind,
    organization_id: row.organizationId,
    address: row.address,
    inviter_name: row.inviterName,
    nonce: row.nonce,
    token_digest: row.tokenDigest,
    expires_at: row.expiresAt,
    created_at: row.at,
    due_at: sql<Date>`now()`,
  })
  sendUnawaited(tx, added)
  accountMails.wake(tx)
}

/** Cancels a mail that was not sent yet. A mail that is being sent may still arrive; its link is void by then. */
export async function withdrawMail(tx: Tx, mailId: string, at: Date): Promise<void> {
  await identityTables(tx)
    .updateTable('account_mails')
    .set({ status: 'withdrawn', ended_at: at, ...NOT_LEASED })
    .where('id', '=', mailId)
    .where('ended_at', 'is', null)
    .execute()
}

export function deleteMailsEndedBefore(tx: Tx, at: Date): void {
  sendUnawaited(tx, identityTables(tx).deleteFrom('account_mails').where('ended_at', '<', at))
}

/** Counts of all mails of an organization, and of those to one address. */
export async function countMails(
  tx: Tx,
  { organizationId, address }: { organizationId: string; address: string },
  since: Date,
): Promise<{ ofOrganization: number; toAddress: number }> {
  return identityTables(tx)
    .selectFrom('account_mails')
    .select((of) => [
      of.fn.countAll<number>().as('ofOrganization'),
      of.fn.countAll<number>().filterWhere('address', '=', address).as('toAddress'),
    ])
    .where('organization_id', '=', organizationId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
}

/** A mail that a worker hands over to the service. */
export interface LeasedAccountMail extends LeasedMail {
  readonly kind: AccountMailKind
}

export const accountMails = createMailQueue<LeasedAccountMail>({
  table: 'account_mails',
  topic: 'account-mails',
  key: { mailId: 'id' },
  fields: { kind: 'kind' },
})

export interface AccountMailContent {
  readonly kind: AccountMailKind
  readonly address: string
  readonly inviterName: string | null
  readonly organization: { readonly name: string; readonly timezone: string } | null
  readonly nonce: string
  readonly tokenDigest: string
  readonly expiresAt: Date
}

/** The content and the recipient. */
export async function readAccountMail(tx: Tx, mailId: string): Promise<AccountMailContent> {
  const row = await identityTables(tx)
    .selectFrom('account_mails as mail')
    .leftJoin('organizations', 'organizations.id', 'mail.organization_id')
    .select(['kind', 'address', 'inviter_name', 'nonce', 'token_digest', 'expires_at', 'name', 'timezone'])
    .where('mail.id', '=', mailId)
    .executeTakeFirstOrThrow()
  return {
    kind: row.kind,
    address: row.address,
    inviterName: row.inviter_name,
    organization: row.name === null || row.timezone === null ? null : { name: row.name, timezone: row.timezone },
    nonce: row.nonce,
    tokenDigest: row.token_digest,
    expiresAt: row.expires_at,
  }
}

/** Saves the mail's final status. Returns false if another worker saved one before. */
export function endAccountMail(
  tx: Tx,
  mail: LeasedAccountMail,
  { status, serviceId }: MailEnd,
  at: Date,
): Promise<boolean> {
  return accountMails.finish(tx, mail, { status, service_id: serviceId, ended_at: at })
}
