/** Writes and measures a line of letters of several fonts. */
import type { Run } from './runs.rules.ts'

type Page = PDFKit.PDFDocument

/** The height of Roboto's letters above their line, as a share of the size. */
const ASCENT = 0.93

export function widthOfRuns(page: Page, runs: readonly Run[], size: number): number {
  page.fontSize(size)
  return runs.reduce((sum, { font, text }) => sum + page.font(font).widthOfString(text), 0)
}

interface Place {
  readonly left: number
  readonly top: number
  readonly size: number
}

/** All letters stand on one line, however high their fonts are. */
export function writeRuns(page: Page, runs: readonly Run[], { left, top, size }: Place): void {
  let at = left
  page.fontSize(size)
  for (const { font, text } of runs) {
    page.font(font).text(text, at, top + ASCENT * size, { lineBreak: false, baseline: 'alphabetic' })
    at += page.widthOfString(text)
  }
}
