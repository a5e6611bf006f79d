/** Sends a workbook of several sheets while its rows are read. Every text is a text cell, so that none is run as a formula. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { contentDisposition } from '../../../files/file-name.rules.ts'
import type { SheetOfForm } from './rows.rules.ts'
import { headerXml, rowsXml, SHEET_END, SHEET_START, workbookParts } from './sheet-xml.rules.ts'
import { type ZipEntry, zipOf } from './zip.ts'

interface Workbook {
  /** The name of the file, without its extension. */
  readonly name: string
  readonly sheets: readonly SheetOfForm[]
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** A workbook needs a sheet. */
const NO_FORM: SheetOfForm = { name: 'Submissions', header: ['Submitted', 'Patient', 'MRN'], async *rows() {} }

export async function sendWorkbook(res: Response, { name, sheets }: Workbook): Promise<void> {
  res.status(200).set({
    'Content-Type': TYPE,
    'Content-Disposition': contentDisposition(`${name}.xlsx`),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  const shown = sheets.length === 0 ? [NO_FORM] : sheets
  try {
    await pipeline(Readable.from(zipOf(entriesOf(shown)), { objectMode: false }), res)
  } catch (error) {
    // The client closed the connection and needs no answer.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  }
}

function* entriesOf(sheets: readonly SheetOfForm[]): Generator<ZipEntry> {
  for (const [name, text] of workbookParts(sheets.map((sheet) => sheet.name))) yield { name, text: [text] }
  for (const [at, sheet] of sheets.entries()) yield { name: `xl/worksheets/sheet${at + 1}.xml`, text: textOf(sheet) }
}

async function* textOf({ header, rows }: SheetOfForm): AsyncGenerator<string, void> {
  yield SHEET_START
  yield headerXml(header)
  for await (const page of rows()) yield rowsXml(page)
  yield SHEET_END
}
