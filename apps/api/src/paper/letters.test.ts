import { PDFiumLibrary } from '@hyzyla/pdfium'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Weight } from './font-files.ts'
import { openLetters } from './letters.ts'
import { widthOfRuns, writeRuns } from './line.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(() => pdfium.destroy())

interface Paper {
  readonly text: string
  /** The share of the page that is black, of each line. */
  readonly ink: readonly number[]
  readonly bytes: number
}

const LINE = 40
const SIZE = 20

/** The text that a PDF reader finds on the page, and how much of each line is printed. */
async function printed(lines: readonly string[], weight: Weight = 'regular'): Promise<Paper> {
  const document = new PDFDocument({ size: [400, LINE * lines.length + LINE], margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => document.on('end', resolve))
  const letters = await openLetters(document)
  await letters.add(weight, ...lines)
  for (const [nth, line] of lines.entries())
    writeRuns(document, letters.runs(line, weight), { left: 10, top: LINE * nth, size: SIZE })
  document.end()
  await end
  const bytes = Buffer.concat(chunks)
  const read = await pdfium.loadDocument(bytes)
  const text = read.getPage(0).getText()
  const { data, width } = await read.getPage(0).render({ scale: 1, render: 'bitmap' })
  const row = width * LINE * 4
  const ink = lines.map((_, nth) => {
    const dots = data.subarray(nth * row, (nth + 1) * row)
    return dots.reduce((sum, shade, at) => sum + (at % 4 === 0 && shade < 128 ? 1 : 0), 0) / (dots.length / 4)
  })
  read.destroy()
  return { text, ink, bytes: bytes.length }
}

const names = [
  'Łukasz Müller',
  'Nguyễn Thị Ánh',
  'Ελένη',
  'Кирилл Ґонта',
  'Şahin',
  '王小明 陳大文',
  '김민준',
  '山田 はなこ',
]

test.each(['regular', 'bold'] as const)('letters write names of other countries as they are in %s', async (weight) => {
  const { text, ink, bytes } = await printed(names, weight)
  expect(text.split(/\r?\n/).map((line) => line.trim())).toEqual(names.map((name) => name.normalize('NFC')))
  for (const [nth, share] of ink.entries()) expect(share, names[nth]).toBeGreaterThan(0.01)
  expect(bytes).toBeLessThan(100_000)
})

test('letters write bold Chinese with more ink than regular', async () => {
  const [[regular = 0], [bold = 0]] = [(await printed(['王小明'])).ink, (await printed(['王小明'], 'bold')).ink]
  expect(bold).toBeGreaterThan(regular * 1.2)
})

test('letters spell those of other scripts in brackets, and of fonts that were not added', async () => {
  expect((await printed(['שרה Lee', 'สมชาย', 'ά ǿ ⅔'])).text.split(/\r?\n/)).toEqual([
    ...['[srh] Lee', '[smchay]', 'ά ǿ 2/3'],
  ])
  const letters = await openLetters(new PDFDocument())
  expect(letters.runs('王', 'regular')).toEqual([{ font: 'roboto-latin regular', text: '[Wang]' }])
})

test('widthOfRuns adds up the widths of all fonts', async () => {
  const document = new PDFDocument()
  const letters = await openLetters(document)
  await letters.add('regular', '王')
  const width = (text: string) => widthOfRuns(document, letters.runs(text, 'regular'), 20)
  expect(width('王')).toBeCloseTo(20, 0)
  expect(width('Ann 王')).toBeCloseTo(width('Ann ') + width('王'), 3)
})
