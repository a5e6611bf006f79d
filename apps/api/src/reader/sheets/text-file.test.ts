import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiles } from './sheets.suite.ts'

let files: Awaited<ReturnType<typeof createFiles>>
beforeAll(async () => {
  files = await createFiles()
})
afterAll(() => files.remove())

async function read(...args: Parameters<typeof files.read>) {
  const read = await files.read(...args)
  if (typeof read === 'string') throw new Error(read)
  return {
    ...read.about,
    rows: read.rows.map(({ row, cells }) => [row, ...cells]),
    issues: read.rows.map((one) => one.issues),
  }
}

const TEXT = 'MRN,Name\n1,Zoë Müller\n2,"Carver, R"\n'
const ROWS = [
  [2, '1', 'Zoë Müller'],
  [3, '2', 'Carver, R'],
]

test.each([
  ['utf-8', Buffer.from(TEXT)],
  ['utf-8', Buffer.from(`\uFEFF${TEXT}`)],
  ['utf-16le', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['utf-16be', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  ['utf-16be', Buffer.from(TEXT, 'utf16le').swap16()],
  ['windows-1252', Buffer.from(TEXT, 'latin1')],
])('the reader finds the encoding %s', async (encoding, bytes) => {
  expect(await read(bytes)).toMatchObject({ encoding, header: ['MRN', 'Name'], rows: ROWS })
})

test.each([
  [';', 'csv', 'MRN;Name\n1;"Carver; R"\n2;"a, b, c, d"\n'],
  ['\t', 'tsv', 'MRN\tName\n1\tCarver; R\n2\ta, b, c, d\n'],
  ['|', 'csv', 'MRN|Name\n1|Carver; R\n2|a, b, c, d\n'],
])('the reader finds the delimiter %j', async (delimiter, format, text) => {
  const rows = [
    [2, '1', 'Carver; R'],
    [3, '2', 'a, b, c, d'],
  ]
  expect(await read(text)).toMatchObject({ delimiter, format, rows })
})

test('the reader takes the delimiter that the first line tells a spreadsheet program', async () => {
  expect(await read('sep=;\r\nMRN;Name\r\n1;R, C\r\n')).toMatchObject({
    delimiter: ';',
    headerRow: 1,
    rows: [[2, '1', 'R, C']],
  })
})

test('the reader takes the choices of a person before its own', async () => {
  const bytes = Buffer.from('A;B,C\n\u00e9;1,2\n', 'latin1')
  expect(await read(bytes, { delimiter: ';', encoding: 'windows-1252' })).toMatchObject({
    header: ['A', 'B,C'],
    rows: [[2, 'é', '1,2']],
  })
})

test.each(['\n', '\r\n', '\r'])('the reader numbers rows as a spreadsheet program does with %j', async (end) => {
  const text = ['a,b', '1,"x', 'y"', '', ' , ', '2,3', ''].join(end)
  expect((await read(text)).rows).toEqual([
    [2, '1', `x${end}y`],
    [5, '2', '3'],
  ])
})

test('the reader fills short rows and names the cells of long ones', async () => {
  const { rows, issues } = await read('a,b,c,\n1\n1,2,3,4,5,,6\n1,2,3,,,\n')
  expect(rows).toEqual([
    [2, '1', null, null, null],
    [3, '1', '2', '3', '4', '5', null, '6'],
    [4, '1', '2', '3', null],
  ])
  expect(issues[1]).toEqual([
    { column: 4, code: 'too_many_cells' },
    { column: 6, code: 'too_many_cells' },
  ])
  expect([issues[0], issues[2]]).toEqual([undefined, undefined])
})

test('the reader keeps text as text', async () => {
  const text = 'MRN,Says\n00042,=HYPERLINK(1)\n1e5,+cmd\n'
  expect((await read(text)).rows).toEqual([
    [2, '00042', '=HYPERLINK(1)'],
    [3, '1e5', '+cmd'],
  ])
})

test('the reader cuts long cells and takes NULs out', async () => {
  const { rows, issues } = await read(`a,b\n${'x'.repeat(2001)},y\u0000z\n${'x'.repeat(2000)},\n`)
  expect(rows).toEqual([
    [2, 'x'.repeat(2000), 'y\uFFFDz'],
    [3, 'x'.repeat(2000), null],
  ])
  expect(issues).toEqual([
    [
      { column: 0, code: 'too_long' },
      { column: 1, code: 'control_characters' },
    ],
    undefined,
  ])
})

test('the reader reads letters that pieces of the file cut in two', async () => {
  const name = `${'x'.repeat(1999)}é`
  const text = `a,b\n${Array.from({ length: 100 }, (_, at) => `${at},${name.slice(at % 7)}`).join('\r\n')}\r\n`
  const { rows } = await read(text)
  expect(rows.every(([, , cell], at) => cell === name.slice(at % 7))).toBe(true)
  expect(rows).toHaveLength(100)
})

test.each([
  ['', 'There are no rows in it.'],
  ['\n\n , \n', 'There are no rows in it.'],
  ['MRN,Name\n', 'There are no rows in it.'],
  ['MRN,Name\n1,"Carver\n2,x\n', 'The quotation mark in row 2 is never closed.'],
  [`${'a,'.repeat(200)}a\n1\n`, 'It has more than 200 columns.'],
  [`a,b\n1,2\n${','.repeat(200)}x\n`, 'It has more than 200 columns.'],
  [`a\n${'1\n'.repeat(100_001)}`, 'It has more than 100,000 rows.'],
])('the reader refuses a text in a sentence', async (text, sentence) => {
  expect(await files.read(text)).toBe(sentence)
})

test('the reader takes 200 columns and 100,000 rows', async () => {
  expect((await read(`${'a,'.repeat(199)}a\n1\n`)).header).toHaveLength(200)
  expect((await read(`a\n${'1\n'.repeat(100_000)}`)).rows).toHaveLength(100_000)
})

test('the reader leaves out empty columns at the end when a line has more than 200 cells', async () => {
  const { header, rows } = await read(`MRN,Name${','.repeat(10_000)}\n1,Lee${','.repeat(10_000)}\n`)
  expect([header, rows]).toEqual([['MRN', 'Name'], [[2, '1', 'Lee']]])
})

test('the reader refuses more text than is asked for', async () => {
  expect(await files.read('a\nabc\nabcd\n', { charsMax: 7 })).not.toBeTypeOf('string')
  expect(await files.read('a\nabc\nabcd\n', { charsMax: 6 })).toBe('There is too much text in it.')
})

test('the reader refuses more rows than are asked for', async () => {
  expect(await files.read('a\n1\n2\n', { rowsMax: 1 })).toBe('It has more than 1 rows.')
})

test.each([
  ['Patients of Cedar Ridge\n\nMRN,Last,First\n1,Carver,R\n', 3, ['MRN', 'Last', 'First']],
  ['Report,May\nMRN,Last,First,DOB,Phone,Sex\n1,Carver,R,,,\n', 2, ['MRN', 'Last', 'First', 'DOB', 'Phone', 'Sex']],
  ['MRN\n1\n2\n', 1, ['MRN']],
])('the reader finds the header', async (text, headerRow, header) => {
  expect(await read(text)).toMatchObject({ headerRow, header })
})

test('the reader takes the header that a person chose', async () => {
  expect(await read('a,b\n1,2\n3,4\n', { headerRow: 2 })).toMatchObject({ header: ['1', '2'], rows: [[3, '3', '4']] })
  expect(await files.read('a,b\n\n1,2\n', { headerRow: 2 })).toBe('It has no such row.')
  expect(await files.read('a,b\n1,2\n', { headerRow: 2 })).toBe('There are no rows in it.')
  expect(await files.read('a,b\n1,2\n', { headerRow: 9 })).toBe('It has no such row.')
})
