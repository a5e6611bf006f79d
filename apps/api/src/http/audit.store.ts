import { type Insertable, sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { sendUnawaited } from '../db/transaction.ts'
import type { Queries, Tx } from '../db/tx.ts'

export type AuditRow = Required<
  Pick<
    Insertable<Schema['audit_log']>,
    'organization_id' | 'user_id' | 'session_id' | 'call' | 'subject' | 'outcome' | 'request_id'
  >
>

const add = prepared('add_audit', (queries, row: AuditRow) =>
  queries.insertInto('audit_log').values({
    organization_id: row.organization_id,
    user_id: row.user_id,
    session_id: row.session_id,
    call: row.call,
    subject: row.subject,
    outcome: row.outcome,
    request_id: row.request_id,
  }),
)

export async function addAudit(queries: Queries, row: AuditRow): Promise<void> {
  await add(queries, row)
}

/** Adds a row without waiting for the store: the transaction can't commit without it. */
export function sendAudit(tx: Tx, row: AuditRow): void {
  sendUnawaited(tx, add.with(tx, row))
}

/** Adds the rows in their order. The statement's text does not depend on their number. */
export async function addAudits(queries: Queries, rows: readonly AuditRow[]): Promise<void> {
  const column = (name: keyof AuditRow) => sql`${rows.map((row) => row[name])}::text[]`
  await sql`
    insert into audit_log (organization_id, user_id, session_id, call, subject, outcome, request_id)
    select organization_id, user_id, session_id, call, subject::jsonb, outcome, request_id
    from unnest(${column('organization_id')}, ${column('user_id')}, ${column('session_id')}, ${column('call')},
      ${column('subject')}, ${column('outcome')}, ${column('request_id')}) with ordinality
      as row (organization_id, user_id, session_id, call, subject, outcome, request_id, place)
    order by place`.execute(queries)
}
