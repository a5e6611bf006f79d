import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import type { AuditKind } from '@foyer/contracts/main/audit-kinds.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { readClinic } from '../organizations/organizations.ts'
import { auditKind, callsOfKind } from './audit-kinds.rules.ts'
import { patientsIn, type WithPatients, withPatients } from './audit-patients.store.ts'
import { auditWords } from './audit-words.rules.ts'

export interface AuditRequest {
  readonly organizationId: string
  readonly user: string | null
  readonly conversationId: string | null
  readonly patientId: string | null
  readonly kind: AuditKind | null
  /** Days in the organization's time zone; `from` and `to` are both included. */
  readonly from: string | null
  readonly to: string | null
  /** Null for the newest page. */
  readonly before: number | null
  readonly offset: number
  readonly limit: number
}

interface Row extends Omit<AuditEntry, '_id' | 'at' | 'says' | 'kind' | 'patients'>, WithPatients {
  readonly id: number
  readonly at: Date
}

/** The most rows about a conversation or patient that one page searches. Further rows are reached only by the cursor. */
const NAMED_MAX = 20_000

/** Lists rows newest first. `end` is the cursor for older rows; null if there are none. */
export async function listAudit(
  tx: Tx,
  request: AuditRequest,
): Promise<{ entries: AuditEntry[]; end: [id: number] | null }> {
  const { organizationId, before, offset, limit } = request
  const skipped = before === null ? offset : 0
  const conditions = [
    sql`audit_log.organization_id = ${organizationId}`,
    ...(before === null ? [] : [sql`id < ${before}`]),
    ...conditionsOf(request),
    ...(await boundsOf(tx, request)),
  ]
  const page = sql`
    select id, at, audit_log.user_id as user, staff.name as "userName", audit_log.call, subject, outcome, request_id as "requestId",
      exists (select from audit_positions where audit_id = audit_log.id) as sealed
    from ${sourceOf(request, conditions, skipped + limit + 1)}
    left join known_staff as staff on staff.organization_id = audit_log.organization_id and staff.user_id = audit_log.user_id
    order by id desc limit ${limit + 1} offset ${skipped}`
  const { rows } = await withPatients<Row>(page, organizationId).execute(tx)
  const patientsOf = patientsIn(rows)
  const { shown, end } = pageOf(rows, limit, ({ id }): [number] => [id])
  const entries = shown.map(({ id, at, named: _, ...entry }) => ({
    ...{ _id: String(id), at: at.toISOString(), ...entry },
    ...{ says: auditWords(entry.call), kind: auditKind(entry.call), patients: patientsOf(entry.subject) },
  }))
  return { entries, end }
}

/** The rows as `audit_log`. A person, patient or conversation has few rows beside those of a kind. */
function sourceOf(
  { kind, user, patientId, conversationId }: AuditRequest,
  conditions: readonly RawBuilder<unknown>[],
  most: number,
): RawBuilder<unknown> {
  if (kind !== null && user === null && patientId === null && conversationId === null)
    return newestOfCalls(callsOfKind(kind), conditions, most)
  const ofKind = kind === null ? [] : [sql`call = any(${[...callsOfKind(kind)]}::text[])`]
  return sql`(select * from audit_log where ${sql.join([...conditions, ...ofKind], sql` and `)}) as audit_log`
}

/**
 * The newest rows of each call by themselves. For one condition on all calls Postgres estimates how many rows they have, and
 * when they have fewer, it reads the rows of all other calls before it finds them. Only the index of calls has the order by
 * call and id, and it has it only for a range of calls: with `=`, Postgres would leave the call out of the order.
 */
function newestOfCalls(names: readonly string[], conditions: readonly RawBuilder<unknown>[], most: number) {
  const ofOne = sql.join([...conditions, sql`audit_log.call between asked.call and asked.call`], sql` and `)
  return sql`unnest(${[...names]}::text[]) as asked (call)
    cross join lateral (select * from audit_log where ${ofOne} order by call, id desc limit ${most}) as audit_log`
}

/** Computes the bounds as values instead of SQL, so that Postgres can estimate how many rows lie between them. */
async function boundsOf(tx: Tx, { organizationId, from, to }: AuditRequest): Promise<RawBuilder<unknown>[]> {
  if (from === null && to === null) return []
  const { timezone } = await readClinic(tx, organizationId)
  return [
    ...(from === null ? [] : [sql`at >= ${boundsOfDay(from, timezone).from}::timestamptz`]),
    ...(to === null ? [] : [sql`at < ${boundsOfDay(to, timezone).until}::timestamptz`]),
  ]
}

function conditionsOf({
  organizationId,
  user,
  conversationId,
  patientId,
  before,
}: AuditRequest): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  const among = (ids: RawBuilder<unknown>) =>
    sql`id = any(array(select audit_naming(${ids}, ${before ?? Number.MAX_SAFE_INTEGER}, ${NAMED_MAX})))`
  if (user !== null) conditions.push(sql`audit_log.user_id = ${user}`)
  if (conversationId !== null) {
    const ids = sql`array[${conversationId}::text]`
    conditions.push(among(ids), namesOne('conversationId', ids))
  }
  if (patientId !== null) {
    const { ids, ways } = waysOf(organizationId, patientId)
    conditions.push(among(ids), sql`(${sql.join(ways, sql` or `)})`)
  }
  return conditions
}

/** A condition on `subject`, which has one id under the field's name or several under its plural. */
function namesOne(field: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(subject -> ${field} ?| ${ids} or subject -> ${`${field}s`} ?| ${ids})`
}

/**
 * The ids and conditions that find a patient's rows. Most calls name the patient's conversation and not the patient; those of
 * a chart name the patient in their path, by `id`.
 */
function waysOf(organizationId: string, patientId: string) {
  const own = sql`array[${patientId}::text]`
  const conversations = sql`array(
    select id from conversations where organization_id = ${organizationId} and patient_id = ${patientId})`
  const imports = sql`array(
    select import_id from patients where organization_id = ${organizationId} and id = ${patientId})`
  return {
    ids: sql`${own} || ${imports} || ${conversations}`,
    ways: [
      ...[namesOne('patientId', own), namesOne('id', own)],
      ...[namesOne('patientImportId', imports), namesOne('conversationId', conversations)],
    ],
  }
}
