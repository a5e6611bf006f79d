import type { Origin } from '@foyer/contracts/inbox/message.ts'
import type { Mail } from '@foyer/contracts/main/notification.ts'
import { sql } from 'kysely'
import { type Counted, countOfDay } from '../../db/day-counts.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { MailEnd } from './mail-hand-over.ts'
import { createMailQueue, type LeasedMail } from './mail-queue.ts'

type Key = { readonly organizationId: string; readonly mailId: string }

interface NewMail extends Key {
  readonly conversationId: string | null
  /** Whose chart shows it. */
  readonly patientId?: string | null
  readonly address: string
  readonly subject: string
  readonly content: string
  /** Null if no staff member wrote it. */
  readonly author: Author | null
  /** The part of the product that wrote it. */
  readonly origin: Origin
  /** The step of the campaign that sends it. Such a mail can be unsubscribed. */
  readonly campaign?: { readonly _id: string; readonly step: number } | null
  readonly createdAt: Date
}

interface Author {
  readonly userId: string
  readonly name: string
}

/** Inserts the mail, which queues it: a mail is sent exactly if its transaction commits. */
export function addMail(tx: Tx, mail: NewMail): void {
  sendUnawaited(
    tx,
    tx.insertInto('mails').values({
      organization_id: mail.organizationId,
      id: mail.mailId,
      conversation_id: mail.conversationId,
      patient_id: mail.patientId ?? null,
      address: mail.address,
      subject: mail.subject,
      content: mail.content,
      status: 'queued',
      user_id: mail.author?.userId ?? null,
      user_name: mail.author?.name ?? null,
      origin: mail.origin,
      campaign_id: mail.campaign?._id ?? null,
      campaign_step: mail.campaign?.step ?? null,
      created_at: mail.createdAt,
    }),
  )
  patientMails.wake(tx)
}

export async function findMail(tx: Tx, { organizationId, mailId }: Key): Promise<Mail | undefined> {
  const row = await tx
    .selectFrom('mails')
    .select(['id', 'address', 'subject', 'content', 'status', 'failure_reason', 'user_name', 'created_at'])
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

/** Counts one more mail of the organization's day, in the transaction of the mail; false if the daily limit is reached. */
export function countMail(tx: Tx, counted: Counted): Promise<boolean> {
  return countOfDay(tx, 'mail_days', counted)
}

/** A mail that a worker hands over to the service. */
export interface PatientMail extends Key, LeasedMail {
  readonly conversationId: string | null
  readonly queuedAt: Date
  readonly origin: Origin
}

export const patientMails = createMailQueue<PatientMail>({
  table: 'mails',
  topic: 'mails',
  key: { organizationId: 'organization_id', mailId: 'id' },
  fields: { conversationId: 'conversation_id', queuedAt: 'queued_at', origin: 'origin' },
})

interface Content {
  readonly address: string
  readonly subject: string
  readonly content: string
  readonly patientId: string | null
  /** Null for a mail that no campaign sends. */
  readonly campaignId: string | null
  readonly isToDeceased: boolean
}

/** The content and the recipient, who may have died since it was written. */
export async function readContent(tx: Tx, { organizationId, mailId }: Key): Promise<Content> {
  return tx
    .selectFrom('mails')
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.organization_id', '=', 'mails.organization_id')
        .onRef('patients.id', '=', 'mails.patient_id'),
    )
    .select(['mails.address', 'mails.subject', 'mails.content'])
    .select(['mails.patient_id as patientId', 'mails.campaign_id as campaignId'])
    .select(sql<boolean>`coalesce(patients.deceased, false)`.as('isToDeceased'))
    .where('mails.organization_id', '=', organizationId)
    .where('mails.id', '=', mailId)
    .executeTakeFirstOrThrow()
}

/** Saves the mail's end, known or unconfirmed. False if it had ended before. */
export function endMail(
  tx: Tx,
  mail: PatientMail,
  { status, failureReason, serviceId }: MailEnd,
  at: Date,
): Promise<boolean> {
  const end = { status, failure_reason: failureReason, service_id: serviceId, ended_at: at }
  return patientMails.finish(tx, mail, end)
}
