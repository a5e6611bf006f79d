import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sheetProgram } from './sheet-wire.ts'
import { createFiles, xlsWithSheet } from './sheets.suite.ts'
import { offeredNames } from './sheets.ts'
import { partsOf, rowOf, zipOf } from './zip-files.suite.ts'

let files: Awaited<ReturnType<typeof createFiles>>
beforeAll(async () => {
  files = await createFiles()
})
afterAll(() => files.remove())

describe('offeredNames', () => {
  test.each([
    [
      ['a\u0000b', '\u001f\ud800'],
      ['a\uFFFDb', '\uFFFD\uFFFD'],
    ],
    [
      ['', 'Sheet 1', ''],
      ['Sheet 1', 'Sheet 1 (2)', 'Sheet 3'],
    ],
    [
      ['May', 'May', 'May (2)'],
      ['May', 'May (2)', 'May (2) (2)'],
    ],
    [[`${'x'.repeat(99)}😀`], [`${'x'.repeat(99)}\uFFFD`]],
  ])('offers %j as %j', (said, offered) => {
    expect(offeredNames(said)).toEqual(offered)
  })
})

test.each([
  ['a NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
])('the reader reads a sheet with %s in its name, and finds it by the name that it offers', async (_, said) => {
  const [bytes, name] = [xlsWithSheet(said), 'a\uFFFDb']
  const found = await files.readApart(bytes)
  expect(found).toMatchObject({ about: { sheet: name, sheets: [{ name }] } })
  expect(await files.readApart(bytes, { sheet: name })).toEqual(found)
})

test('the reader finds each of two sheets that have one name', async () => {
  const sheets = ['1', '2'].map((cell) => ({ name: 'May', rows: rowOf(1, ['MRN']) + rowOf(2, [cell]) }))
  for (const [sheet, cell] of [
    ['May', '1'],
    ['May (2)', '2'],
  ] as const)
    expect(await files.read(zipOf(partsOf(sheets)), { sheet })).toMatchObject({
      about: { sheet, sheets: [{ name: 'May' }, { name: 'May (2)' }] },
      rows: [{ cells: [cell] }],
    })
})

test('the reader refuses a workbook with more than 200 sheets', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`)
  expect(offeredNames(names(200))).toHaveLength(200)
  const part = partsOf([{ name: 'S', rows: rowOf(1, ['MRN']) + rowOf(2, ['1']) }])
  const many = part.map((one) =>
    one.name === 'xl/workbook.xml'
      ? { ...one, content: String(one.content).replace(/<sheet .*?\/>/, (sheet) => sheet.repeat(201)) }
      : one,
  )
  expect(await files.read(zipOf(many))).toBe('It has more than 200 sheets.')
})

test.each(['a\u0000', 'a\ud800', '\udc00'])('a result of the reader with %j is refused', (text) => {
  const about = {
    ...{ format: 'xls', encoding: null, delimiter: null, sheets: [], sheet: null, headerRow: 1, header: ['MRN'] },
  }
  const isTaken = (result: unknown) => sheetProgram.result.safeParse(result).success
  expect(isTaken({ about })).toBe(true)
  expect(isTaken({ about: { ...about, sheet: text } })).toBe(false)
  expect(isTaken({ about: { ...about, sheets: [{ name: text, rows: 1, hidden: false }] } })).toBe(false)
  expect(isTaken({ about: { ...about, header: [text] } })).toBe(false)
  expect([isTaken({ rows: [{ row: 2, cells: ['a😀'] }] }), isTaken({ rows: [{ row: 2, cells: [text] }] })]).toEqual([
    ...[true, false],
  ])
  expect(isTaken({ rows: [{ row: 2, cells: [{ date: text }] }] })).toBe(false)
})
