import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeSheet } from './sheet.ts'
import { createFiles } from './sheets.suite.ts'
import { partsOf, rowOf, zipOf } from './zip-files.suite.ts'

let files: Awaited<ReturnType<typeof createFiles>>
beforeAll(async () => {
  files = await createFiles()
})
afterAll(() => files.remove())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const archiveOf = (...names: string[]) => zipOf(names.map((name) => ({ name, content: '<x/>' })))
const container = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')])

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\nMRN,Name\n1,2\n'), 'This is a PDF. Choose a spreadsheet.'],
  ['a picture', PNG, 'This is a picture. Choose a spreadsheet.'],
  ['a program', readFileSync(process.execPath).subarray(0, 100_000), 'This is a program. Choose a spreadsheet.'],
  ['an archive', gzipSync('MRN,Name\n1,2\n'.repeat(100)), 'This is an archive. Choose a spreadsheet.'],
  ['a zip', archiveOf('patients.csv'), 'This is an archive. Choose a spreadsheet.'],
  ['docx', archiveOf('[Content_Types].xml', 'word/document.xml'), 'This is a Word document. Choose a spreadsheet.'],
  ['doc', container('WordDocument'), 'This is a Word document. Choose a spreadsheet.'],
  ['rtf', '{\\rtf1\\ansi patients}', 'This is a Word document. Choose a spreadsheet.'],
  ['pptx', archiveOf('[Content_Types].xml', 'ppt/presentation.xml'), 'This is a presentation. Choose a spreadsheet.'],
  ['xlsm', archiveOf('[Content_Types].xml', 'xl/vbaProject.bin'), 'This is an .xlsm file. Save it as .xlsx.'],
  ['xlsb', archiveOf('[Content_Types].xml', 'xl/workbook.bin'), 'This is an .xlsb file. Save it as .xlsx.'],
  ['ods', archiveOf('mimetype', 'content.xml'), 'This is an OpenDocument file. Save it as .xlsx.'],
  ['a web page', '<html><table><tr><td>MRN</td></tr></table></html>', 'This is a web page. Save it as .xlsx.'],
  ['encrypted xlsx', container('EncryptedPackage'), 'It is protected by a password. Save it without one.'],
  ['an installer', container('!_Tables'), 'This is no spreadsheet.'],
  ['bytes', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7) % 32)), 'This is no spreadsheet.'],
])('the reader says what %s is', async (_, content, sentence) => {
  expect(await files.read(content)).toBe(sentence)
})

test.each(['BMI', 'MZ', 'PK', 'ID3', 'GIF'])('the reader takes a text that begins with %s for a text', async (word) => {
  expect(await files.read(`${word},Name\n1,2\n`)).toMatchObject({ about: { format: 'csv', header: [word, 'Name'] } })
})

test('judgeSheet refuses what is no sheet, and says nothing of one', async () => {
  await expect(judgeSheet(await files.keep(PNG))).rejects.toMatchObject({
    reason: 'not_valid',
    message: 'This is a picture. Choose a spreadsheet.',
  })
  expect(await judgeSheet(await files.keep(zipOf(partsOf([{ name: 'S', rows }]))))).toBeUndefined()
})

const rows = rowOf(1, ['MRN']) + rowOf(2, ['1'])

test('the reader refuses an archive by its directory, before it unpacks a byte', async () => {
  const parts = partsOf([{ name: 'S', rows }])
  const more = Array.from({ length: 200 }, (_, at) => ({ name: `xl/more${at}.xml`, content: '' }))
  const doubled = parts.map((part) => (part.name === 'xl/styles.xml' ? { ...part, name: 'xl/workbook.xml' } : part))
  const cased = parts.map((part) => (part.name === 'xl/styles.xml' ? { ...part, name: 'XL/Workbook.xml' } : part))
  const bomb = [...parts, { name: 'xl/media/image.bin', content: Buffer.alloc(20 * 1024 * 1024) }]
  const huge = [...parts, { name: 'xl/media/image.bin', content: 'x', says: 101 * 1024 * 1024 }]
  const outside = [...parts, { name: '../outside.xml', content: 'x' }]
  for (const bad of [[...parts, ...more], doubled, cased, bomb, huge, outside])
    expect(await files.read(zipOf(bad))).toBe('The file is too large or damaged.')
  expect(await files.read(zipOf(parts))).toMatchObject({ rows: [{ row: 2, cells: ['1'] }] })
})

test('the reader refuses an archive that is cut off', async () => {
  const whole = zipOf(partsOf([{ name: 'S', rows }]))
  for (const length of [4, 30, whole.length / 2, whole.length - 1])
    expect(await files.read(whole.subarray(0, length))).toBe('The file is too large or damaged.')
})
