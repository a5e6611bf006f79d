/** Writes rows as a file, piece by piece. */

import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { asTextCell } from '../../imports/rules/formulas.rules.ts'
import { workbookText } from '../../imports/workbook-text.rules.ts'
import type { Paper } from './pdf.ts'
import type { Cell } from './tables.rules.ts'

type Rows = AsyncIterable<readonly Cell[]>
export type Pieces = AsyncIterable<Uint8Array>

/** [SEC-08] [T22] A spreadsheet runs a cell that begins like a formula; an apostrophe before it makes it text. */
export function csvOf(rows: Rows): Pieces {
  const lines = stringify({
    ...{ bom: true, escape_formulas: true, record_delimiter: 'windows', relax_column_count: true },
    quoted_string: true,
  })
  return Readable.from(rows).pipe(lines) as unknown as Pieces
}

/** Cells are texts and numbers, never formulas. */
export function xlsxOf(rows: Rows): Pieces {
  async function* texts() {
    for await (const row of rows) yield row.map(cellOf)
  }
  return writeXlsxStream(texts(), { name: 'Foyer' }) as unknown as Pieces
}

/** Several sheets are not written piece by piece. The first row of each stays in view. */
export async function* workbookOf(names: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>) {
  const sheets = names.map((name) => ({ name, rows: [] as (Cell | null)[][], freezePane: { rows: 1 } }))
  let at = 0
  for await (const page of pages) {
    if (page.length === 0) at += 1
    for (const row of page) sheets[at]?.rows.push(row.map((cell) => (cell === '' ? null : cellOf(cell))))
  }
  yield await writeXlsx({ sheets })
}

/** A cell of a workbook holds no more. */
const CELL_MAX = 32_767

function cellOf(cell: Cell): Cell {
  return typeof cell === 'string' ? workbookText(asTextCell(cell)).slice(0, CELL_MAX) : cell
}

/** The library of PDFs and its fonts would take most of the start of a thread that writes another format. */
export async function paperOf(paper: Paper): Promise<Pieces> {
  const { pdfOf } = await import('./pdf.ts')
  return pdfOf(paper)
}
