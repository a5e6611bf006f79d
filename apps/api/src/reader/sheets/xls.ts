/** Workbooks of Excel 97 to 2003. */
import { readFile } from 'node:fs/promises'
import { type CellValue, ParseError, readXls } from 'hucre'
import { isFilled, momentCell, trimmed } from './cells.ts'
import { type RawRow, resultsOf } from './results.ts'
import { damaged, locked, noRows, noSuchSheet, tooOld } from './sentences.ts'
import type { Cell, SheetChoice, SheetResult } from './sheet-wire.ts'
import { chosenSheet, offeredNames } from './sheets.ts'
import { xlsGlobals } from './xls-globals.ts'

export async function* xlsResults(path: string, choice: SheetChoice): AsyncGenerator<SheetResult> {
  const bytes = await readFile(path)
  const read = await readXlsSheets(bytes)
  const names = offeredNames(read.map(({ name }) => name))
  const sheets = read.map(({ rows, hidden }, at) => ({ name: names[at] ?? '', rows: rows.length, hidden }))
  const index = chosenSheet(sheets, choice.sheet)
  const sheet = read[index]
  if (!sheet) throw choice.sheet === undefined ? noRows() : noSuchSheet()
  const about = { format: 'xls', encoding: null, delimiter: null, sheets, sheet: names[index] ?? null } as const
  yield* resultsOf(about, sheet.rows, choice)
}

/** The rows that hold something, of each sheet. */
export async function readXlsSheets(bytes: Buffer): Promise<{ name: string; hidden: boolean; rows: RawRow[] }[]> {
  const { isLocked, hidden, others } = xlsGlobals(bytes)
  if (isLocked) throw locked()
  try {
    const sheets = (await readXls(bytes)).sheets.filter(({ name }) => !others.has(name))
    return sheets.map(({ name, rows }) => ({ name, hidden: hidden.has(name), rows: rowsOf(rows) }))
  } catch (error) {
    if (error instanceof ParseError && /Unsupported XLS version/.test(error.message)) throw tooOld()
    throw error instanceof ParseError ? damaged() : error
  }
}

function rowsOf(rows: readonly (readonly CellValue[] | undefined)[]): RawRow[] {
  const filled: RawRow[] = []
  for (const [at, values] of rows.entries()) {
    const cells = trimmed((values ?? []).map(cellOf))
    if (cells.some(isFilled)) filled.push({ row: at + 1, cells })
  }
  return filled
}

function cellOf(value: CellValue | undefined): Cell {
  if (value instanceof Date) return momentCell(value)
  return value === '' || value === undefined ? null : value
}
