/** The pages of a PDF, counted and drawn as a fax machine prints them, in a process of their own. */
import { Refusal } from '../http/refusal.ts'
import { pdfProgram } from './pdf-wire.ts'
import type { Reader } from './reader.ts'

/** A page in shades of grey, a byte a dot; 0 is black. */
export interface GreyPage {
  readonly page: number
  readonly width: number
  readonly height: number
  readonly grey: Buffer
}

interface Limits {
  readonly pagesMax: number
  readonly signal?: AbortSignal | undefined
}

/** The number of pages; refuses a PDF that is damaged, has a password, or has more pages than `pagesMax`. */
export async function countPages(reader: Reader, path: string, { pagesMax, signal }: Limits): Promise<number> {
  for await (const one of reader.read(pdfProgram, path, { draws: false, pagesMax }, signal))
    if ('pages' in one) return one.pages
  throw new Refusal('unreadable_file', 'The file is too large or damaged.')
}

/** Draws the pages one after the other; refuses what `countPages` refuses. */
export async function* drawPages(reader: Reader, path: string, { pagesMax, signal }: Limits): AsyncGenerator<GreyPage> {
  for await (const one of reader.read(pdfProgram, path, { draws: true, pagesMax }, signal)) {
    if ('pages' in one) continue
    const grey = Buffer.from(one.grey, 'base64')
    if (grey.length !== one.width * one.height)
      throw new Refusal('unreadable_file', 'The file is too large or damaged.')
    yield { page: one.page, width: one.width, height: one.height, grey }
  }
}
