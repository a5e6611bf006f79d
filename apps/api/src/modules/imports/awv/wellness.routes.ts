/** Makes the pages for annual wellness visits. */
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { PDF_PATIENTS_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { wellnessPlans } from '@foyer/contracts/imports/wellness-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Response } from 'express'
import PDFDocument from 'pdfkit'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { openLetters } from '../../../paper/letters.ts'
import type { Services } from '../../../services.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { drawPatient, MARGIN, type Paper, type WellnessClinic, type WellnessPatient } from './pages.ts'
import { findWellnessPatients } from './wellness-patients.store.ts'

export function wellnessRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(wellnessPlans, async ({ body: { importId }, organizationId, audit, read, res }) => {
      const now = clock.now()
      const { patients, clinic } = await read(async (tx) => {
        const [{ name, timezone, smsNumber: phoneNumber }, patients] = await Promise.all([
          readClinic(tx, organizationId),
          findWellnessPatients(tx, { organizationId, importId, most: PDF_PATIENTS_MAX }),
        ])
        return { patients, clinic: { name, phoneNumber, day: dayIn(now, timezone) } }
      })
      if (patients === undefined) throw notFound()
      if (typeof patients === 'number') throw tooMany(patients)
      await audit()
      await send(res, { patients, clinic, now })
      return undefined
    }),
  ]
}

function tooMany(patients: number): Refusal {
  const [many, most] = [patients, PDF_PATIENTS_MAX].map((count) => count.toLocaleString('en-US'))
  return new Refusal('too_many_rows', `The import has ${many} patients, and one document has ${most} at most.`)
}

interface Document {
  readonly patients: readonly WellnessPatient[]
  readonly clinic: WellnessClinic
  readonly now: Date
}

/** Draws while it sends, so that a long document is never whole in memory and other calls get their turn. */
async function send(res: Response, { patients, clinic, now }: Document): Promise<void> {
  const info = { Title: 'Annual wellness visits', CreationDate: now }
  const document = new PDFDocument({ size: 'LETTER', margin: MARGIN, autoFirstPage: false, lang: 'en-US', info })
  const letters = await openLetters(document)
  res.status(200).set({
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'attachment; filename="wellness-visits.pdf"',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
  const sent = pipeline(document, res)
  const drawn = drawAll({ document, letters }, { patients, clinic }, res)
  await Promise.all([sent, drawn]).catch((error: unknown) => {
    // The client closed the connection and needs no answer.
    if (res.destroyed) return
    document.destroy()
    throw error
  })
}

async function drawAll(paper: Paper, { patients, clinic }: Omit<Document, 'now'>, res: Response): Promise<void> {
  for (const patient of patients) {
    if (res.destroyed) return
    await drawPatient(paper, patient, clinic)
    await new Promise((resolve) => setImmediate(resolve))
    if (res.writableNeedDrain) await drained(res)
  }
  paper.document.end()
}

/** Waits until the client has taken what was sent, or has left. */
async function drained(res: Response): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })])
  over.abort()
}
