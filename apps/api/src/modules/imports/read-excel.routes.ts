import { CELL_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { READ_ROWS_MAX, readExcel } from '@foyer/contracts/imports/read-excel.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { endOfCall } from '../../reader/reader.ts'
import { readSheet } from '../../reader/sheets/sheet.ts'
import type { Services } from '../../services.ts'
import { columnNames, rowObject } from './read-excel.rules.ts'

export function readExcelRoutes({ reader }: Pick<Services, 'reader'>): Route[] {
  return [
    route(readExcel, async ({ files, body, read }) => {
      const [file] = files
      if (!file) throw notValid('file', 'Required')
      // The reading of the file needs no transaction; this one checks the caller and leaves the audit row.
      await read(async () => {})
      const { sheet, headerRow } = body
      const choice = { sheet, headerRow, rowsMax: READ_ROWS_MAX, charsMax: CHARS_MAX }
      const { about, rows } = await readSheet(reader, file.path, choice, endOfCall())
      const names = columnNames(about.header)
      const data = []
      for await (const batch of rows) {
        for (const { row, cells, issues = [] } of batch) {
          if (issues.some(({ code }) => code === 'too_long')) throw cutCell(row)
          data.push(rowObject(names, cells))
        }
      }
      return { code: 'ok' as const, data }
    }),
  ]
}

/** An answer is held in memory as a whole. */
const CHARS_MAX = 16 * 1024 * 1024

/** The answer has no place for a warning, and must not hold half a text. */
function cutCell(row: number): Refusal {
  const most = CELL_MAX.toLocaleString('en-US')
  return new Refusal('unreadable_file', `A cell in row ${row} has more than ${most} characters.`)
}
