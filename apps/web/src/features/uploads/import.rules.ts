/** The context of the import machine, and how it changes. */
import { progressed } from '@foyer/contracts/imports/collections.rules.ts'
import type { Expected } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import, ImportProgress, ImportRow } from '@foyer/contracts/imports/imports.ts'
import type { MendAnswer, Rechecking, RowEdit } from './edits.ts'
import type { KnownRow } from './review/rows.rules.ts'

export interface ImportContext {
  readonly import: Import | null
  readonly file: File | null
  /** How much of the file is sent, from 0 to 1. */
  readonly share: number
  /** Why the last call was refused. */
  readonly error: unknown
  /** Edits that wait for the call before them. */
  readonly waiting: ReadonlyMap<number, RowEdit>
  readonly underWay: ReadonlyMap<number, RowEdit>
  /** Edits that are not saved: the server refused them, or their field was taken away while somebody typed in it. */
  readonly refused: ReadonlyMap<number, RowEdit>
  /** Edits that no call takes any more, because the file was read anew or the import began. */
  readonly stranded: ReadonlyMap<number, RowEdit>
  /** The rows of answers. */
  readonly mended: ReadonlyMap<number, KnownRow>
  readonly rechecking: Rechecking | null
  readonly comparing: ImportRow | null
  /** The question before the start stands, and waits until the edits are saved. */
  readonly isAsked: boolean
  /** The numbers changed while the question stood. */
  readonly isStale: boolean
  /** Grows when a colleague's change may have changed rows that are on the screen. */
  readonly told: number
  /** Grows when all rows are checked anew. */
  readonly checks: number
}

export const none = new Map<never, never>()
export const fresh = {
  ...{ file: null, share: 0, error: null, waiting: none, underWay: none, refused: none, stranded: none, mended: none },
  ...{ rechecking: null, comparing: null, isAsked: false, isStale: false, told: 0, checks: 0 },
}

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

/** An edit of cells, with the text that was refused before in other cells of the row. */
export function withRefused(edit: RowEdit, refused: RowEdit | undefined): RowEdit {
  return edit.cells && refused?.cells ? { ...edit, cells: { ...refused.cells, ...edit.cells } } : edit
}

export function withAll(edits: Edits, more: Edits): Edits {
  return [...more.values()].reduce(withEdit, edits)
}

/** The edits after a call was refused: what was refused of a row leaves with the newer edit of the row that waits. */
export function afterRefusal({ waiting, underWay, refused }: Pick<ImportContext, 'waiting' | 'underWay' | 'refused'>) {
  const overtaken = without(
    underWay,
    [...underWay.keys()].filter((row) => !waiting.has(row)),
  )
  return {
    waiting: withAll(overtaken, waiting),
    refused: withAll(refused, without(underWay, overtaken.keys())),
    underWay: none,
  }
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
