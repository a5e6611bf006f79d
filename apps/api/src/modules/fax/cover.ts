/** The cover of a fax, as a PDF: one page, and more for a long note. */
import { buffer } from 'node:stream/consumers'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import type { Weight } from '../../paper/font-files.ts'
import { writeRuns } from '../../paper/line.ts'
import { BOTTOM, fitted, MARGIN, NOTE, notePages, openPaper, type Paper, WIDTH } from './cover-layout.ts'

export interface Cover {
  readonly clinic: string
  readonly to: string
  readonly toName: string | null
  readonly faxNumber: string
  /** Null if the clinic has no number for calls. */
  readonly phoneNumber: string | null
  readonly at: Date
  readonly timezone: string
  /** With the cover; null if only the fax service can count them. */
  readonly pages: number | null
  readonly note: string
}

const LABEL_WIDTH = 72
const TITLE = 26
const CLINIC = { weight: 'bold', size: 16, width: WIDTH, lines: 2 } as const
const VALUE = { weight: 'regular', size: 12, width: WIDTH - LABEL_WIDTH, lines: 2 } as const
const SMALL = 9
const NOTICE =
  'CONFIDENTIAL. This fax may contain protected health information. It is meant only for the person or office named above. ' +
  'If you got it by mistake, please call the sender at once and destroy all pages. Reading, copying or passing it on is not allowed.'

/** Fax machines print no grey, so all is black on white. */
export async function coverPages(cover: Cover): Promise<Buffer<ArrayBuffer>> {
  const paper = await openPaper({ Title: 'Fax', CreationDate: cover.at })
  const bytes = buffer(paper.page)
  const { page, letters } = paper
  const rows = rowsOf(cover)
  await letters.add('bold', cover.clinic)
  await letters.add('regular', cover.clinic, cover.note, ...rows.map(([, value]) => value))
  page.addPage()
  const [first = [], ...next] = notePages(paper, cover.note)
  drawHead(paper, cover.clinic, rows)
  drawNote(paper, first, NOTE.top)
  drawNotice(paper)
  for (const [nth, lines] of next.entries()) {
    page.addPage()
    drawHeadOfNext(paper, cover, { place: nth + 2, of: next.length + 1 })
    drawNote(paper, lines, NOTE.topOfNext)
  }
  page.end()
  return Buffer.from(await bytes)
}

function drawHead(paper: Paper, clinic: string, rows: readonly (readonly [string, string])[]) {
  write(paper, 'Fax', { weight: 'bold', size: TITLE, left: MARGIN, top: MARGIN })
  let top = writeFitted(paper, clinic, { ...CLINIC, left: MARGIN, top: MARGIN + TITLE + 6 }) + 12
  for (const [label, value] of rows) {
    write(paper, label, { weight: 'bold', size: VALUE.size, left: MARGIN, top })
    top = writeFitted(paper, value, { ...VALUE, left: MARGIN + LABEL_WIDTH, top }) + 5
  }
  ruleAt(paper, NOTE.top - 14)
}

/** Pages may be parted from one another, so each says whose they are. */
function drawHeadOfNext(paper: Paper, { clinic, to }: Cover, { place, of }: { place: number; of: number }) {
  const title = `Fax to ${displayPhone(to)}: the note goes on, page ${place} of ${of} of the cover`
  write(paper, title, { weight: 'bold', size: VALUE.size, left: MARGIN, top: MARGIN })
  writeFitted(paper, `From ${clinic}`, { ...VALUE, width: WIDTH, lines: 1, left: MARGIN, top: MARGIN + 16 })
  ruleAt(paper, NOTE.topOfNext - 14)
}

function drawNote(paper: Paper, lines: readonly string[], top: number) {
  for (const [nth, line] of lines.entries())
    write(paper, line, { weight: 'regular', size: NOTE.size, left: MARGIN, top: top + nth * NOTE.line })
}

function drawNotice(paper: Paper) {
  const type = { weight: 'regular', size: SMALL, width: WIDTH, lines: 5 } as const
  const { lines } = fitted(paper, NOTICE, type)
  const high = lineHeight(SMALL) * lines.length
  writeFitted(paper, NOTICE, { ...type, left: MARGIN, top: BOTTOM - high })
}

interface Writing {
  readonly weight: Weight
  readonly size: number
  readonly left: number
  readonly top: number
}

function write({ page, letters }: Paper, text: string, { weight, ...place }: Writing) {
  writeRuns(page, letters.runs(text, weight), place)
}

/** Writes the lines, and returns where they end. */
function writeFitted(paper: Paper, text: string, writing: Writing & { width: number; lines: number }): number {
  const { size, lines } = fitted(paper, text, writing)
  for (const [nth, line] of lines.entries())
    write(paper, line, { ...writing, size, top: writing.top + nth * lineHeight(size) })
  return writing.top + lines.length * lineHeight(size)
}

function lineHeight(size: number): number {
  return Math.round(size * 1.25)
}

function ruleAt({ page }: Paper, top: number) {
  page
    .moveTo(MARGIN, top)
    .lineTo(MARGIN + WIDTH, top)
    .lineWidth(1.5)
    .stroke('black')
}

function rowsOf(cover: Cover): [string, string][] {
  const { toName, to, clinic, faxNumber, phoneNumber, at, timezone, pages } = cover
  const day = at.toLocaleString('en-US', { timeZone: timezone, dateStyle: 'long', timeStyle: 'short' })
  return [
    ['To', toName === null ? displayPhone(to) : `${toName}, ${displayPhone(to)}`],
    ['From', clinic],
    ['Fax', displayPhone(faxNumber)],
    ...(phoneNumber === null ? [] : [['Phone', displayPhone(phoneNumber)] as [string, string]]),
    ['Date', day],
    ...(pages === null ? [] : [['Pages', `${pages}, with the cover`] as [string, string]]),
  ]
}
