import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiles } from './sheets.suite.ts'
import { partsOf, rowOf, zipOf } from './zip-files.suite.ts'

let files: Awaited<ReturnType<typeof createFiles>>
beforeAll(async () => {
  files = await createFiles()
})
afterAll(() => files.remove())

const header = rowOf(1, ['a', 'b', 'c', 'd', 'e', 'f'])
const rows = rowOf(1, ['MRN']) + rowOf(2, ['1'])

test('the reader reads values as they are stored', async () => {
  const cells =
    '<c t="s"><v>1</v></c><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>00042</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="s"><v>9</v></c>'
  const strings = '<si><t>zero</t></si><si><r><t>Rosa</t></r><r><t>lind</t></r><rPh><t>x</t></rPh></si>'
  const read = await files.read(
    zipOf(partsOf([{ name: 'S', rows: `${header}<row r="7">${cells}</row>` }], { strings })),
  )
  expect(read).toMatchObject({ rows: [{ row: 7, cells: ['Rosalind', 2, '00042', true, '#N/A', null] }] })
})

test.each([
  [false, ['2026-11-24', '2026-11-24T18:00:00', '08:30:00', '30:00:00', 45]],
  [true, ['2030-11-25', '2030-11-25T18:00:00', '08:30:00', '30:00:00', 45]],
])('the reader reads days and times by their formats, from 1904: %s', async (is1904, expected) => {
  const values = [
    [1, 46350],
    [1, 46350.75],
    [2, 8.5 / 24],
    [3, 1.25],
    [0, 45],
  ]
  const cells = values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')
  const read = await files.read(zipOf(partsOf([{ name: 'S', rows: `${header}<row r="2">${cells}</row>` }], { is1904 })))
  const [day, moment, time, elapsed, number] = expected
  expect(read).toMatchObject({
    rows: [{ cells: [{ date: day }, { date: moment }, { date: time }, elapsed, number, null] }],
  })
})

test('the reader takes the first visible sheet with two rows, and any that is chosen', async () => {
  const workbook = zipOf(
    partsOf([
      { name: 'Notes', rows: rowOf(1, ['one']) },
      { name: 'Old', rows, state: 'veryHidden' },
      { name: 'New', rows: rows.replace('>1<', '>2<') },
    ]),
  )
  const sheets = [
    { name: 'Notes', rows: 1, hidden: false },
    { name: 'Old', rows: 2, hidden: true },
    { name: 'New', rows: 2, hidden: false },
  ]
  expect(await files.read(workbook)).toMatchObject({ about: { sheet: 'New', sheets }, rows: [{ cells: ['2'] }] })
  expect(await files.read(workbook, { sheet: 'Old' })).toMatchObject({
    about: { sheet: 'Old' },
    rows: [{ cells: ['1'] }],
  })
  expect(await files.read(workbook, { sheet: 'Notes' })).toBe('There are no rows in it.')
  expect(await files.read(workbook, { sheet: 'None' })).toBe('It has no sheet of that name.')
})

test('the reader refuses a cell right of the 200th column, and none that is empty', async () => {
  const wide = (cell: string) =>
    zipOf(partsOf([{ name: 'S', rows: `${header}<row r="2"><c r="A2"><v>1</v></c>${cell}</row>` }]))
  expect(await files.read(wide('<c r="GS2"><v>1</v></c>'))).toBe('It has more than 200 columns.')
  expect(await files.read(wide('<c r="XFD2" s="1"/>'))).toMatchObject({
    rows: [{ cells: [1, null, null, null, null, null] }],
  })
})

test('the reader numbers rows that come without numbers, and repeats none', async () => {
  const row = (attributes: string) => `<row ${attributes}><c><v>1</v></c></row>`
  const numbered = ['r="1"', '', 'r="2"', 'r="x"', 'r="9"', 'r="9999999"'].map(row).join('')
  const read = await files.read(zipOf(partsOf([{ name: 'S', rows: numbered }])))
  expect(typeof read === 'string' ? read : read.rows.map(({ row }) => row)).toEqual([2, 3, 4, 9, 10])
})

const ENTITIES = '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
const FOREIGN = '<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
const shared = `${rowOf(1, ['MRN'])}<row r="2"><c t="s"><v>0</v></c></row>`

test.each([
  ['entities', ENTITIES, '<si><t>&b;</t></si>'],
  ['a foreign entity', FOREIGN, '<si><t>&x;</t></si>'],
  ['a document type', '<!DOCTYPE sst SYSTEM "http://example.com/x.dtd">', '<si><t>x</t></si>'],
  ['an entity that nobody declared', '', '<si><t>&x;</t></si>'],
  ['tags that do not close', '', '<si><t>x</si>'],
])('the reader refuses a workbook with %s', async (_, prolog, strings) => {
  expect(await files.read(zipOf(partsOf([{ name: 'S', rows: shared }], { prolog, strings })))).toBe(
    'The file is too large or damaged.',
  )
})

test('the reader cuts off a part that unpacks to more than its directory says', async () => {
  const parts = partsOf([{ name: 'S', rows: rows + rowOf(3, ['x'.repeat(1000)]).repeat(5000) }])
  for (const says of [0, 500, 100_000]) {
    const lying = parts.map((part) => (part.name.includes('sheet1') ? { ...part, says } : part))
    expect(await files.readApart(zipOf(lying))).toMatchObject({
      reason: 'unreadable_file',
      message: 'The file is too large or damaged.',
    })
  }
})

test('the process reads a workbook, a text and a refusal', async () => {
  expect(await files.readApart(zipOf(partsOf([{ name: 'S', rows }])))).toMatchObject({ rows: [{ cells: ['1'] }] })
  expect(await files.readApart('a;b\n1;2\n')).toMatchObject({ rows: [{ cells: ['1', '2'] }] })
  expect(await files.readApart('%PDF-1.7')).toMatchObject({ reason: 'not_valid', status: 400 })
  expect(await files.readApart('a\n1\n2\n', { rowsMax: 1 })).toMatchObject({ reason: 'too_many_rows', status: 422 })
})

test('the process reads 100,000 rows of a million different texts within its memory', {
  timeout: 600_000,
}, async () => {
  const columns = 10
  const count = 100_000
  let strings = ''
  let cells = rowOf(
    1,
    Array.from({ length: columns }, (_, at) => `Column ${at}`),
  )
  for (let row = 0; row < count; row++) {
    let one = ''
    for (let column = 0; column < columns; column++) {
      strings += `<si><t>Text ${row} of ${column}</t></si>`
      one += `<c t="s"><v>${row * columns + column}</v></c>`
    }
    cells += `<row r="${row + 2}">${one}</row>`
  }
  const read = await files.readApart(zipOf(partsOf([{ name: 'S', rows: cells }], { strings })))
  if (!('rows' in read)) throw read
  expect(read.rows).toHaveLength(count)
  expect(read.rows.at(-1)).toMatchObject({ row: count + 1, cells: expect.arrayContaining(['Text 99999 of 9']) })
})
