/** Makes of the rows of a sheet what the program yields: first what the sheet is, then batches of rows. */
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { isFilled, storable, textOf, trimmed } from './cells.ts'
import { headerIndex, LOOKED_AT } from './header.ts'
import { noRows, noSuchRow, tooLong, tooMuch, tooWide } from './sentences.ts'
import type { AboutSheet, Cell, SheetChoice, SheetResult, SheetRow } from './sheet-wire.ts'

export interface RawRow {
  readonly row: number
  readonly cells: readonly (Cell | undefined)[]
}

const BATCH_ROWS = 500
const BATCH_CHARS = 256 * 1024
const CHARS_MAX = 64 * 1024 * 1024

export async function* resultsOf(
  sheet: Omit<AboutSheet, 'headerRow' | 'header'>,
  all: AsyncIterable<RawRow> | Iterable<RawRow>,
  { headerRow, rowsMax = IMPORT_ROWS_MAX, charsMax = CHARS_MAX }: SheetChoice,
): AsyncGenerator<SheetResult, void, undefined> {
  const rows = filledRows(all)
  const first: RawRow[] = []
  while (headerRow === undefined ? first.length < LOOKED_AT : (first.at(-1)?.row ?? 0) < headerRow) {
    const { value } = await rows.next()
    if (!value) break
    // A chosen header may lie below thousands of rows.
    if (headerRow !== undefined) first.length = 0
    first.push(value)
  }
  const chosen = headerRow === undefined ? first[headerIndex(first.map(({ cells }) => trimmed(cells)))] : first[0]
  if (!chosen) throw noRows()
  if (headerRow !== undefined && chosen.row !== headerRow) throw noSuchRow()

  const header = headerOf(chosen)
  const below = first.slice(first.indexOf(chosen) + 1)
  const next = below.length > 0 ? undefined : (await rows.next()).value
  if (next) below.push(next)
  if (below.length === 0) throw noRows()
  yield { about: { ...sheet, headerRow: chosen.row, header } }

  const batch = createBatch()
  let count = 0
  let chars = 0
  for await (const raw of joined(below, rows)) {
    if (++count > rowsMax) throw tooLong(rowsMax)
    // Cells may share one long text, so the file's own size says nothing about theirs.
    const row = sheetRow(raw, header.length)
    chars += charsOf(row)
    if (chars > charsMax) throw tooMuch()
    if (batch.add(row)) yield { rows: batch.taken() }
  }
  yield { rows: batch.taken() }
}

async function* filledRows(rows: AsyncIterable<RawRow> | Iterable<RawRow>): AsyncGenerator<RawRow, undefined> {
  for await (const row of rows) if (row.cells.some(isFilled)) yield row
}

async function* joined(first: readonly RawRow[], others: AsyncIterable<RawRow>): AsyncGenerator<RawRow> {
  yield* first
  yield* others
}

/** A text's line may end with empty cells that are columns; a workbook's row ends with its last filled cell. */
function headerOf({ cells }: RawRow): string[] {
  // Some programs end each line with the empty cells of a whole sheet.
  const kept = cells.length > IMPORT_COLUMNS_MAX ? trimmed(cells) : cells
  if (kept.length > IMPORT_COLUMNS_MAX) throw tooWide()
  return Array.from(kept, (cell) => textOf(storable(textOf(cell)).cell).trim())
}

function sheetRow(raw: RawRow, columns: number): SheetRow {
  const filled = trimmed(raw.cells)
  if (filled.length > IMPORT_COLUMNS_MAX) throw tooWide()
  const issues: NonNullable<SheetRow['issues']> = []
  const cells = Array.from({ length: Math.max(columns, filled.length) }, (_, column): Cell => {
    const cell = filled[column] ?? null
    if (column >= columns && isFilled(cell)) issues.push({ column, code: 'too_many_cells' })
    if (typeof cell !== 'string') return cell
    const kept = storable(cell)
    if (kept.code) issues.push({ column, code: kept.code })
    return kept.cell
  })
  return { row: raw.row, cells, ...(issues.length > 0 && { issues }) }
}

function charsOf({ cells }: SheetRow): number {
  return cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
}

function createBatch() {
  let rows: SheetRow[] = []
  let chars = 0
  return {
    /** True when the batch is full. */
    add(row: SheetRow): boolean {
      rows.push(row)
      chars += charsOf(row)
      return rows.length >= BATCH_ROWS || chars >= BATCH_CHARS
    },
    taken(): SheetRow[] {
      const full = rows
      rows = []
      chars = 0
      return full
    },
  }
}
