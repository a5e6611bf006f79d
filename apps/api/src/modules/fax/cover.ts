/** The cover page of a fax, as a PDF. */
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import PDFDocument from 'pdfkit'
import { writable } from './cover-words.rules.ts'

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

const MARGIN = 56
const LABEL_WIDTH = 72
const NOTICE =
  'CONFIDENTIAL. This fax may contain protected health information. It is meant only for the person or office named above. ' +
  'If you got it by mistake, please call the sender at once and destroy all pages. Reading, copying or passing it on is not allowed.'
const BIG = { title: 26, words: 12, notice: 9 } as const

/** Draws in Helvetica, which every PDF reader has. Fax machines print no grey, so all is black on white. */
export async function coverPage(cover: Cover): Promise<Buffer<ArrayBuffer>> {
  const info = { Title: 'Fax', CreationDate: cover.at }
  const page = new PDFDocument({ size: 'LETTER', margin: MARGIN, info })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise<void>((resolve, reject) => {
    page.on('end', resolve)
    page.on('error', reject)
  })
  draw(page, cover)
  page.end()
  await end
  return Buffer.concat(chunks)
}

function draw(page: PDFKit.PDFDocument, cover: Cover) {
  const width = page.page.width - 2 * MARGIN
  const bottom = page.page.height - MARGIN
  page.font('Helvetica-Bold').fontSize(BIG.title).text('Fax', MARGIN, MARGIN)
  page.font('Helvetica-Bold').fontSize(16).text(writable(cover.clinic), { width, height: 40, ellipsis: true })
  page.moveDown(1)
  for (const [label, value] of rowsOf(cover)) {
    const top = page.y
    page.font('Helvetica-Bold').fontSize(BIG.words).text(label, MARGIN, top, { width: LABEL_WIDTH })
    page
      .font('Helvetica')
      .text(value, MARGIN + LABEL_WIDTH, top, { width: width - LABEL_WIDTH, height: 34, ellipsis: true })
    page.moveDown(0.4)
  }
  page.moveDown(0.6)
  page
    .moveTo(MARGIN, page.y)
    .lineTo(MARGIN + width, page.y)
    .lineWidth(1.5)
    .stroke('black')
  page.moveDown(1)
  const noticeHeight = page.font('Helvetica').fontSize(BIG.notice).heightOfString(NOTICE, { width })
  const noticeTop = bottom - noticeHeight
  const note = writable(cover.note)
  if (note !== '') {
    const height = noticeTop - 24 - page.y
    page.font('Helvetica').fontSize(noteSize(page, note, { width, height }))
    page.text(note, MARGIN, page.y, { width, height, ellipsis: true })
  }
  page
    .font('Helvetica')
    .fontSize(BIG.notice)
    .text(NOTICE, MARGIN, noticeTop, { width, lineBreak: true, height: noticeHeight + 1 })
}

function rowsOf(cover: Cover): [string, string][] {
  const { toName, to, clinic, faxNumber, phoneNumber, at, timezone, pages } = cover
  const day = at.toLocaleString('en-US', { timeZone: timezone, dateStyle: 'long', timeStyle: 'short' })
  return [
    ['To', toName === null ? displayPhone(to) : `${writable(toName)}, ${displayPhone(to)}`],
    ['From', writable(clinic)],
    ['Fax', displayPhone(faxNumber)],
    ...(phoneNumber === null ? [] : [['Phone', displayPhone(phoneNumber)] as [string, string]]),
    ['Date', writable(day)],
    ...(pages === null ? [] : [['Pages', `${pages}, with this one`] as [string, string]]),
  ]
}

/** A long note is written smaller, so that all of it stands on the page. */
function noteSize(page: PDFKit.PDFDocument, note: string, box: { width: number; height: number }): number {
  for (const size of [13, 12, 11, 10, 9, 8, 7, 6])
    if (page.fontSize(size).heightOfString(note, { width: box.width }) <= box.height) return size
  return 6
}
