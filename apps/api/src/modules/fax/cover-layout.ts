/** Breaks the texts of a cover page into lines, and its note into pages. */
import PDFDocument from 'pdfkit'
import type { Weight } from '../../paper/font-files.ts'
import { type Letters, openLetters } from '../../paper/letters.ts'
import { widthOfRuns } from '../../paper/line.ts'
import { wrap } from '../../paper/wrap.rules.ts'

export interface Paper {
  readonly page: PDFKit.PDFDocument
  readonly letters: Letters
}

const [WIDE, HIGH] = [612, 792]
export const MARGIN = 56
export const WIDTH = WIDE - 2 * MARGIN
export const BOTTOM = HIGH - MARGIN
/** The smallest letters that stay legible after the line: a fax machine prints 200 dots an inch. */
const SMALLEST = 8

/** The note has the same places on each cover, so that its pages can be counted before the rest of the cover is known. */
export const NOTE = { size: 12, line: 15, top: 306, bottom: 668, topOfNext: 106 } as const

export async function openPaper(info: { readonly Title: string; readonly CreationDate: Date }): Promise<Paper> {
  const page = new PDFDocument({ size: [WIDE, HIGH], margin: MARGIN, autoFirstPage: false, lang: 'en-US', info })
  return { page, letters: await openLetters(page) }
}

/** The lines of the note on each page; an empty note has one page without lines. */
export function notePages(paper: Paper, note: string): string[][] {
  const lines = linesOf(paper, note.trim().replace(BLANK_LINES, '\n\n'), {
    weight: 'regular',
    size: NOTE.size,
    width: WIDTH,
  })
  const [first, next] = [NOTE.bottom - NOTE.top, BOTTOM - NOTE.topOfNext].map((high) => Math.floor(high / NOTE.line))
  const pages = [lines.slice(0, first)]
  for (let at = first ?? 0; at < lines.length; at += next ?? 1) pages.push(lines.slice(at, at + (next ?? 1)))
  return pages
}

/** Many empty lines would be many empty pages. */
const BLANK_LINES = /(?:[^\S\n]*\r?\n){3,}/g

/** The number of pages of a cover with this note. */
export async function countCoverPages(note: string): Promise<number> {
  const paper = await openPaper({ Title: 'Fax', CreationDate: new Date(0) })
  await paper.letters.add('regular', note)
  paper.page.addPage()
  return notePages(paper, note).length
}

interface Type {
  readonly weight: Weight
  readonly size: number
  readonly width: number
}

function linesOf({ page, letters }: Paper, text: string, { weight, size, width }: Type): string[] {
  return wrap(text, width, (part) => widthOfRuns(page, letters.runs(part, weight), size))
}

/** A text in at most that many lines: a long one is written smaller. */
export function fitted(
  paper: Paper,
  text: string,
  { lines: most, ...type }: Type & { readonly lines: number },
): { readonly size: number; readonly lines: string[] } {
  for (let size = type.size; ; size--) {
    const lines = linesOf(paper, text, { ...type, size })
    if (lines.length <= most || size <= SMALLEST) return { size, lines }
  }
}
