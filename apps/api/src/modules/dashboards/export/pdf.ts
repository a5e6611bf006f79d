/** A board on paper: its tables, a chart above each that has one, and who printed what and when. */
import PDFDocument from 'pdfkit'
import type { Weight } from '../../../paper/font-files.ts'
import { type Letters, openLetters } from '../../../paper/letters.ts'
import { widthOfRuns, writeRuns } from '../../../paper/line.ts'
import type { Cell, ExportTable } from './tables.rules.ts'

export interface Paper {
  readonly title: string
  readonly clinic: string
  /** The range, the position in the log, and who exported it when. */
  readonly lines: readonly string[]
  readonly tables: readonly ExportTable[]
  readonly at: Date
}

const [WIDE, HIGH, MARGIN] = [612, 792, 54]
const WIDTH = WIDE - 2 * MARGIN
const BOTTOM = HIGH - MARGIN - 20
const ROW = { size: 9, high: 14 } as const
const CHART = { high: 90, gap: 1 } as const
const INK = '#1f2937'
const BAR = '#2563eb'

interface Page {
  readonly page: PDFKit.PDFDocument
  readonly letters: Letters
  top: number
}

/** The document is written while its pieces are read. */
export async function pdfOf({ title, clinic, lines, tables, at }: Paper): Promise<AsyncIterable<Uint8Array>> {
  const page = new PDFDocument({
    ...{ size: [WIDE, HIGH], margin: MARGIN, autoFirstPage: false, bufferPages: true, lang: 'en-US' },
    ...{ tagged: true, pdfVersion: '1.7', displayTitle: true },
    info: { Title: title, CreationDate: at },
  })
  const letters = await openLetters(page)
  const heads = tables.flatMap((table) => [table.title, ...table.header])
  const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.map(String)))
  await letters.add('bold', title, ...heads)
  await letters.add('regular', clinic, ...lines, ...cells)
  page.addPage()
  const paper: Page = { page, letters, top: MARGIN }
  write(paper, 'P', clinic, 'regular', 11)
  write(paper, 'H1', title, 'bold', 18)
  for (const line of lines) write(paper, 'P', line, 'regular', 10)
  for (const table of tables) drawTable(paper, table)
  numberPages(paper)
  page.end()
  return page as unknown as AsyncIterable<Uint8Array>
}

function write(paper: Page, tag: string, text: string, weight: Weight, size: number): void {
  const { page, letters } = paper
  const high = Math.round(size * 1.4)
  makeRoom(paper, high)
  const element = page.struct(tag)
  element.add(page.markStructureContent(tag))
  writeRuns(page, letters.runs(text, weight), { left: MARGIN, top: paper.top, size })
  page.endMarkedContent()
  page.addStructure(element)
  element.end()
  paper.top += high
}

function makeRoom(paper: Page, high: number): void {
  if (paper.top + high <= BOTTOM) return
  paper.page.addPage()
  paper.top = MARGIN
}

function drawTable(paper: Page, table: ExportTable): void {
  const { page } = paper
  paper.top += 12
  makeRoom(paper, (table.drawn === undefined ? 0 : CHART.high) + 4 * ROW.high)
  write(paper, 'H2', table.title, 'bold', 12)
  if (table.drawn !== undefined) drawBars(paper, table, table.drawn)
  const element = page.struct('Table')
  page.addStructure(element)
  drawRow(paper, element, table.header, 'TH')
  for (const row of table.rows) drawRow(paper, element, row, 'TD')
  element.end()
}

function drawRow(paper: Page, table: PDFKit.PDFStructureElement, cells: readonly Cell[], tag: 'TH' | 'TD'): void {
  const { page, letters } = paper
  makeRoom(paper, ROW.high)
  const width = WIDTH / cells.length
  const row = page.struct('TR')
  table.add(row)
  for (const [nth, cell] of cells.entries()) {
    const weight = tag === 'TH' ? 'bold' : 'regular'
    const runs = letters.runs(fitted(paper, String(cell), weight, width - 6), weight)
    const element = page.struct(tag)
    row.add(element)
    element.add(page.markStructureContent(tag))
    const indent = typeof cell === 'number' ? width - 6 - widthOfRuns(page, runs, ROW.size) : 0
    writeRuns(page, runs, { left: MARGIN + nth * width + indent, top: paper.top, size: ROW.size })
    page.endMarkedContent()
    element.end()
  }
  row.end()
  paper.top += ROW.high
}

/** A text that is wider than its column loses its end. */
function fitted({ page, letters }: Page, text: string, weight: Weight, width: number): string {
  const isFitting = (part: string) => widthOfRuns(page, letters.runs(part, weight), ROW.size) <= width
  if (isFitting(text)) return text
  const signs = [...text]
  while (signs.length > 0 && !isFitting(`${signs.join('')}.`)) signs.pop()
  return `${signs.join('')}.`
}

/** The table below says the same, so that the bars need no numbers. */
function drawBars(paper: Page, { title, rows }: ExportTable, column: number): void {
  const { page } = paper
  const counts = rows.map((row) => Number(row[column] ?? 0))
  const most = Math.max(1, ...counts)
  const width = WIDTH / Math.max(1, counts.length)
  const foot = paper.top + CHART.high - 10
  const figure = page.struct('Figure', { alt: `${title}, at most ${most}` })
  page.addStructure(figure)
  figure.add(page.markStructureContent('Figure'))
  for (const [nth, count] of counts.entries()) {
    const high = (count / most) * (CHART.high - 16)
    page.rect(MARGIN + nth * width, foot - high, Math.max(0.5, width - CHART.gap), high).fill(BAR)
  }
  page
    .moveTo(MARGIN, foot)
    .lineTo(MARGIN + WIDTH, foot)
    .lineWidth(0.5)
    .stroke(INK)
  page.fillColor('black')
  page.endMarkedContent()
  figure.end()
  paper.top += CHART.high
}

function numberPages({ page, letters }: Page): void {
  const { count } = page.bufferedPageRange()
  for (let number = 0; number < count; number++) {
    page.switchToPage(number)
    page.markContent('Artifact', { type: 'Pagination' })
    const words = `Page ${number + 1} of ${count}`
    writeRuns(page, letters.runs(words, 'regular'), { left: MARGIN, top: HIGH - MARGIN, size: 9 })
    page.endMarkedContent()
  }
}
