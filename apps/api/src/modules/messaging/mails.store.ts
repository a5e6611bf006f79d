import type { Mail } from '@foyer/contracts/main/notification.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

type Key = { readonly organizationId: string; readonly mailId: string }

interface NewMail extends Key {
  readonly conversationId: string | null
  readonly address: string
  readonly subject: string
  readonly content: string
  readonly author: Author
  readonly createdAt: Date
}

interface Author {
  readonly userId: string
  readonly name: string
}

/** Kept and queued in one: a mail that was not kept never leaves, and a kept one is never forgotten. */
export async function addMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      organization_id: mail.organizationId,
      id: mail.mailId,
      conversation_id: mail.conversationId,
      address: mail.address,
      subject: mail.subject,
      content: mail.content,
      status: 'queued',
      user_id: mail.author.userId,
      user_name: mail.author.name,
      created_at: mail.createdAt,
    })
    .execute()
}

export async function findMail(tx: Tx, { organizationId, mailId }: Key): Promise<Mail | undefined> {
  const row = await tx
    .selectFrom('mails')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return (
    row && {
      _id: row.id,
      email: row.address,
      mailSubject: row.subject,
      mailContent: row.content,
      status: row.status,
      failureReason: row.failure_reason,
      userName: row.user_name,
      createdAt: row.created_at.toISOString(),
    }
  )
}

/** One more mail on the organization's day; false where the day is full. Counted with what it counts, as texts are. */
export async function countMail(
  tx: Tx,
  { organizationId, day, limit }: { organizationId: string; day: string; limit: number },
): Promise<boolean> {
  if (limit === 0) return false
  const { rows } = await sql`
    insert into mail_days as days (organization_id, day, sent) values (${organizationId}, ${day}::date, 1)
    on conflict (organization_id, day) do update set sent = days.sent + 1 where days.sent < ${limit}
    returning sent`.execute(tx)
  return rows.length > 0
}

export async function findAuthor(tx: Tx, organizationId: string, userId: string): Promise<Author | undefined> {
  const row = await tx
    .selectFrom('staff')
    .select(['user_id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { userId: row.user_id, name: row.name }
}

/** Whose name a mail carries, and whose day it is. */
export async function readSender(tx: Tx, organizationId: string): Promise<{ name: string; timezone: string }> {
  return tx
    .selectFrom('organizations')
    .select(['name', 'timezone'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

/** A mail that this worker, and nobody else for now, takes to the service. */
export interface LeasedMail extends Key {
  readonly conversationId: string | null
  readonly attempts: number
  readonly queuedAt: Date
  /** The service was asked before and its answer is not known. */
  readonly handedAt: Date | null
}

/** Above organizations: the next mails that are due. The lease ends by itself if its worker dies; all by the store's clock. */
export async function leaseMails(
  tx: Tx,
  { worker, limit, leaseS }: { worker: string; limit: number; leaseS: number },
): Promise<LeasedMail[]> {
  const { rows } = await sql<LeasedMail>`
    update mails as mail
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseS}), attempts = attempts + 1
    from (
      select organization_id, id from mails
      where ended_at is null and due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at
      limit ${limit}
      for update skip locked
    ) as next
    where mail.organization_id = next.organization_id and mail.id = next.id
    returning mail.organization_id as "organizationId", mail.id as "mailId", mail.conversation_id as "conversationId",
      mail.attempts, mail.queued_at as "queuedAt", mail.handed_at as "handedAt"`.execute(tx)
  return rows
}

export interface HeldMail {
  readonly address: string
  readonly subject: string
  readonly content: string
}

/** What it says, if it is still on its way and this worker's to take there; held until the transaction ends. */
export async function holdMail(tx: Tx, { organizationId, mailId }: Key, worker: string): Promise<HeldMail | undefined> {
  const { rows } = await sql<HeldMail>`
    select address, subject, content from mails
    where organization_id = ${organizationId} and id = ${mailId} and ended_at is null
      and leased_by = ${worker} and leased_until > now()
    for update`.execute(tx)
  return rows[0]
}

/** Committed before the service is called: whoever finds this after a crash looks for the mail first. */
export async function markHanded(tx: Tx, { organizationId, mailId }: Key): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status: 'sending', handed_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .execute()
}

/** Tried again later. `isUnknown` leaves the mark that the service may have it. */
export async function postponeMail(
  tx: Tx,
  { organizationId, mailId }: Key,
  { worker, delayMs, isUnknown }: { worker: string; delayMs: number; isUnknown: boolean },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      due_at: sql<Date>`now() + make_interval(secs => ${delayMs / 1000})`,
      leased_by: null,
      leased_until: null,
      ...(isUnknown ? {} : { handed_at: null, status: 'queued' as const }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .where('leased_by', '=', worker)
    .where('ended_at', 'is', null)
    .execute()
}

/** Above organizations: given up before the lease ends, where this worker still has it. */
export async function releaseMail(
  tx: Tx,
  { organizationId, mailId }: Key,
  { worker, delayMs }: { worker: string; delayMs: number },
): Promise<void> {
  await sql`
    update mails
    set leased_by = null, leased_until = null, due_at = now() + make_interval(secs => ${delayMs / 1000})
    where organization_id = ${organizationId} and id = ${mailId} and leased_by = ${worker} and ended_at is null`.execute(
    tx,
  )
}

export interface MailEnd {
  readonly status: 'sent' | 'failed' | 'unconfirmed'
  readonly failureReason: string | null
  readonly serviceId: string | null
}

/** Its fate is known, or nobody will ever know. False where it was known before. */
export async function endMail(tx: Tx, { organizationId, mailId }: Key, end: MailEnd, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({
      status: end.status,
      failure_reason: end.failureReason,
      service_id: end.serviceId,
      ended_at: at,
      leased_by: null,
      leased_until: null,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
