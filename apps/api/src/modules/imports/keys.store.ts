/** The keys that rows of one file have in common: by them a row finds an earlier one, and a mended row its later ones. */
import { createHash } from 'node:crypto'
import type { Decision } from '@foyer/contracts/imports/imports.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { Values } from '../import-target.ts'
import type { ImportId } from './imports.store.ts'
import { type EarlierRow, earlierRow } from './rules/earlier-rows.rules.ts'

/** Keys hold names and numbers, and may be long; their digests are neither. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

export interface RowKeys {
  readonly row: number
  /** Under these later rows find the row. */
  readonly offered: readonly string[]
  /** By these the row looks for earlier ones. */
  readonly looked: readonly string[]
}

/** Writes the keys of these rows in place of their former ones, without waiting. */
export function replaceKeys(
  tx: Tx,
  { organizationId, importId }: ImportId,
  rows: readonly RowKeys[],
  { areNew = false }: { readonly areNew?: boolean } = {},
): void {
  const send = (query: ReturnType<typeof sql>) => sendUnawaited(tx, { compile: () => query.compile(tx) })
  const numbers = rows.map(({ row }) => row)
  if (!areNew)
    send(sql`delete from import_keys where organization_id = ${organizationId} and import_id = ${importId}
      and row = any (${numbers}::int[])`)
  const keys = rows.flatMap(({ row, offered, looked }) => {
    const all = new Map(looked.map((key) => [key, false]))
    for (const key of offered) all.set(key, true)
    return [...all].map(([key, isOffered]) => ({ row, key: digestOf(key), isOffered }))
  })
  if (keys.length === 0) return
  send(sql`
    insert into import_keys (organization_id, import_id, row, key, is_offered)
    select ${organizationId}, ${importId}, one.row, one.key, one.is_offered
    from unnest(${keys.map(({ row }) => row)}::int[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ isOffered }) => isOffered)}::boolean[]) as one (row, key, is_offered)`)
}

interface Among {
  /** Rows before this one. */
  readonly before: number
  readonly except?: readonly number[]
}

interface Earlier {
  readonly key: string
  readonly row: number
  readonly values: Values
  readonly decision: Decision | null
  readonly name: string
}

/** By the key: the first row that offers it. */
export async function findEarlier(
  tx: Tx,
  { organizationId, importId }: ImportId,
  keys: readonly string[],
  { before, except = [] }: Among,
): Promise<Map<string, EarlierRow>> {
  if (keys.length === 0) return new Map()
  const byDigest = new Map(keys.map((key) => [digestOf(key), key]))
  const { rows } = await sql<Earlier>`
    select wanted.key, first.row, kept.values, kept.decision, kept.name
    from unnest(${[...byDigest.keys()]}::text[]) as wanted (key)
      cross join lateral (
        select row from import_keys as offered
        where offered.organization_id = ${organizationId} and offered.import_id = ${importId}
          and offered.key = wanted.key and offered.row < ${before} and offered.is_offered
          and offered.row <> all (${[...except]}::int[])
        order by offered.row limit 1) as first
      cross join lateral (
        select row_values as values, decision, plan ->> 'name' as name from import_rows as kept
        where kept.organization_id = ${organizationId} and kept.import_id = ${importId} and kept.row = first.row
        limit 1) as kept`.execute(tx)
  return new Map(rows.map(({ key, name, ...one }) => [byDigest.get(key) ?? key, earlierRow(one, { plan: { name } })]))
}

/** The digests of the keys that these rows offer. */
export async function offeredBy(
  tx: Tx,
  { organizationId, importId }: ImportId,
  rows: readonly number[],
): Promise<Map<number, ReadonlySet<string>>> {
  const { rows: found } = await sql<{ row: number; keys: string[] }>`
    select row, array_agg(key) as keys from import_keys
    where organization_id = ${organizationId} and import_id = ${importId} and row = any (${[...rows]}::int[])
      and is_offered
    group by row`.execute(tx)
  return new Map(found.map(({ row, keys }) => [row, new Set(keys)]))
}

export interface LookingRow {
  /** The digest of the key. */
  readonly key: string
  readonly row: number
}

/** The checked rows that look for one of the keys, by their digests: of each key the first `mostOfKey`. */
export async function rowsLookingFor(
  tx: Tx,
  { organizationId, importId }: ImportId,
  digests: readonly string[],
  { after, through, mostOfKey }: { readonly after: number; readonly through: number; readonly mostOfKey: number },
): Promise<LookingRow[]> {
  if (digests.length === 0) return []
  const { rows } = await sql<LookingRow>`
    select wanted.key, looking.row
    from unnest(${[...digests]}::text[]) as wanted (key)
      cross join lateral (
        select row from import_keys as kept
        where kept.organization_id = ${organizationId} and kept.import_id = ${importId} and kept.key = wanted.key
          and kept.row > ${after} and kept.row <= ${through}
        order by kept.row limit ${mostOfKey}) as looking`.execute(tx)
  return rows
}

/** Deletes some keys of the file; returns how many. */
export async function deleteKeys(tx: Tx, { organizationId, importId }: ImportId, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_keys where organization_id = ${organizationId} and import_id = ${importId} and (row, key) in (
      select row, key from import_keys where organization_id = ${organizationId} and import_id = ${importId}
      order by row, key limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}
