/** Reads the spreadsheets of other projects' test suites, and compares each cell with what openpyxl and xlrd read. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FileNotRead } from '../program.ts'
import { judged } from './judged.ts'
import type { RawRow } from './results.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { Cell } from './sheet-wire.ts'
import { inThisProcess } from './sheets.suite.ts'
import { readWorkbook } from './workbook.ts'
import { rowsOf } from './worksheet.ts'
import { readXlsSheets } from './xls.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../../tests/data/spreadsheets')

type Expected = null | string | number | boolean | { date?: string; duration_s?: number; text_start?: string }
interface Oracle {
  readonly file: string
  readonly sheets: Readonly<Record<string, readonly (readonly Expected[])[]>>
}

const oracles: readonly Oracle[] = readFileSync(path.join(FOLDER, 'EXPECTED_CELLS.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const nameIn = (file: string) => file.replace('open/spreadsheets/', '')

/** These files read otherwise, each for its reason. */
const REFUSED: Readonly<Record<string, string>> = {
  // Two entries have one name, so two readers may see two files.
  'poi/duplicate-filename.xlsx': 'The file is too large or damaged.',
  // A sheet has a document type, which no spreadsheet program writes.
  'poi/xlsx-corrupted.xlsx': 'The file is too large or damaged.',
}
const DIFFERENT: Readonly<Record<string, string>> = {
  'calamine/has_x000D_.xlsx Sheet1 1.0':
    'Excel reads _x000D_ as a carriage return; openpyxl leaves it as it is written',
  'poi/SampleSS.strict.xlsx': 'openpyxl does not know the strict form and finds no sheet',
}

async function rawSheets(file: string): Promise<Map<string, RawRow[]>> {
  const kind = await judged(file)
  if (kind.kind === 'xls')
    return new Map((await readXlsSheets(readFileSync(file))).map(({ name, rows }) => [name, rows]))
  if (kind.kind !== 'xlsx') throw new Error('not a workbook')
  const { zip } = kind
  const { sheets, sharedStrings, ...meaning } = await readWorkbook(zip)
  const strings = await readSharedStrings(sharedStrings === undefined ? undefined : zip.unpack(sharedStrings))
  const read = new Map<string, RawRow[]>()
  for (const { name, part } of sheets)
    read.set(name, await Array.fromAsync(rowsOf(zip.unpack(part), { ...meaning, strings })))
  return read
}

const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

function isSame(cell: Cell | undefined, expected: Expected): boolean {
  const value = cell ?? null
  if (typeof expected !== 'object' || expected === null) return value === (expected === '' ? null : expected)
  if (expected.text_start !== undefined) return typeof value === 'string' && value.startsWith(expected.text_start)
  if (expected.duration_s !== undefined) return seconds(String(value)) === expected.duration_s
  return typeof value === 'object' && value?.date === expected.date?.replace(/T00:00:00|\.\d+$/, '')
}

test.each(oracles)('the reader reads the cells of $file as other libraries do', async ({ file, sheets }) => {
  const name = nameIn(file)
  const read = await rawSheets(path.join(FOLDER, name)).catch((error: unknown) => {
    if (!(error instanceof FileNotRead)) throw error
    return error.message
  })
  if (typeof read === 'string') return expect(read).toBe(REFUSED[name])
  const differences: string[] = []
  for (const [sheet, rows] of Object.entries(sheets)) {
    const byNumber = new Map(read.get(sheet)?.map(({ row, cells }) => [row, cells]))
    for (const [at, cells] of rows.entries())
      for (const [column, expected] of cells.entries())
        if (!isSame(byNumber.get(at + 1)?.[column], expected)) differences.push(`${name} ${sheet} ${at + 1}.${column}`)
  }
  expect(differences.filter((one) => !(one in DIFFERENT)).slice(0, 5)).toEqual([])
  expect([...read.keys()].filter((sheet) => !(sheet in sheets) && !(name in DIFFERENT))).toEqual([])
})

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(csv|xlsx?|xlsb|ods)$/.test(file),
)

test('the reader reads each file, or refuses it in a sentence', async () => {
  const sentences = new Map<string, string>()
  for (const file of files) {
    const read = await inThisProcess(path.join(FOLDER, file))
    if (typeof read === 'string') sentences.set(file, read)
  }
  expect(files.length).toBeGreaterThan(80)
  expect(
    Object.fromEntries([...sentences].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  ).toMatchInlineSnapshot(`
    {
      "calamine/any_sheets.xlsb": "This is an .xlsb file. Save it as .xlsx.",
      "calamine/date.ods": "This is an OpenDocument file. Save it as .xlsx.",
      "calamine/empty_sheet.xlsx": "There are no rows in it.",
      "calamine/encoded_entities.xlsx": "There are no rows in it.",
      "calamine/has_x000D_.xlsx": "There are no rows in it.",
      "calamine/merged_cells.ods": "This is an OpenDocument file. Save it as .xlsx.",
      "calamine/pass_protected.xlsx": "It is protected by a password. Save it without one.",
      "calamine/picture.xlsx": "There are no rows in it.",
      "calamine/richtext-namespaced.xlsx": "There are no rows in it.",
      "calamine/rph.xlsx": "There are no rows in it.",
      "calamine/too_small.xls": "There are no rows in it.",
      "csvkit/empty.csv": "There are no rows in it.",
      "csvkit/no_header_row.csv": "There are no rows in it.",
      "exceljs/1904.xlsx": "There are no rows in it.",
      "exceljs/invalid-xml.xlsx": "The file is too large or damaged.",
      "poi/1900DateWindowing.xls": "There are no rows in it.",
      "poi/1904DateWindowing.xls": "There are no rows in it.",
      "poi/57893-many-merges.xlsx": "There are no rows in it.",
      "poi/TwoSheetsOneHidden.xlsx": "There are no rows in it.",
      "poi/blankworkbook.xls": "There are no rows in it.",
      "poi/duplicate-filename.xlsx": "The file is too large or damaged.",
      "poi/noSharedStringTable.xlsx": "There are no rows in it.",
      "poi/poc-xmlbomb.xlsx": "There are no rows in it.",
      "poi/protected_passtika.xlsx": "It is protected by a password. Save it without one.",
      "poi/xlsx-corrupted.xlsx": "The file is too large or damaged.",
    }
  `)
})

const spectrum = files.filter((file) => file.startsWith('csv-spectrum/'))

test.each(spectrum)('the reader reads %s as its own expectation says', async (file) => {
  const expected: Record<string, string>[] = JSON.parse(
    readFileSync(path.join(FOLDER, file.replace('.csv', '.expected.json')), 'utf8'),
  )
  const read = await inThisProcess(path.join(FOLDER, file))
  if (typeof read === 'string') throw new Error(read)
  const { about, rows } = read
  expect(rows.map(({ cells }) => Object.fromEntries(about.header.map((name, at) => [name, cells[at] ?? ''])))).toEqual(
    expected,
  )
})
