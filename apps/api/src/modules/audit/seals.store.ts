/** Queries in system scope on unsealed rows, the chains of seals and the triggers that protect them. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'
import type { AuditRow, Seal, SealedRow } from './seal.rules.ts'

const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint::text`)
const ROW = sql`id, coalesce(audit_log.organization_id, '') as "organizationId", ${micros('at')} as "atMicros",
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

/** A row without a position. The sealer looks only above the id up to which every row is sealed. */
const unsealedAbove = (id: RawBuilder<unknown>) => sql`id > ${id} and not exists (
  select from audit_positions as given where given.audit_id = audit_log.id and given.audit_id > ${id})`

/**
 * Raises the id up to which every row is sealed. Ids commit out of order, so a row below a sealed one may still become
 * visible. Therefore each run notes the highest id and a transaction number that is above those of all lower ids: a row's
 * transaction has its number before the row has its id. Once all transactions below that number have ended, no row up to
 * the noted id can appear any more.
 *
 * It must be the only statement of its transaction, so that the transaction gets its own number after the snapshot in
 * which it reads the highest id. A database that was restored into another server has noted a number that this server has
 * not reached; then only the note is taken anew.
 */
export async function raiseSealedTo(queries: Queries): Promise<void> {
  const isOver = sql`noted_below <= pg_snapshot_xmin(pg_current_snapshot())`
  const isForeign = sql`noted_below > pg_snapshot_xmax(pg_current_snapshot())`
  await sql`
    update audit_sealing set
      sealed_to = case when ${isOver} then noted_to else sealed_to end,
      noted_to = (select coalesce(max(id), 0) from audit_log),
      noted_below = pg_current_xact_id()
    where ${isForeign} or ${isOver} and not exists (
      select from audit_log where ${unsealedAbove(sql`sealed_to`)} and id <= noted_to)`.execute(queries)
}

export interface Unsealed {
  /** The id up to which every row is sealed. */
  readonly sealedTo: number
  /** The chains with unsealed rows. */
  readonly organizationIds: readonly string[]
  /** How long the oldest unsealed row has waited. */
  readonly oldestS: number
}

export async function findUnsealed(tx: Tx): Promise<Unsealed> {
  const { rows } = await sql<{ sealedTo: number; organizationId: string | null; oldestS: number | null }>`
    select sealed_to as "sealedTo", "organizationId", "oldestS" from audit_sealing left join lateral (
      select coalesce(organization_id, '') as "organizationId",
        extract(epoch from now() - min(at))::float8 as "oldestS"
      from audit_log where ${unsealedAbove(sql`sealed_to`)} group by 1) as chain on true`.execute(tx)
  return {
    sealedTo: rows[0]?.sealedTo ?? 0,
    organizationIds: rows.flatMap(({ organizationId }) => organizationId ?? []),
    oldestS: Math.max(0, ...rows.map(({ oldestS }) => oldestS ?? 0)),
  }
}

/** Reads the oldest unsealed rows of the chain above the id. */
export async function readUnsealed(
  tx: Tx,
  organizationId: string,
  { above, limit }: { above: number; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select ${ROW} from audit_log where ${ofChain(organizationId)} and ${unsealedAbove(sql`${above}`)}
    order by id limit ${limit}`.execute(tx)
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
export function saveSeal(tx: Tx, seal: Seal, sealed: readonly SealedRow[]): Promise<unknown> {
  const positions = sql`
    insert into audit_positions (organization_id, position, audit_id)
    select ${seal.organizationId}, position, id
    from unnest(${sealed.map(({ id }) => id)}::bigint[], ${sealed.map(({ position }) => position)}::bigint[])
      as given (id, position)`
  const itself = sql`
    insert into audit_seals (organization_id, from_position, to_position, row_count, previous_hash, hash, sealed_at)
    values (${seal.organizationId}, ${seal.fromPosition}, ${seal.toPosition}, ${seal.rowCount}, ${seal.previousHash},
      ${seal.hash}, 'epoch'::timestamptz + ${seal.sealedAtMicros}::bigint * interval '1 microsecond')`
  return Promise.all([positions.execute(tx), itself.execute(tx)])
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
    select given.position, ${ROW} from audit_positions as given join audit_log on audit_log.id = given.audit_id
    where given.organization_id = ${organizationId} and given.position between ${from} and ${to}
      and coalesce(audit_log.organization_id, '') = given.organization_id
    order by given.position`.execute(tx)
  return rows
}

/** Counts the positions beyond the last seal. One statement reads both, so a sealer can't commit in between. */
export async function countBeyondSeals(
  tx: Tx,
  organizationId: string,
): Promise<{ first: number | null; count: number }> {
  const { rows } = await sql<{ first: number | null; count: number }>`
    select min(position) as first, count(*) as count from audit_positions
    where organization_id = ${organizationId} and position > coalesce(
      (select max(to_position) from audit_seals where organization_id = ${organizationId}), 0)`.execute(tx)
  return rows[0] ?? { first: null, count: 0 }
}

/** The rows of an organization that have no position in its chain and should have one. */
export interface Unplaced {
  readonly organizationId: string
  /** Rows whose position is in the chain of another organization, and the first such position. */
  readonly moved: number
  readonly firstPosition: number | null
  /** Rows that the sealer has passed, and the first of them. */
  readonly unsealed: number
  readonly firstId: number | null
}

/** Compares the next rows by id with the positions. `end` is the id of the last row read; null if there are no more. */
export async function findUnplaced(
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<{ unplaced: Unplaced[]; end: number | null }> {
  const { rows } = await sql<Unplaced & { end: number | null }>`
    with next as materialized (
      select id, coalesce(organization_id, '') as organization_id from audit_log where id > ${after}
      order by id limit ${limit}
    ), unplaced as (
      select next.organization_id as "organizationId", count(position) as moved, min(position) as "firstPosition",
        count(*) filter (where position is null) as unsealed, min(id) filter (where position is null) as "firstId"
      from next left join audit_positions as given on given.audit_id = next.id
      where given.organization_id <> next.organization_id
        or given.audit_id is null and next.id <= (select sealed_to from audit_sealing)
      group by 1
    )
    select unplaced.*, (select max(id) from next) as end from (select) as once left join unplaced on true`.execute(tx)
  return { unplaced: rows.filter(({ organizationId }) => organizationId !== null), end: rows[0]?.end ?? null }
}

/** Lists the names of the audit's triggers that exist and are always enabled. */
export async function listGuards(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid in ('audit_log'::regclass, 'audit_positions'::regclass, 'audit_seals'::regclass)
      and tgenabled = 'A' and not tgisinternal`.execute(tx)
  return rows.map(({ name }) => name)
}
