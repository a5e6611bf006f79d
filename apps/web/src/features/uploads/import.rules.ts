/** How the import machine's context changes. */
import { progressed } from '@foyer/contracts/imports/collections.rules.ts'
import type { Expected } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import, ImportProgress } from '@foyer/contracts/imports/imports.ts'
import type { MendAnswer, RowEdit } from './edits.ts'
import type { KnownRow } from './review/rows.rules.ts'

/** The newer of two states of an import; events carry no samples, so those of the held one stay. */
export function latest(held: Import, told: Import | ImportProgress): Import {
  if (!hasSamples(told)) return progressed(held, told)
  return told.version >= held.version ? told : held
}

function hasSamples(told: Import | ImportProgress): told is Import {
  return (told as Import).columns.some(({ sample }) => sample !== undefined && sample.length > 0)
}

/** The import with the counts of an answer, which may be ahead of the event that tells them. */
export function withMended(held: Import, { counts, plan, asOf }: MendAnswer): Import {
  return asOf < held.version ? held : { ...held, counts, plan, version: asOf }
}

export function expectedOf({ counts: { ready, skipped, errors } }: Import): Expected {
  return { ready, skipped, errors }
}

type Edits = ReadonlyMap<number, RowEdit>

/** A later edit of a row is added to an earlier one that has not left yet. */
export function withEdit(edits: Edits, edit: RowEdit): Edits {
  const before = edits.get(edit.row)
  const cells = before?.cells || edit.cells ? { cells: { ...before?.cells, ...edit.cells } } : {}
  return new Map(edits).set(edit.row, { ...before, ...edit, ...cells })
}

export function withAll(edits: Edits, more: Edits): Edits {
  return [...more.values()].reduce(withEdit, edits)
}

export function without(edits: Edits, rows: Iterable<number>): Edits {
  const left = new Map(edits)
  for (const row of rows) left.delete(row)
  return left
}

export function withRows(
  mended: ReadonlyMap<number, KnownRow>,
  { rows, asOf }: MendAnswer,
): ReadonlyMap<number, KnownRow> {
  const all = new Map(mended)
  for (const row of rows) all.set(row.row, { row, asOf })
  return all
}

/** The first edits that one call takes, and the rest. */
export function firstOf(edits: Edits, most: number): { readonly first: Edits; readonly rest: Edits } {
  const all = [...edits]
  return { first: new Map(all.slice(0, most)), rest: new Map(all.slice(most)) }
}
