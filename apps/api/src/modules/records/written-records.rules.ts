/** Turns the plans of rows into records to insert and to update, and finds the record of each row. */
import type { RowToWrite, StoredRecord, Values, WrittenRow } from '../import-target.ts'

/** A record as it is after the rows, with the first row that wrote it. */
export interface RecordAfter {
  readonly recordId: string
  readonly values: Values
  readonly from: RowToWrite
}

export interface WrittenRecords {
  readonly created: readonly RecordAfter[]
  readonly updated: readonly RecordAfter[]
  readonly rows: readonly WrittenRow[]
}

interface Around {
  readonly found: readonly StoredRecord[]
  newId(): string
  /** The keys of a record, the strongest first. */
  keysOf(values: Values): readonly string[]
}

export function writtenRecords(rows: readonly RowToWrite[], { found, newId, keysOf }: Around): WrittenRecords {
  const stored = new Map(found.map(({ recordId, values }) => [recordId, values]))
  const created = new Map<string, RecordAfter>()
  const updated = new Map<string, RecordAfter>()
  const byKey = new Map<string, string>()
  const write = (from: RowToWrite): string | null => {
    const { recordId, isNew, changes } = from.record
    const id = isNew ? newId() : (recordId ?? keysOf(from.values).flatMap((key) => byKey.get(key) ?? [])[0] ?? null)
    if (id === null || (!isNew && changes.length === 0)) return id
    const into = isNew || created.has(id) ? created : updated
    const before = into.get(id)
    const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    const values = { ...(before?.values ?? stored.get(id)), ...changed }
    into.set(id, { recordId: id, values, from: before?.from ?? from })
    for (const key of keysOf(values)) if (!byKey.has(key)) byKey.set(key, id)
    return id
  }
  const written = rows.map((row) => ({ row: row.row, recordId: write(row) }))
  return { created: [...created.values()], updated: [...updated.values()], rows: written }
}
