/** The program that opens a PDF with PDFium. It runs in a process of its own: `pdf.ts` starts it. */
import { readFile } from 'node:fs/promises'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { DOTS_HIGH_MAX, DOTS_WIDE, pdfProgram } from './pdf-wire.ts'
import { FileNotRead } from './program.ts'
import { serve } from './serve.ts'

await serve(pdfProgram, async function* (path, { draws, pagesMax }) {
  const document = await opened(path)
  const pages = document.getPageCount()
  if (pages < 1) throw damaged()
  if (pages > pagesMax)
    throw new FileNotRead('unreadable_file', `It has ${pages} pages. At most ${pagesMax} are taken.`)
  yield { pages }
  if (!draws) return
  for (let index = 0; index < pages; index++) yield { page: index + 1, ...(await drawn(document, index)) }
})

async function opened(path: string): Promise<PDFiumDocument> {
  const [library, bytes] = await Promise.all([PDFiumLibrary.init(), readFile(path)])
  try {
    return await library.loadDocument(bytes)
  } catch (error) {
    // The library tells its errors apart by their words only.
    const words = error instanceof Error ? error.message : ''
    if (/password|security/i.test(words))
      throw new FileNotRead('unreadable_file', 'It is protected by a password. Save it without one.')
    throw damaged()
  }
}

async function drawn(document: PDFiumDocument, index: number) {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw damaged()
  const scale = Math.min(DOTS_WIDE / originalWidth, DOTS_HIGH_MAX / originalHeight)
  const width = Math.max(1, Math.min(DOTS_WIDE, Math.round(originalWidth * scale)))
  const height = Math.max(1, Math.min(DOTS_HIGH_MAX, Math.round(originalHeight * scale)))
  const { data } = await page.render({ width, height, colorSpace: 'Gray', render: 'bitmap' })
  return { width, height, grey: Buffer.from(data).toString('base64') }
}

function damaged(): FileNotRead {
  return new FileNotRead('unreadable_file', 'The file is too large or damaged.')
}
