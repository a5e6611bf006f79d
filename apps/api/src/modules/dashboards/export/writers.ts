/** Writes rows as a file, piece by piece. */

import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { writeXlsxStream } from 'hucre/xlsx'
import { asTextCell } from '../../imports/rules/formulas.rules.ts'
import { type Paper, pdfOf } from './pdf.ts'
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
    for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? asTextCell(cell) : cell))
  }
  return writeXlsxStream(texts(), { name: 'Foyer' }) as unknown as Pieces
}

export function paperOf(paper: Paper): Promise<Pieces> {
  return pdfOf(paper)
}
