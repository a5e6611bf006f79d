import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { openLetters } from '../../../paper/letters.ts'
import { drawPatient, MARGIN, type WellnessPatient } from './pages.ts'

const clinic = { name: 'Cedar Ridge', phoneNumber: '+15125550100', day: '2026-11-26' }
const ages = [null, ...Array.from({ length: 24 }, (_, nth) => `${2026 - nth * 5}-01-01`)]
const sexes = ['female', 'male', 'other', 'unknown'] as const
const someone: WellnessPatient = { name: 'Rosalind Carver', birthdate: null, mrn: '204-8817', sex: 'unknown' }

/** The pages of a document, and the lowest place that was written to. */
async function drawn(patient: WellnessPatient): Promise<{ pages: number; lowest: number }> {
  const document = new PDFDocument({ size: 'LETTER', margin: MARGIN, autoFirstPage: false })
  const letters = await openLetters(document)
  let pages = 0
  document.on('pageAdded', () => (pages += 1))
  document.resume()
  await drawPatient({ document, letters }, patient, clinic)
  const lowest = document.y
  document.end()
  return { pages, lowest }
}

test.each(sexes)('drawPatient draws two pages and nothing beyond their edge for each age of %s', async (sex) => {
  for (const birthdate of ages) {
    const { pages, lowest } = await drawn({ ...someone, sex, birthdate })
    expect([pages, lowest <= 792 - MARGIN], `${birthdate}`).toEqual([2, true])
  }
})

test('drawPatient keeps a very long name on its line, and works without an MRN and without a name', async () => {
  const long = { ...someone, name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(8), mrn: 'M'.repeat(40) }
  for (const patient of [long, { ...someone, name: '', mrn: null }]) expect((await drawn(patient)).pages).toBe(2)
})

test('drawPatient writes a name in its own letters, and spells it where no font has them', async () => {
  const document = new PDFDocument({ size: 'LETTER', margin: MARGIN, autoFirstPage: false })
  const bytes = buffer(document)
  const paper = { document, letters: await openLetters(document) }
  const names = ['Łukasz Nguyễn', 'Кирилл', '王小明', 'שרה Lee']
  for (const name of names) await drawPatient(paper, { ...someone, name }, clinic)
  document.end()
  const pdfium = await PDFiumLibrary.init()
  const read = await pdfium.loadDocument(await bytes)
  const lines = [...read.pages()].map((page) => page.getText().split(/\r?\n/)[2]?.trim())
  read.destroy()
  pdfium.destroy()
  expect(lines.filter((_, page) => page % 2 === 0)).toEqual([...names.slice(0, 3), '[srh] Lee'])
})
