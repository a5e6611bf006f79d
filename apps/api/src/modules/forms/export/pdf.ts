/** A submission as a tagged PDF: clinic, form, time, then each question with its answers, and page n of m. */
import { buffer } from 'node:stream/consumers'
import type { Answered } from '@foyer/contracts/forms/answers.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import PDFDocument from 'pdfkit'
import type { Weight } from '../../../paper/font-files.ts'
import { type Letters, openLetters } from '../../../paper/letters.ts'
import { widthOfRuns, writeRuns } from '../../../paper/line.ts'
import { wrap } from '../../../paper/wrap.rules.ts'

const [WIDE, HIGH, MARGIN] = [612, 792, 56]
const WIDTH = WIDE - 2 * MARGIN
const BOTTOM = HIGH - MARGIN - 24
const SMALL = 9

interface Paper {
  readonly page: PDFKit.PDFDocument
  readonly letters: Letters
  top: number
}

interface Printed {
  readonly submission: FormSubmission
  readonly clinic: { readonly name: string; readonly timezone: string }
  readonly answered: readonly Answered[]
}

export async function pdfOf({ submission, clinic, answered }: Printed): Promise<Buffer> {
  const { formTitle, patientName, submittedAt, _id } = submission
  const at = new Date(submittedAt)
  const when = at.toLocaleString('en-US', { timeZone: clinic.timezone, dateStyle: 'long', timeStyle: 'short' })
  const page = new PDFDocument({
    ...{ size: [WIDE, HIGH], margin: MARGIN, autoFirstPage: false, bufferPages: true, lang: 'en-US' },
    ...{ tagged: true, pdfVersion: '1.7', displayTitle: true },
    info: { Title: formTitle, CreationDate: at },
  })
  const bytes = buffer(page)
  const paper: Paper = { page, letters: await openLetters(page), top: MARGIN }
  const lines = [when, `Patient: ${patientName ?? 'not filed yet'}`, `Reference ${_id.slice(-8).toUpperCase()}`]
  await paper.letters.add('bold', formTitle, ...answered.map(({ question }) => question))
  await paper.letters.add('regular', clinic.name, ...lines, ...answered.flatMap(({ answers }) => answers))
  page.addPage()
  writeTagged(paper, 'P', clinic.name, { weight: 'regular', size: 11 })
  writeTagged(paper, 'H1', formTitle, { weight: 'bold', size: 18 })
  for (const line of lines) writeTagged(paper, 'P', line, { weight: 'regular', size: 11 })
  for (const { question, answers } of answered) {
    paper.top += 10
    writeTagged(paper, 'H2', question, { weight: 'bold', size: 11 })
    for (const answer of answers.length > 0 ? answers : ['No answer'])
      writeTagged(paper, 'P', answer, { weight: 'regular', size: 11 })
  }
  const { count } = page.bufferedPageRange()
  for (let number = 0; number < count; number++) {
    page.switchToPage(number)
    const words = `Page ${number + 1} of ${count}`
    page.markContent('Artifact', { type: 'Pagination' })
    writeRuns(page, paper.letters.runs(words, 'regular'), { left: MARGIN, top: HIGH - MARGIN, size: SMALL })
    page.endMarkedContent()
  }
  page.end()
  return bytes
}

/** Writes the lines of a text as one element of the document's structure, over as many pages as it needs. */
function writeTagged(
  paper: Paper,
  tag: string,
  text: string,
  { weight, size }: { weight: Weight; size: number },
): void {
  const { page, letters } = paper
  const lines = wrap(text, WIDTH, (part) => widthOfRuns(page, letters.runs(part, weight), size))
  const high = Math.round(size * 1.35)
  const element = page.struct(tag)
  for (const line of lines) {
    if (paper.top + high > BOTTOM) {
      page.addPage()
      paper.top = MARGIN
    }
    element.add(page.markStructureContent(tag))
    writeRuns(page, letters.runs(line, weight), { left: MARGIN, top: paper.top, size })
    page.endMarkedContent()
    paper.top += high
  }
  page.addStructure(element)
  element.end()
}
