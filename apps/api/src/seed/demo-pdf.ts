/** Draws the PDF files of the demo. */
import PDFDocument from 'pdfkit'

interface DrawnPdf {
  readonly title: string
  readonly text: string
  readonly pages: number
}

export async function drawnPdf({ title, text, pages }: DrawnPdf): Promise<Buffer> {
  const file = new PDFDocument({ size: 'LETTER', margin: 72, autoFirstPage: false })
  const chunks: Buffer[] = []
  file.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => file.on('end', resolve))
  for (let page = 1; page <= pages; page++) {
    file.addPage().font('Helvetica-Bold').fontSize(18).text(title)
    file.moveDown().font('Helvetica').fontSize(12).text(text)
    file.moveDown().text(`Made up for the demo. Page ${page} of ${pages}.`)
  }
  file.end()
  await end
  return Buffer.concat(chunks)
}
