/** Imports as they are stored, and the queue of those that a worker works on. */

import { isWorkedOn } from '@foyer/contracts/imports/import-states.rules.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { missingColumns } from '@foyer/contracts/imports/kinds.rules.ts'
import { type Selectable, sql } from 'kysely'
import { newestPage, type Position } from '../../db/keyset.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { createQueue, inMs } from '../../workers/queue.ts'
import type { KeptColumn } from './columns-of-file.rules.ts'
import type { ImportTables } from './imports.tables.ts'

/** An import with the facts that only its workers need. */
export interface KeptImport
  extends Omit<Import, 'columns' | 'blockedBy' | 'progress' | 'undo' | 'undoableUntil' | 'createdAt' | 'finishedAt'> {
  readonly columns: readonly KeptColumn[]
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly isDirect: boolean
  readonly fileId: string | null
  readonly digest: string
  readonly readAs: Row['read_as']
  readonly zone: string
  readonly country: string
  readonly today: string
  readonly rowsRead: number
  readonly checkedThrough: number | null
  readonly expected: Row['expected']
  readonly startedBy: string | null
  readonly startedAt: Date | null
  readonly problemReason: Row['problem_reason']
  readonly toldAt: Date
  readonly isToClear: boolean
  readonly clearedAt: Date | null
  /** The turn of work that has the lease; null if it has run out. */
  readonly turn: string | null
}

type Row = Selectable<ImportTables['imports']>

/** An import that a worker leased. Its state is read again in each step. */
export interface DueImport {
  readonly organizationId: string
  readonly importId: string
  /** How often it was leased since its work last went on. */
  readonly attempts: number
}

/** An organization runs one import at a time, in the order of their starts. */
const IS_NEXT = sql`(state <> 'importing' or not exists (
  select from imports as other
  where other.organization_id = waiting.organization_id and other.state = 'importing'
    and (other.started_at, other.id) < (waiting.started_at, waiting.id)))`

export const dueImports = createQueue<DueImport>({
  table: 'imports',
  topic: 'imports',
  key: { organizationId: 'organization_id', importId: 'id' },
  fields: { attempts: 'attempts' },
  open: sql`(state in ('reading', 'checking', 'importing') or is_to_clear) and ${IS_NEXT}`,
  attempts: 'attempts',
})

/** The import as screens see it. */
export function shownImport(kept: KeptImport): Import {
  const { counts, plan, outcome, kind, matchBy } = kept
  const columns = kept.columns.map(({ chosenOrder: _, chosenValues: __, ...column }) => column)
  return {
    ...{ _id: kept._id, organizationId: kept.organizationId, kind, state: kept.state, fileName: kept.fileName },
    ...{ size: kept.size, sheets: kept.sheets, sheet: kept.sheet, headerRow: kept.headerRow, encoding: kept.encoding },
    ...{ delimiter: kept.delimiter, columns, matchBy, counts, plan, outcome, undo: null, undoableUntil: null },
    blockedBy: columns.length === 0 ? [] : [...missingColumns(kind, matchBy, columns)],
    ...{ progress: progressOf(kept), sameFileAs: kept.sameFileAs, createdBy: kept.createdBy },
    ...{ createdByName: kept.createdByName, createdAt: kept.createdAt.toISOString() },
    ...{ finishedAt: kept.finishedAt?.toISOString() ?? null, problem: kept.problem, version: kept.version },
  }
}

function progressOf({ state, rowsRead, counts, outcome }: KeptImport): Import['progress'] {
  switch (state) {
    case 'reading':
      return { done: rowsRead, of: null }
    case 'checking':
      return { done: counts.total, of: rowsRead }
    case 'importing': {
      const { created, updated, unchanged, refused } = outcome
      return { done: created + updated + unchanged + refused, of: counts.ready }
    }
    default:
      return null
  }
}

export interface ImportId {
  readonly organizationId: string
  readonly importId: string
}

export async function findImport(tx: Tx, { organizationId, importId }: ImportId): Promise<KeptImport | undefined> {
  const row = await importsOf(tx, organizationId).where('id', '=', importId).executeTakeFirst()
  return row && keptOf(row)
}

/** The import, locked until the transaction ends: before the records that it writes, and long before the head. */
export async function lockImport(tx: Tx, { organizationId, importId }: ImportId): Promise<KeptImport | undefined> {
  const row = await importsOf(tx, organizationId).where('id', '=', importId).forUpdate().executeTakeFirst()
  return row && keptOf(row)
}

interface Asked {
  readonly organizationId: string
  readonly kind: ImportKind | undefined
  readonly after: Position | null
  readonly limit: number
}

/** A page of the imports, the newest first. */
export async function listImports(
  tx: Tx,
  { organizationId, kind, after, limit }: Asked,
): Promise<{ imports: Import[]; end: Position | null }> {
  let query = importsOf(tx, organizationId)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const { shown, end } = await newestPage(query, 'imports', { after, limit })
  return { imports: shown.map((row) => shownImport(keptOf(row))), end }
}

export interface Load {
  /** The imports that the organization has open. */
  readonly open: number
  /** The rows that it has had read since an instant. */
  readonly rows: number
}

export async function readLoad(tx: Tx, organizationId: string, since: Date): Promise<Load> {
  const { rows } = await sql<Load>`
    select (select count(*) from imports where organization_id = ${organizationId}
        and state in ('reading', 'checking', 'review', 'importing', 'stopped', 'undoing')
        and not (state = 'stopped' and (cleared_at is not null or is_to_clear)))::int as open,
      (select coalesce(sum(rows_read), 0) from imports
        where organization_id = ${organizationId} and created_at >= ${since})::int as rows`.execute(tx)
  return rows[0] ?? { open: 0, rows: 0 }
}

/** The newest earlier import of the same bytes that was not for nothing. */
export async function findSameFile(tx: Tx, organizationId: string, digest: string): Promise<string | null> {
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('digest', '=', digest)
    .where('state', 'not in', ['failed', 'discarded'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function isNextToRun(tx: Tx, { organizationId, _id, startedAt }: KeptImport): Promise<boolean> {
  const { rows } = await sql`
    select from imports where organization_id = ${organizationId} and state = 'importing'
      and (started_at, id) < (${startedAt}::timestamptz, ${_id}) limit 1`.execute(tx)
  return rows.length === 0
}

/** Serializes the uploads of an organization, so that together they keep its limits. */
export async function lockUploads(tx: Tx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${organizationId}`}, 0))`.execute(tx)
}

/** Sent without waiting. */
export function insertImport(tx: Tx, kept: KeptImport): void {
  sendUnawaited(
    tx,
    tx.insertInto('imports').values({
      ...{ organization_id: kept.organizationId, id: kept._id, kind: kept.kind, state: kept.state },
      ...{ is_direct: kept.isDirect, file_id: kept.fileId, file_name: kept.fileName, file_size: kept.size },
      ...{ digest: kept.digest, same_file_as: kept.sameFileAs, zone: kept.zone, country: kept.country },
      ...{ today: kept.today, counts: JSON.stringify(kept.counts), plan: JSON.stringify(kept.plan) },
      ...{ outcome: JSON.stringify(kept.outcome), created_by: kept.createdBy, created_at: kept.createdAt },
      ...{ created_by_name: kept.createdByName, version: kept.version, told_at: kept.toldAt },
    }),
  )
}

/** In system scope: gives the lease that the worker has to one turn of its work. */
export async function beginTurn(
  queries: Queries,
  { organizationId, importId }: ImportId,
  { worker, turn }: { readonly worker: string; readonly turn: string },
): Promise<void> {
  await sql`update imports set turn = ${turn} where organization_id = ${organizationId} and id = ${importId}
    and ${dueImports.heldBy(worker)}`.execute(queries)
}

/** The fields of an import that a transaction may change. */
export type ImportChanges = Partial<Pick<KeptImport, keyof typeof COLUMN_OF>>

const COLUMN_OF = {
  ...{ state: 'state', readAs: 'read_as', sheets: 'sheets', sheet: 'sheet', headerRow: 'header_row' },
  ...{ encoding: 'encoding', delimiter: 'delimiter', columns: 'columns', matchBy: 'match_by', today: 'today' },
  ...{ rowsRead: 'rows_read', checkedThrough: 'checked_through', counts: 'counts', plan: 'plan', outcome: 'outcome' },
  ...{ expected: 'expected', startedBy: 'started_by', startedAt: 'started_at', finishedAt: 'finished_at' },
  ...{ problem: 'problem', problemReason: 'problem_reason', version: 'version', toldAt: 'told_at' },
  ...{ isToClear: 'is_to_clear', clearedAt: 'cleared_at', fileId: 'file_id' },
} as const satisfies Partial<Record<keyof KeptImport, keyof Row>>

const AS_JSON = new Set(['read_as', 'sheets', 'columns', 'counts', 'plan', 'outcome', 'expected'])

export interface Lease {
  /** The lease is extended by so many seconds. Absent: the import is due at once. */
  readonly leaseS?: number
  /** The next try repeats this work, so it does not begin the count of tries anew. */
  readonly isRepeated?: boolean
}

/** Writes the changes, without waiting. A state that nobody works on ends the lease. */
export function updateImport(
  tx: Tx,
  { organizationId, _id, state, isToClear }: KeptImport,
  changes: ImportChanges,
  { leaseS, isRepeated = false }: Lease = {},
): void {
  const set = Object.entries(changes).map(([field, value]) => {
    const column = COLUMN_OF[field as keyof typeof COLUMN_OF]
    const isJson = AS_JSON.has(column) && value !== null
    return sql`${sql.ref(column)} = ${isJson ? JSON.stringify(value) : value}`
  })
  const hasWork = isWorkedOn(changes.state ?? state) || (changes.isToClear ?? isToClear)
  if (!hasWork) set.push(sql`leased_by = null, leased_until = null`)
  else if (leaseS === undefined) set.push(sql`due_at = now()`)
  else {
    set.push(sql`leased_until = ${inMs(leaseS * 1000)}`)
    if (!isRepeated) set.push(sql`attempts = 0`)
  }
  const update = sql`update imports set ${sql.join(set)} where organization_id = ${organizationId} and id = ${_id}`
  sendUnawaited(tx, { compile: () => update.compile(tx) })
  // At each new state others look: the next import of the organization, and an upload that waits for the end.
  if ((hasWork && leaseS === undefined) || changes.state !== undefined) dueImports.wake(tx)
}

/** In system scope: imports that ended before, or were never ended, and whose rows and file are still there. */
export async function listKeptTooLong(tx: Tx, before: Date, limit: number): Promise<ImportId[]> {
  return await tx
    .selectFrom('imports')
    .select(['organization_id as organizationId', 'id as importId'])
    .where('created_at', '<', before)
    .where('cleared_at', 'is', null)
    .where('is_to_clear', '=', false)
    .where('state', 'not in', ['importing', 'undoing'])
    .where((of) => of.or([of('finished_at', 'is', null), of('finished_at', '<', before)]))
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

function importsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('imports')
    .select(['organization_id', 'id', 'kind', 'state', 'is_direct', 'file_id', 'file_name', 'file_size', 'digest'])
    .select(['same_file_as', 'read_as', 'sheets', 'sheet', 'header_row', 'encoding', 'delimiter', 'columns'])
    .select(['match_by', 'zone', 'country', 'today', 'rows_read', 'checked_through', 'counts', 'plan', 'outcome'])
    .select(['expected', 'created_by', 'created_by_name', 'created_at', 'started_by', 'started_at', 'finished_at'])
    .select(['problem', 'problem_reason', 'version', 'told_at', 'is_to_clear', 'cleared_at'])
    .select(sql<string | null>`case when leased_until > now() then turn end`.as('turn'))
    .where('organization_id', '=', organizationId)
}

type Read = Omit<Row, 'due_at' | 'attempts' | 'leased_by' | 'leased_until'>

function keptOf(row: Read): KeptImport {
  return {
    ...{ _id: row.id, organizationId: row.organization_id, kind: row.kind, state: row.state },
    ...{ fileName: row.file_name, size: row.file_size, sheets: row.sheets, sheet: row.sheet },
    ...{ headerRow: row.header_row, encoding: row.encoding, delimiter: row.delimiter, columns: row.columns },
    ...{ matchBy: row.match_by, counts: row.counts, plan: row.plan, outcome: row.outcome },
    ...{ sameFileAs: row.same_file_as, createdBy: row.created_by, createdByName: row.created_by_name },
    ...{ createdAt: row.created_at, finishedAt: row.finished_at, problem: row.problem, version: row.version },
    ...{ isDirect: row.is_direct, fileId: row.file_id, digest: row.digest, readAs: row.read_as, zone: row.zone },
    ...{ country: row.country, today: row.today, rowsRead: row.rows_read, checkedThrough: row.checked_through },
    ...{ expected: row.expected, startedBy: row.started_by, startedAt: row.started_at, toldAt: row.told_at },
    ...{ problemReason: row.problem_reason, isToClear: row.is_to_clear, clearedAt: row.cleared_at },
    turn: row.turn,
  }
}
