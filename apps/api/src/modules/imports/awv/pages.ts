/** Draws the two pages of a patient: the questions before the visit, and the prevention plan. */
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import type { Weight } from '../../../paper/font-files.ts'
import { type Letters, latin } from '../../../paper/letters.ts'
import { widthOfRuns, writeRuns } from '../../../paper/line.ts'
import { ageAt, type PlannedService, preventionPlan } from './prevention.rules.ts'
import { type Question, questions } from './questions.ts'

export interface WellnessPatient {
  readonly name: string
  /** YYYY-MM-DD */
  readonly birthdate: string | null
  readonly mrn: string | null
  readonly sex: 'female' | 'male' | 'other' | 'unknown'
}

export interface WellnessClinic {
  readonly name: string
  readonly phoneNumber: string | null
  /** The day on the pages, as YYYY-MM-DD. */
  readonly day: string
}

type Page = PDFKit.PDFDocument

export const MARGIN = 48
const WIDTH = 612 - 2 * MARGIN
const BOTTOM = 792 - MARGIN
const ANSWERS_LEFT = MARGIN + 232
const BOX = 8
const LINE = 0.75
const GREY = '#555555'
const SMALLEST = 7

/** The document, and the letters that it has. */
export interface Paper {
  readonly document: Page
  readonly letters: Letters
}

export async function drawPatient(paper: Paper, patient: WellnessPatient, clinic: WellnessClinic): Promise<void> {
  const { document, letters } = paper
  await letters.add('bold', patient.name)
  await letters.add('regular', clinic.name, patient.mrn ?? '')
  document.addPage()
  drawHead(paper, { title: 'Annual wellness visit', patient, clinic })
  drawQuestions(document)
  document.addPage()
  drawHead(paper, { title: 'Your prevention plan', patient, clinic })
  drawPlan(document, preventionPlan({ age: ageAt(patient.birthdate, clinic.day), sex: patient.sex }))
}

interface Head {
  readonly title: string
  readonly patient: WellnessPatient
  readonly clinic: WellnessClinic
}

function drawHead(paper: Paper, { title, patient, clinic }: Head): void {
  const { document: page } = paper
  page.fillColor('black').strokeColor('black')
  page.font(latin('bold')).fontSize(20).text(title, MARGIN, MARGIN, { lineBreak: false })
  const { name, phoneNumber, day } = clinic
  const ofClinic = phoneNumber === null ? name : `${name}, ${displayPhone(phoneNumber)}`
  write(paper, ofClinic, { top: MARGIN + 26, size: 10, weight: 'regular', color: GREY })
  write(paper, patient.name, { top: MARGIN + 46, size: 13, weight: 'bold' })
  const facts = [
    ...(patient.birthdate === null ? [] : [`Born ${shown(patient.birthdate)}`]),
    ...(patient.mrn === null ? [] : [`MRN ${patient.mrn}`]),
    `Printed ${shown(day)}`,
  ]
  write(paper, facts.join('   '), { top: MARGIN + 63, size: 10, weight: 'regular', color: GREY })
  ruleAt(page, MARGIN + 80)
  page.y = MARGIN + 90
}

interface Writing {
  readonly top: number
  readonly size: number
  readonly weight: Weight
  readonly color?: string
}

/** One line of any letters. A line that is too long is written smaller, and then cut where the page ends. */
function write({ document: page, letters }: Paper, text: string, writing: Writing): void {
  const { top, weight, color = 'black' } = writing
  const runs = (part: string) => letters.runs(part, weight)
  const wide = widthOfRuns(page, runs(text), writing.size)
  const size = Math.max(SMALLEST, Math.min(writing.size, (writing.size * WIDTH) / wide))
  let end = text
  while (widthOfRuns(page, runs(end), size) > WIDTH) end = `${[...end.replace(/…$/, '')].slice(0, -1).join('')}…`
  page.fillColor(color)
  writeRuns(page, runs(end), { left: MARGIN, top, size })
  page.fillColor('black')
}

function drawQuestions(page: Page): void {
  for (const { title, questions: asked } of questions) {
    drawGroup(page, title)
    for (const question of asked) drawQuestion(page, question)
    page.y += 5
  }
  const top = BOTTOM - 16
  lineFor(page, 'Signature', { left: MARGIN, right: MARGIN + 320, top })
  lineFor(page, 'Date', { left: MARGIN + 340, right: MARGIN + WIDTH, top })
}

function drawGroup(page: Page, title: string): void {
  const top = page.y
  page.font(latin('bold')).fontSize(11).text(title, MARGIN, top, { lineBreak: false })
  page.y = top + 16
}

function drawQuestion(page: Page, { text, answers }: Question): void {
  const top = page.y
  page.font(latin('regular')).fontSize(9.5)
  const width = ANSWERS_LEFT - MARGIN - 12
  const height = page.heightOfString(text, { width })
  page.text(text, MARGIN, top, { width })
  const end = answers.length === 0 ? drawLines(page, top) : drawAnswers(page, answers, top)
  page.y = Math.max(top + height, end) + 5
}

/** The boxes with their words in as many lines as they need; the end of the last one. */
function drawAnswers(page: Page, answers: readonly string[], top: number): number {
  let left = ANSWERS_LEFT
  let line = top
  for (const answer of answers) {
    const wide = BOX + 4 + page.widthOfString(answer) + 12
    if (left + wide - 12 > MARGIN + WIDTH) {
      left = ANSWERS_LEFT
      line += 14
    }
    page
      .lineWidth(LINE)
      .rect(left, line + 1, BOX, BOX)
      .stroke()
    page.text(answer, left + BOX + 4, line, { lineBreak: false })
    left += wide
  }
  return line + 11
}

function drawLines(page: Page, top: number): number {
  for (const line of [top + 11, top + 31]) ruleAt(page, line, ANSWERS_LEFT)
  return top + 36
}

/** The heights of the lines of a plan, and the sizes of its letters. */
const ROOMY = { group: 20, row: 15, condition: 10, size: 9.5, small: 8 } as const
/** For the long plan of a patient whose age is not known. */
const DENSE = { group: 17, row: 12, condition: 8, size: 8.5, small: 6.5 } as const
type Spacing = typeof ROOMY | typeof DENSE

const COLUMNS = { name: MARGIN, often: MARGIN + 232, last: MARGIN + 396, next: MARGIN + 460 } as const
const ADVICE =
  'This plan lists what is advised for most people of your age and sex. Talk with your doctor about what is right for you, and ' +
  'write down when you had each service last.'

function drawPlan(page: Page, plan: readonly PlannedService[]): void {
  page.font(latin('regular')).fontSize(10).text(ADVICE, MARGIN, page.y, { width: WIDTH })
  page.y += 8
  drawRow(page, ROOMY, { weight: 'bold', cells: ['Service', 'How often', 'Last', 'Next'] })
  ruleAt(page, page.y - 3)
  const spacing = page.y + heightOf(plan, ROOMY) > BOTTOM ? DENSE : ROOMY
  for (const [group, services] of Map.groupBy(plan, (service) => service.group)) {
    const top = page.y
    page.y += spacing.group - 16
    drawGroup(page, group)
    page.y = top + spacing.group
    for (const service of services) drawService(page, service, spacing)
  }
  if (page.y + AGREED > BOTTOM) return
  page.y += 10
  drawGroup(page, 'What you and your doctor agreed on')
  for (let top = page.y + 12; top < BOTTOM; top += 24) ruleAt(page, top)
}

/** The height of the least that is drawn of what was agreed on. */
const AGREED = 60

function heightOf(plan: readonly PlannedService[], { group, row, condition }: Spacing): number {
  const groups = new Set(plan.map((service) => service.group)).size
  const conditions = plan.filter((service) => service.condition !== null).length
  return groups * group + plan.length * row + conditions * condition
}

interface Row {
  readonly weight: Weight
  readonly cells: readonly string[]
}

function drawRow(page: Page, { size, row }: Spacing, { weight, cells }: Row): void {
  const top = page.y
  const places = [COLUMNS.name, COLUMNS.often, COLUMNS.last, COLUMNS.next]
  page.font(latin(weight)).fontSize(size)
  for (const [at, cell] of cells.entries()) page.text(cell, places[at] ?? MARGIN, top, { lineBreak: false })
  page.y = top + row
}

function drawService(page: Page, { name, often, condition }: PlannedService, spacing: Spacing): void {
  const top = page.y
  const line = top + spacing.size + 1.5
  drawRow(page, spacing, { weight: 'regular', cells: [name, often] })
  page.lineWidth(LINE).strokeColor(GREY)
  page.moveTo(COLUMNS.last, line).lineTo(COLUMNS.next - 10, line)
  page.moveTo(COLUMNS.next, line).lineTo(MARGIN + WIDTH, line)
  page.stroke().strokeColor('black')
  if (condition === null) return
  const { row, small } = spacing
  page.font(latin('regular')).fontSize(small).fillColor(GREY)
  page.text(condition, COLUMNS.name, top + row - 2.5, { lineBreak: false }).fillColor('black')
  page.y = top + row + spacing.condition
}

function lineFor(
  page: Page,
  label: string,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
): void {
  page.lineWidth(LINE).moveTo(left, top).lineTo(right, top).stroke('black')
  page.font(latin('regular')).fontSize(8).fillColor(GREY)
  page.text(label, left, top + 3, { lineBreak: false }).fillColor('black')
}

function ruleAt(page: Page, top: number, left = MARGIN): void {
  page
    .lineWidth(LINE)
    .moveTo(left, top)
    .lineTo(MARGIN + WIDTH, top)
    .stroke(GREY)
}

/** 03/14/1968 */
function shown(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
