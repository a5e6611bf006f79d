import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface AuditRequest {
  readonly organizationId: string
  readonly user: string | null
  readonly conversationId: string | null
  readonly patientId: string | null
  /** Days of the organization, both included. */
  readonly from: string | null
  readonly to: string | null
  /** Null for the newest page. */
  readonly before: number | null
  readonly offset: number
  readonly limit: number
}

interface Row extends Omit<AuditEntry, '_id' | 'at'> {
  readonly id: number
  readonly at: Date
}

/** Newest first, and whether there are older ones. */
export async function listAudit(tx: Tx, request: AuditRequest): Promise<{ entries: AuditEntry[]; end: number | null }> {
  const { organizationId, before, offset, limit } = request
  const conditions = [
    sql`audit_log.organization_id = ${organizationId}`,
    ...(before === null ? [] : [sql`id < ${before}`]),
    ...conditionsOf(request),
  ]
  const { rows } = await sql<Row>`
    select id, at, audit_log.user_id as user, staff.name as "userName", call, subject, outcome, request_id as "requestId",
      position is not null as sealed
    from audit_log
    left join staff on staff.organization_id = audit_log.organization_id and staff.user_id = audit_log.user_id
    where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit + 1} offset ${before === null ? offset : 0}`.execute(tx)
  const page = rows.slice(0, limit)
  return {
    entries: page.map(({ id, at, ...entry }) => ({ _id: String(id), at: at.toISOString(), ...entry })),
    end: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function conditionsOf({
  organizationId,
  user,
  conversationId,
  patientId,
  from,
  to,
}: AuditRequest): RawBuilder<unknown>[] {
  const timezone = sql`(select timezone from organizations where id = ${organizationId})`
  const conditions: RawBuilder<unknown>[] = []
  if (user !== null) conditions.push(sql`audit_log.user_id = ${user}`)
  if (conversationId !== null) conditions.push(namesOne('conversationId', sql`array[${conversationId}::text]`))
  if (patientId !== null) conditions.push(namesPatient(organizationId, patientId))
  if (from !== null) conditions.push(sql`at >= ${from}::timestamp at time zone ${timezone}`)
  if (to !== null) conditions.push(sql`at < (${to}::date + 1)::timestamp at time zone ${timezone}`)
  return conditions
}

/** A call may name one or, in the plural, several. */
function namesOne(field: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(subject -> ${field} ?| ${ids} or subject -> ${`${field}s`} ?| ${ids})`
}

/** Most calls name a conversation and not the patient whose it is. */
function namesPatient(organizationId: string, patientId: string): RawBuilder<unknown> {
  const conversations = sql`array(
    select id from conversations where organization_id = ${organizationId} and patient_id = ${patientId})`
  const imports = sql`array(
    select import_id from patients where organization_id = ${organizationId} and id = ${patientId})`
  const ways = [
    namesOne('patientId', sql`array[${patientId}::text]`),
    namesOne('patientImportId', imports),
    namesOne('conversationId', conversations),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}
