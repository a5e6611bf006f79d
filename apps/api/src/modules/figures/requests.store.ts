/** The self-service requests of patients, written in the transactions that make and settle them. */
import type { RequestKind } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

/** The subject of a request. */
export type RequestSubject =
  | { readonly conversationId: string }
  | { readonly appointmentId: string }
  | { readonly submissionId: string }

interface NewRequest {
  readonly organizationId: string
  /** Unique; a request that is kept already stays as it is. */
  readonly id: string
  readonly type: RequestKind
  readonly subject: RequestSubject
  readonly patientId: string | null
  readonly made: Date
  /** The staff have nothing to do about it. */
  readonly isSettled?: boolean
}

/** Does not wait for the store, as all of these. */
export function keepRequest(tx: Tx, { organizationId, id, type, subject, ...request }: NewRequest): void {
  const isSettled = request.isSettled ?? false
  sendUnawaited(
    tx,
    tx
      .insertInto('service_requests')
      .values({
        ...{ organization_id: organizationId, id, type, patient_id: request.patientId, made: request.made },
        ...{ settled: isSettled ? request.made : null, self: isSettled },
        ...columnsOf(subject),
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing()),
  )
}

function columnsOf(subject: RequestSubject) {
  const none = { conversation_id: null, appointment_id: null, submission_id: null }
  if ('conversationId' in subject)
    return { ...none, source: 'conversation' as const, conversation_id: subject.conversationId }
  if ('appointmentId' in subject) return { ...none, source: 'visit' as const, appointment_id: subject.appointmentId }
  return { ...none, source: 'form' as const, submission_id: subject.submissionId }
}

interface Settling {
  readonly organizationId: string
  readonly subject: RequestSubject
  readonly at: Date
}

/**
 * The open requests of a subject are finished. One of a conversation is finished without the staff if none of them wrote there
 * since; others say so by `isSelf`.
 */
export function settleRequests(tx: Tx, { isSelf, ...settling }: Settling & { readonly isSelf: boolean | null }): void {
  const { organizationId, subject, at } = settling
  const self =
    isSelf !== null
      ? sql`${isSelf}::boolean`
      : sql`not exists (
          select from messages as m
          where m.organization_id = r.organization_id and m.conversation_id = r.conversation_id and m.created_at >= r.made
            and m.direction = 'outbound' and not m.private and m.user_id is not null)`
  send(
    tx,
    sql`update service_requests as r set settled = ${at}, self = ${self}
      where r.organization_id = ${organizationId} and ${isOf(subject)} and r.settled is null`,
  )
}

/** The staff took back what settled the newest request. */
export function reopenRequests(tx: Tx, { organizationId, subject }: Omit<Settling, 'at'>): void {
  send(
    tx,
    sql`update service_requests as r set settled = null, self = false
      where r.organization_id = ${organizationId} and r.id = (
        select r.id from service_requests as r
        where r.organization_id = ${organizationId} and ${isOf(subject)} order by r.made desc, r.id desc limit 1)`,
  )
}

/** The requests of a subject are this patient's. */
export function fileRequests(
  tx: Tx,
  { organizationId, subject, patientId }: Omit<Settling, 'at'> & { readonly patientId: string | null },
): void {
  send(
    tx,
    sql`update service_requests as r set patient_id = ${patientId}
      where r.organization_id = ${organizationId} and ${isOf(subject)}`,
  )
}

/** The request was none. */
export function forgetRequest(tx: Tx, organizationId: string, id: string): void {
  sendUnawaited(
    tx,
    tx.deleteFrom('service_requests').where('organization_id', '=', organizationId).where('id', '=', id),
  )
}

function isOf(subject: RequestSubject): RawBuilder<unknown> {
  if ('conversationId' in subject) return sql`r.conversation_id = ${subject.conversationId}`
  if ('appointmentId' in subject) return sql`r.appointment_id = ${subject.appointmentId}`
  return sql`r.submission_id = ${subject.submissionId}`
}

function send(tx: Tx, statement: RawBuilder<unknown>): void {
  sendUnawaited(tx, { compile: () => statement.compile(tx) })
}
