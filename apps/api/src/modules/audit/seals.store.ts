/** Queries in system scope on unsealed rows, the chains of seals and the triggers that protect them. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { AuditRow, Seal, SealedRow } from './seal.rules.ts'

const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint::text`)
const ROW = sql`id, coalesce(organization_id, '') as "organizationId", ${micros('at')} as "atMicros",
  user_id as "userId", session_id as "sessionId", call, subject::text as subject, outcome, request_id as "requestId"`
const SEAL = sql`organization_id as "organizationId", from_position as "fromPosition", to_position as "toPosition",
  row_count as "rowCount", previous_hash as "previousHash", hash, ${micros('sealed_at')} as "sealedAtMicros"`

/** The empty id selects the rows of system scope. */
const ofChain = (organizationId: string) =>
  organizationId === '' ? sql`organization_id is null` : sql`organization_id = ${organizationId}`

/** Locks the chain until this transaction ends; returns false without waiting if another sealer has the lock. */
export async function takeChain(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`audit chain ${organizationId}`}, 0)) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** Finds the chains with unsealed rows, and how long the oldest such row has waited. */
export async function findUnsealed(tx: Tx): Promise<{ organizationIds: string[]; oldestS: number }> {
  const { rows } = await sql<{ organizationId: string; oldestS: number }>`
    select coalesce(organization_id, '') as "organizationId",
      extract(epoch from now() - min(at))::float8 as "oldestS"
    from audit_log where position is null group by 1`.execute(tx)
  return {
    organizationIds: rows.map(({ organizationId }) => organizationId),
    oldestS: Math.max(0, ...rows.map(({ oldestS }) => oldestS)),
  }
}

export async function readUnsealed(tx: Tx, organizationId: string, limit: number): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select ${ROW} from audit_log where position is null and ${ofChain(organizationId)} order by id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function readLastSeal(tx: Tx, organizationId: string): Promise<Seal | undefined> {
  const { rows } = await sql<Seal>`
    select ${SEAL} from audit_seals where organization_id = ${organizationId}
    order by to_position desc limit 1`.execute(tx)
  return rows[0]
}

export async function readStoreTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select ${micros('clock_timestamp()')} as now`.execute(tx)
  return rows[0]?.now ?? ''
}

/** Saves the seal and its rows' positions. The store refuses it if a row has a position already. */
export async function saveSeal(tx: Tx, seal: Seal, sealed: readonly SealedRow[]): Promise<void> {
  await sql`
    update audit_log set position = given.position
    from unnest(${sealed.map(({ id }) => id)}::bigint[], ${sealed.map(({ position }) => position)}::bigint[])
      as given (id, position)
    where audit_log.id = given.id`.execute(tx)
  await sql`
    insert into audit_seals (organization_id, from_position, to_position, row_count, previous_hash, hash, sealed_at)
    values (${seal.organizationId}, ${seal.fromPosition}, ${seal.toPosition}, ${seal.rowCount}, ${seal.previousHash},
      ${seal.hash}, 'epoch'::timestamptz + ${seal.sealedAtMicros}::bigint * interval '1 microsecond')`.execute(tx)
}

/** Lists the chain of every organization, of system scope and of every seal. */
export async function listChains(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select '' as "organizationId" union select id from organizations
    union select distinct organization_id from audit_seals order by 1`.execute(tx)
  return rows.map(({ organizationId }) => organizationId)
}

export async function readSealsAfter(tx: Tx, organizationId: string, position: number, limit: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select ${SEAL} from audit_seals where organization_id = ${organizationId} and to_position > ${position}
    order by to_position limit ${limit}`.execute(tx)
  return rows
}

export async function readSealed(
  tx: Tx,
  organizationId: string,
  { from, to }: { from: number; to: number },
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select position, ${ROW} from audit_log
    where coalesce(organization_id, '') = ${organizationId} and position between ${from} and ${to}
    order by position`.execute(tx)
  return rows
}

/** Counts the rows with positions beyond the last seal. One statement reads both, so a sealer can't commit in between. */
export async function countBeyondSeals(tx: Tx, organizationId: string): Promise<{ first: number; count: number }> {
  const { rows } = await sql<{ first: number; count: number }>`
    select coalesce(min(position), 0)::bigint as first, count(*) as count from audit_log
    where coalesce(organization_id, '') = ${organizationId} and position > coalesce(
      (select max(to_position) from audit_seals where organization_id = ${organizationId}), 0)`.execute(tx)
  return rows[0] ?? { first: 0, count: 0 }
}

/** Lists the names of the audit's triggers that exist and are always enabled. */
export async function listGuards(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid in ('audit_log'::regclass, 'audit_seals'::regclass) and tgenabled = 'A' and not tgisinternal`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
