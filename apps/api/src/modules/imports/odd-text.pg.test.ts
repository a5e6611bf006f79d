/** Text of files that PostgreSQL does not take, or not everywhere: NULs, half characters, and headers without an end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { xlsWithSheet } from '../../reader/sheets/sheets.suite.ts'
import { partsOf, rowOf, zipOf } from '../../reader/sheets/zip-files.suite.ts'
import { csv, type Imports, openImports } from './imports.suite.ts'

let clinic: Imports
let readings = 0
beforeAll(async () => {
  clinic = await openImports({
    wrapReader: (reader) => ({
      read(...asked) {
        readings += 1
        return reader.read(...asked)
      },
    }),
  })
})
afterAll(() => clinic.close())

const wide = (text: string) => Buffer.from(text, 'utf16le')
const workbook = (...rows: readonly (readonly string[])[]) =>
  zipOf(partsOf([{ name: 'S', rows: rows.map((cells, at) => rowOf(at + 1, cells)).join('') }]))
const shared = zipOf(
  partsOf([{ name: 'S', rows: '<row r="1"><c t="s"><v>0</v></c></row><row r="2"><c t="s"><v>1</v></c></row>' }], {
    strings: '<si><t>MRN_x0000_</t></si><si><t>a_xD800_b</t></si>',
  }),
)

describe('an upload is read at the first try', () => {
  test.each([
    ['a NUL in the name of a sheet', xlsWithSheet('a\u0000b'), 'p.xls'],
    ['half a character in the name of a sheet', xlsWithSheet('a\ud800b'), 'p.xls'],
    ['NULs in a header and a cell', `MRN\u0000,Last\u0000 name\nA\u00001,\u0000\n${'A2,Bell\n'.repeat(9)}`, 'p.csv'],
    ['half characters in a header and a cell', wide('\uFEFFMRN\ud800,Last name\nA\udc001,Bell\n'), 'p.csv'],
    ['escapes of NULs and half characters', workbook(['MRN_x0000_', '_xD800_'], ['A_x0000_', 'B_xDC00_']), 'p.xlsx'],
    ['escapes in shared texts', shared, 'p.xlsx'],
  ])('with %s', async (_, bytes, name) => {
    const before = readings
    const found = await clinic.review('uploadDemographics', bytes, { name })
    expect(readings).toBe(before + 1)
    expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    await clinic.ask('discardImport', { importId: found._id })
  })
})

test('readImportAs brings back the letters that a wrong encoding lost', async () => {
  const bytes = Buffer.from('MRN,Last name,First name,Insurance\nE1,Mu\u00f1oz,Ana,Sa\u00fade\n', 'latin1')
  const found = await clinic.review('uploadDemographics', bytes)
  expect([found.encoding, found.counts.ready, found.counts.warnings]).toEqual(['windows-1252', 1, 0])
  const { _id: importId } = found
  await clinic.ask('readImportAs', { importId, encoding: 'utf-8' })
  const lost = await clinic.until(importId, 'review')
  expect([lost.encoding, lost.counts.ready, lost.counts.errors]).toEqual(['utf-8', 0, 1])
  const message = 'Letters were lost: choose another encoding for the file, or type them'
  expect((await clinic.rows(importId)).map(({ issues }) => issues)).toMatchObject([
    [
      { field: 'lastName', level: 'error', code: 'lost_letters', message },
      { field: 'insuranceType', level: 'warning', code: 'lost_letters_kept', message },
    ],
  ])
  await clinic.ask('readImportAs', { importId, encoding: 'windows-1252' })
  expect((await clinic.until(importId, 'review')).counts).toMatchObject({ ready: 1, errors: 0 })
})

describe('mapImport', () => {
  test('remembers a header of 2,000 characters, or leaves it, and answers 200', async () => {
    // Different letters, which no compression makes shorter.
    const long = Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('')
    const found = await clinic.review('uploadDemographics', csv(['MRN', 'Last name', long], ['L1', 'Bell', 'x']))
    const columns = [{ index: 2, field: 'insuranceType' }]
    const { status } = await clinic.call('mapImport', 'lena', { importId: found._id, columns, remember: true })
    expect(status).toBe(200)
  })

  test.each(['a\u0000', 'a\ud800'])('refuses the meaning of a cell that no file can hold: %j', async (cell) => {
    const found = await clinic.review('uploadDemographics', csv(['MRN', 'Last name', 'Plan'], ['L1', 'Bell', 'x']))
    const columns = [{ index: 2, field: 'insuranceType', values: { [cell]: 'Aetna' } }]
    const { status } = await clinic.call('mapImport', 'lena', { importId: found._id, columns, remember: true })
    expect(status).toBe(400)
  })
})

test.each(['a\u0000', 'a\ud800'])(
  'mendImportRows refuses a decision for a record that none has as its id: %j',
  async (same) => {
    const found = await clinic.review('uploadDemographics', csv(['MRN', 'Last name'], ['L1', 'Bell']))
    const rows = [{ row: 2, decision: { same } }]
    const { status } = await clinic.call('mendImportRows', 'lena', { importId: found._id, rows })
    expect(status).toBe(400)
  },
)
