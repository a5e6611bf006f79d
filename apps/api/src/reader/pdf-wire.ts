/** The messages between the API and the program that opens a PDF. The program imports nothing else of the API. */
import { z } from 'zod'
import type { ReaderProgram } from './program.ts'

/** The dots of one line of a fax. */
export const DOTS_WIDE = 1728
/** A longer page is drawn smaller, so that a page has a bound. */
export const DOTS_HIGH_MAX = 6000

const input = z.strictObject({ draws: z.boolean(), pagesMax: z.int().positive() })

const result = z.union([
  z.strictObject({ pages: z.int().positive() }),
  z.strictObject({
    page: z.int().positive(),
    width: z.int().min(1).max(DOTS_WIDE),
    height: z.int().min(1).max(DOTS_HIGH_MAX),
    /** A byte a dot, 0 is black, in base64. */
    grey: z.string(),
  }),
])

export const pdfProgram: ReaderProgram<z.infer<typeof input>, z.infer<typeof result>> = {
  url: new URL('./pdf.program.ts', import.meta.url),
  input,
  result,
}
