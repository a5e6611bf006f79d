/** The cursor of a list: an opaque text that marks the row after which the next page begins. */
import { text } from '@foyer/contracts/fields.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { isRowId, type Position, type RowId } from '../db/keyset.ts'
import type { Tx } from '../db/tx.ts'
import { notValid } from './refusal.ts'

export interface Cursor<Key> {
  /** The cursor of a page that ended with this key; null for the last page. */
  write(end: Key | null): string | null
  /** The key that `write` was given for this list; null for the first page. Any other text is refused with 400. */
  read(cursor: string | undefined): Key | null
}

/** Beyond so many rows a page is reached by its cursor, which costs the same at any depth. */
export const OFFSET_MAX = 100_000

/** The rows before a page that is asked for by the number in `field`. One so far on is refused with 400. */
export function offsetOfPage(field: string, pageNumber: number, limit: number): number {
  const offset = (pageNumber - 1) * limit
  if (offset > OFFSET_MAX) throw notValid(field, 'So far on, a page is reached by the cursor of the one before')
  return offset
}

/** The cursor contains the name of its list, because it is meaningless in another list or sort order. */
export function createCursor<Key>(list: string, key: z.ZodType<Key, readonly unknown[]>): Cursor<Key> {
  const form = z.array(z.unknown()).refine((parts) => parts.at(-1) === list)
  return {
    write: (end) =>
      end === null ? null : Buffer.from(JSON.stringify([...z.encode(key, end), list])).toString('base64url'),
    read(cursor) {
      if (cursor === undefined) return null
      const parts = form.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
      const read = key.safeDecode(parts.data?.slice(0, -1) ?? [])
      if (!read.success) throw notValid('cursor', 'Not a cursor of this list')
      return read.data
    },
  }
}

interface AskedStart {
  readonly organizationId: string
  readonly cursor?: string | undefined
  readonly after?: string | undefined
}

/** The key or the row after which a page begins; null for the first page. */
export function startOf<Key>(list: Cursor<Key>, { organizationId, cursor, after }: AskedStart): Key | RowId | null {
  if (after === undefined) return list.read(cursor)
  if (cursor !== undefined) throw notValid('after', 'A page begins after a cursor or after a row, not after both')
  return { organizationId, rowId: after }
}

/** Refuses a row that the organization does not have: the page after it is empty, and would be taken for the last one. */
export async function refuseUnknownRow(tx: Tx, table: string, after: object | null): Promise<void> {
  if (!isRowId(after)) return
  const { rows } = await sql`
    select from ${sql.table(table)} where organization_id = ${after.organizationId} and id = ${after.rowId}`.execute(tx)
  if (rows.length === 0) throw notValid('after', 'No row of this list')
}

const POSITION = z.codec(z.tuple([z.int(), text(100)]), z.custom<Position>(), {
  decode: ([atMicros, id]) => ({ atMicros, id }),
  encode: ({ atMicros, id }): [number, string] => [atMicros, id],
})

/** The cursor of a list that is sorted by an instant and an id. */
export function positionCursor(list: string): Cursor<Position> {
  return createCursor(list, POSITION)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
