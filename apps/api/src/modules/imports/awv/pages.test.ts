import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { useFonts } from './fonts.ts'
import { drawPatient, MARGIN, type WellnessPatient } from './pages.ts'

const clinic = { name: 'Cedar Ridge', phoneNumber: '+15125550100', day: '2026-11-26' }
const ages = [null, ...Array.from({ length: 24 }, (_, nth) => `${2026 - nth * 5}-01-01`)]
const sexes = ['female', 'male', 'other', 'unknown'] as const
const someone: WellnessPatient = { name: 'Rosalind Carver', birthdate: null, mrn: '204-8817', sex: 'unknown' }

/** The pages of a document, and the lowest place that was written to. */
function drawn(patient: WellnessPatient): { pages: number; lowest: number } {
  const document = new PDFDocument({ size: 'LETTER', margin: MARGIN, autoFirstPage: false })
  useFonts(document)
  let pages = 0
  document.on('pageAdded', () => (pages += 1))
  document.resume()
  drawPatient(document, patient, clinic)
  const lowest = document.y
  document.end()
  return { pages, lowest }
}

test.each(sexes)('drawPatient draws two pages and nothing beyond their edge for each age of %s', (sex) => {
  for (const birthdate of ages) {
    const { pages, lowest } = drawn({ ...someone, sex, birthdate })
    expect([pages, lowest <= 792 - MARGIN], `${birthdate}`).toEqual([2, true])
  }
})

test('drawPatient keeps a very long name on its line, and works without an MRN and without a name', () => {
  const long = { ...someone, name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(8), mrn: 'M'.repeat(40) }
  for (const patient of [long, { ...someone, name: '', mrn: null }]) expect(drawn(patient).pages).toBe(2)
})
