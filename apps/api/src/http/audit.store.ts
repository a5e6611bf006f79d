import type { Insertable } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Queries } from '../db/tx.ts'

type AuditRow = Required<
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
