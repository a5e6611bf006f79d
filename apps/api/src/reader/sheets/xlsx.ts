/** Workbooks of today: a zip archive of XML parts. */
import { type RawRow, resultsOf } from './results.ts'
import { noRows, noSuchSheet } from './sentences.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { SheetChoice, SheetResult } from './sheet-wire.ts'
import { chosenSheet, offeredNames } from './sheets.ts'
import { readWorkbook } from './workbook.ts'
import { countRows, rowsOf } from './worksheet.ts'
import type { Zip } from './zip.ts'

export async function* xlsxResults(zip: Zip, choice: SheetChoice): AsyncGenerator<SheetResult> {
  const workbook = await readWorkbook(zip)
  const names = offeredNames(workbook.sheets.map(({ name }) => name))
  const sheets = []
  for (const [at, { isHidden, part }] of workbook.sheets.entries())
    sheets.push({ name: names[at] ?? '', hidden: isHidden, rows: await countRows(zip.unpack(part)) })
  const index = chosenSheet(sheets, choice.sheet)
  const sheet = workbook.sheets[index]
  if (!sheet) throw choice.sheet === undefined ? noRows() : noSuchSheet()

  const { sharedStrings: part, is1904, styles } = workbook
  const strings = await readSharedStrings(part === undefined ? undefined : zip.unpack(part))
  const about = { format: 'xlsx', encoding: null, delimiter: null, sheets, sheet: names[index] ?? null } as const
  const rows: AsyncIterable<RawRow> = rowsOf(zip.unpack(sheet.part), { is1904, styles, strings })
  yield* resultsOf(about, rows, choice)
}
