/** The submissions as a workbook, and one of them as a PDF. */
import { answeredOf, type ResponseItem } from '@foyer/contracts/forms/answers.rules.ts'
import { readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'
import { exportFormSubmissions, formSubmissionPdf } from '@foyer/contracts/forms/submission-calls.ts'
import type { Position } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { contentDisposition } from '../../../files/file-name.rules.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findForm, type KeptForm, listForms, listRevisions } from '../forms.store.ts'
import { columnsOf } from '../questions.rules.ts'
import { findSubmission, listForExport } from '../submissions.store.ts'
import { pdfOf } from './pdf.ts'
import { rowOf, type SheetOfForm, sheetNames } from './rows.rules.ts'
import { sendWorkbook } from './workbook.ts'

/** Each page is a short transaction of its own, so that a slow download holds no connection. */
const PAGE = 500
const FORMS_MAX = 200
const LANE = 'search'

export function exportRoutes(_parts: Services): Route[] {
  return [
    route(exportFormSubmissions, async ({ query: { query }, organizationId, read, res }) => {
      const { formId, startDate, endDate } = query
      const { forms, timezone } = await read(async (tx) => {
        const [{ timezone }, forms] = await Promise.all([
          readClinic(tx, organizationId),
          formsFor(tx, organizationId, formId),
        ])
        return { timezone, forms }
      }, LANE)
      const names = sheetNames(forms.map(({ form }) => form.title))
      const pageAfter = (form: KeptForm, after: Position | null) =>
        read(
          (tx) => listForExport(tx, { organizationId, formId: form._id, startDate, endDate, after, limit: PAGE }),
          LANE,
        )
      const sheets = forms.map(
        ({ form, columns }, at): SheetOfForm => ({
          name: names[at] ?? 'Submissions',
          header: ['Submitted', 'Patient', 'MRN', ...columns.map(({ title }) => title)],
          async *rows() {
            for (let after: Position | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
              const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(form, after)
              yield page.rows.map((row) => rowOf(row, { columns, timezone }))
              after = page.end
            }
          },
        }),
      )
      await sendWorkbook(res, { name: 'form-submissions', sheets })
      return undefined
    }),

    route(formSubmissionPdf, async ({ params: { id }, organizationId, read, res }) => {
      const { found, clinic } = await read(async (tx) => ({
        found: await findSubmission(tx, organizationId, id),
        clinic: await readClinic(tx, organizationId),
      }))
      if (!found) throw notFound()
      const { submission, response } = found
      const { item = [] } = response as { item?: readonly ResponseItem[] }
      const bytes = await pdfOf({ submission, clinic, answered: answeredOf(item) })
      res.status(200).set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition('form-submission.pdf'),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      res.end(bytes)
      return undefined
    }),
  ]
}

async function formsFor(tx: Tx, organizationId: string, formId: string | undefined) {
  const forms =
    formId === undefined
      ? (await listForms(tx, organizationId, { after: null, limit: FORMS_MAX })).forms
      : [await findForm(tx, organizationId, formId)].filter((form) => form !== undefined)
  if (formId !== undefined && forms.length === 0) throw notFound()
  return Promise.all(
    forms.map(async (form) => {
      const revisions = await listRevisions(tx, { organizationId, formId: form._id })
      return { form, columns: columnsOf(revisions.map((one) => readQuestionnaire(one).items)) }
    }),
  )
}
