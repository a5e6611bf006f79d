import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/database.ts'
import { identityTables } from '../identity-tables.ts'
import type { AccountMailKind } from './account-mail.rules.ts'
import type { AccountMailStatus } from './account-mail-table.ts'

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

export async function addAccountMail(tx: Tx, row: NewRow): Promise<void> {
  await identityTables(tx)
    .insertInto('account_mails')
    .values({
      id: row.id,
      kind: row.kind,
      organization_id: row.organizationId,
      address: row.address,
      inviter_name: row.inviterName,
      nonce: row.nonce,
      token_digest: row.tokenDigest,
      expires_at: row.expiresAt,
      created_at: row.at,
      due_at: row.at,
    })
    .execute()
}

/** Not sent any more if it was not yet. What is just being sent may still arrive: its link is void by then. */
export async function withdrawMail(tx: Tx, mailId: string, at: Date): Promise<void> {
  await identityTables(tx)
    .updateTable('account_mails')
    .set({ status: 'withdrawn', ended_at: at, leased_by: null, leased_until: null })
    .where('id', '=', mailId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function deleteMailsEndedBefore(tx: Tx, at: Date): Promise<void> {
  await identityTables(tx).deleteFrom('account_mails').where('ended_at', '<', at).execute()
}

/** Of an organization, and those of them to one address. */
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

/** What became of each of them. */
export async function mailStatuses(
  queries: Queries,
  mailIds: readonly string[],
): Promise<ReadonlyMap<string, AccountMailStatus>> {
  if (mailIds.length === 0) return new Map()
  const rows = await identityTables(queries)
    .selectFrom('account_mails')
    .select(['id', 'status'])
    .where('id', 'in', mailIds)
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** A mail that this worker, and nobody else for now, takes to the service. */
export interface LeasedAccountMail {
  readonly mailId: string
  readonly attempts: number
  /** The service was asked before and its answer is not known. */
  readonly handedAt: Date | null
}

interface Lease {
  readonly worker: string
  readonly now: Date
}

const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** The next ones that are due. The lease ends by itself if its worker dies. */
export async function leaseAccountMails(
  tx: Tx,
  { worker, now, limit, leaseS }: Lease & { limit: number; leaseS: number },
): Promise<LeasedAccountMail[]> {
  const { rows } = await sql<LeasedAccountMail>`
    update account_mails as mail
    set leased_by = ${worker}, leased_until = ${secondsAfter(now, leaseS)}, attempts = attempts + 1
    from (
      select id from account_mails
      where ended_at is null and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by due_at
      limit ${limit}
      for update skip locked
    ) as next
    where mail.id = next.id
    returning mail.id as "mailId", mail.attempts, mail.handed_at as "handedAt"`.execute(tx)
  return rows
}

export interface HeldAccountMail {
  readonly kind: AccountMailKind
  readonly address: string
  readonly inviterName: string | null
  readonly organization: { readonly name: string; readonly timezone: string } | null
  readonly nonce: string
  readonly tokenDigest: string
  readonly expiresAt: Date
}

/** What it is about, if it is still on its way and this worker's to take there; held until the transaction ends. */
export async function holdAccountMail(
  tx: Tx,
  mailId: string,
  { worker, now }: Lease,
): Promise<HeldAccountMail | undefined> {
  const row = await identityTables(tx)
    .selectFrom('account_mails as mail')
    .leftJoin('organizations', 'organizations.id', 'mail.organization_id')
    .select(['kind', 'address', 'inviter_name', 'nonce', 'token_digest', 'expires_at', 'name', 'timezone'])
    .where('mail.id', '=', mailId)
    .where('ended_at', 'is', null)
    .where('leased_by', '=', worker)
    .where('leased_until', '>', now)
    .forUpdate('mail')
    .executeTakeFirst()
  return (
    row && {
      kind: row.kind,
      address: row.address,
      inviterName: row.inviter_name,
      organization: row.name === null || row.timezone === null ? null : { name: row.name, timezone: row.timezone },
      nonce: row.nonce,
      tokenDigest: row.token_digest,
      expiresAt: row.expires_at,
    }
  )
}

/** Committed before the service is called: whoever finds this after a crash looks for the mail first. */
export async function markAccountMailHanded(tx: Tx, mailId: string, at: Date): Promise<void> {
  await identityTables(tx)
    .updateTable('account_mails')
    .set({ status: 'sending', handed_at: at })
    .where('id', '=', mailId)
    .execute()
}

/** Tried again later. `isUnknown` leaves the mark that the service may have it. */
export async function postponeAccountMail(
  tx: Tx,
  mailId: string,
  { worker, now, delayMs, isUnknown }: Lease & { delayMs: number; isUnknown: boolean },
): Promise<void> {
  await identityTables(tx)
    .updateTable('account_mails')
    .set({
      due_at: secondsAfter(now, delayMs / 1000),
      leased_by: null,
      leased_until: null,
      ...(isUnknown ? {} : { handed_at: null, status: 'queued' as const }),
    })
    .where('id', '=', mailId)
    .where('leased_by', '=', worker)
    .where('ended_at', 'is', null)
    .execute()
}

/** Its fate is known. False where it was known before. */
export async function endAccountMail(
  tx: Tx,
  mailId: string,
  { status, serviceId, at }: { status: 'sent' | 'failed'; serviceId: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await identityTables(tx)
    .updateTable('account_mails')
    .set({ status, service_id: serviceId, ended_at: at, leased_by: null, leased_until: null })
    .where('id', '=', mailId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
