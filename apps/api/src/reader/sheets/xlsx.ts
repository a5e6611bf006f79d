/** Workbooks of today: a zip archive of XML parts. */
import { type RawRow, resultsOf } from './results.ts'
import { noRows, noSuchSheet } from './sentences.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { SheetChoice, SheetResult } from './sheet-wire.ts'
import { chosenSheet } from './sheets.ts'
import { readWorkbook } from './workbook.ts'
import { countRows, rowsOf } from './worksheet.ts'
import type { Zip } from './zip.ts'

export async function* xlsxResults(zip: Zip, choice: SheetChoice): AsyncGenerator<SheetResult> {
  const workbook = await readWorkbook(zip)
  const sheets = []
  for (const { name, isHidden, part } of workbook.sheets)
    sheets.push({ name, hidden: isHidden, rows: await countRows(zip.unpack(part)) })
  const index = chosenSheet(sheets, choice.sheet)
  const sheet = workbook.sheets[index]
  if (!sheet) throw choice.sheet === undefined ? noRows() : noSuchSheet()

  const { sharedStrings: part, is1904, styles } = workbook
  const strings = await readSharedStrings(part === undefined ? undefined : zip.unpack(part))
  const about = { format: 'xlsx', encoding: null, delimiter: null, sheets, sheet: sheet.name } as const
  const rows: AsyncIterable<RawRow> = rowsOf(zip.unpack(sheet.part), { is1904, styles, strings })
  yield* resultsOf(about, rows, choice)
}
