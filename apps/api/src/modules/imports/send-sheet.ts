/** Sends rows as a spreadsheet while they are read, so that no file is held in memory. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import { writeXlsxStream } from 'hucre'
import { contentDisposition } from '../../files/file-name.rules.ts'
import { asTextCell, disarm } from './rules/formulas.rules.ts'
import { workbookText } from './workbook-text.rules.ts'

interface Sheet {
  /** The name of the file, without its extension. */
  readonly name: string
  readonly format: 'csv' | 'xlsx'
  /** The first one is the header. */
  readonly rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export async function sendSheet(res: Response, { name, format, rows }: Sheet): Promise<void> {
  res.status(200).set({
    'Content-Type': TYPES[format],
    'Content-Disposition': contentDisposition(`${name}.${format}`),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  try {
    await (format === 'csv' ? sendCsv(res, rows) : sendXlsx(res, rows))
  } catch (error) {
    // The client closed the connection and needs no answer.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  }
}

/** [SEC-08] A spreadsheet program runs no cell of the file. */
function sendCsv(res: Response, rows: Sheet['rows']): Promise<void> {
  const lines = stringify({ bom: true, quoted: true, record_delimiter: 'windows' })
  return pipeline(Readable.from(mapped(rows, disarm)), lines, res)
}

function sendXlsx(res: Response, rows: Sheet['rows']): Promise<void> {
  const cells = mapped(rows, (cell) => workbookText(asTextCell(cell)))
  const bytes = writeXlsxStream(cells, { name: 'Rows' })
  return pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), res)
}

async function* mapped(rows: Sheet['rows'], change: (cell: string) => string): AsyncGenerator<string[], void> {
  for await (const row of rows) yield row.map(change)
}
