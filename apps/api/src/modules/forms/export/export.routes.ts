/** The submissions as a workbook, and one of them as a PDF. */
import { answeredOf, type ResponseItem } from '@foyer/contracts/forms/answers.rules.ts'
import { readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'
import { exportFormSubmissions, formSubmissionPdf } from '@foyer/contracts/forms/submission-calls.ts'
import type { Position } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { contentDisposition } from '../../../files/file-name.rules.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { createExportSlots, sendExport } from '../../dashboards/dashboards.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findForm, type KeptForm, listForms, listRevisions } from '../forms.store.ts'
import { columnsOf } from '../questions.rules.ts'
import { areMoreThan, findSubmission, listForExport } from '../submissions.store.ts'
import { pdfOf } from './pdf.ts'
import { rowOf, sheetNames } from './rows.rules.ts'

/** Each page is a short transaction of its own, so that a long export holds no connection. */
const PAGE = 500
const FORMS_MAX = 200
const ROWS_MAX = 50_000
const AT_ONCE = 2
const LANE = 'search'
const ABOUT = ['Submitted', 'Patient', 'MRN']

export function exportRoutes(): Route[] {
  const inSlot = createExportSlots(AT_ONCE)
  return [
    route(exportFormSubmissions, ({ query: { query }, organizationId, read, res }) =>
      inSlot(organizationId, async () => {
        const { formId, startDate, endDate } = query
        const days = { organizationId, startDate, endDate }
        const { forms, timezone } = await read(async (tx) => {
          const [{ timezone }, forms, isTooMuch] = await Promise.all([
            readClinic(tx, organizationId),
            formsFor(tx, organizationId, formId),
            areMoreThan(tx, ROWS_MAX, { ...days, formId }),
          ])
          if (isTooMuch) throw tooLarge()
          return { timezone, forms }
        }, LANE)
        const pageAfter = (form: KeptForm, after: Position | null) =>
          read((tx) => listForExport(tx, { ...days, formId: form._id, after, limit: PAGE }), LANE)
        async function* pages(): Pages {
          for (const { form, columns } of forms) {
            yield [[...ABOUT, ...columns.map(({ title }) => title)]]
            for (let after: Position | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
              const { rows, end }: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(form, after)
              if (rows.length > 0) yield rows.map((row) => rowOf(row, { columns, timezone }))
              after = end
            }
            yield []
          }
          // A workbook needs a sheet.
          if (forms.length === 0) yield [ABOUT]
        }
        const sheets = sheetNames(forms.length === 0 ? ['Submissions'] : forms.map(({ form }) => form.title))
        try {
          return await sendExport(res, 'form-submissions.xlsx', { format: 'workbook', sheets }, pages())
        } catch (error) {
          throw isOutOfMemory(error) ? tooLarge() : error
        }
      }),
    ),

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

type Pages = AsyncGenerator<readonly (readonly (string | number)[])[], void>

function tooLarge(): Refusal {
  return new Refusal('too_large', 'Choose one form, or fewer days.')
}

/** Many long answers fill the memory of the thread before the rows are too many. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

async function formsFor(tx: Tx, organizationId: string, formId: string | undefined) {
  const forms = formId === undefined ? await allForms(tx, organizationId) : [await findForm(tx, organizationId, formId)]
  return Promise.all(
    forms.map(async (form) => {
      if (!form) throw notFound()
      const revisions = await listRevisions(tx, { organizationId, formId: form._id })
      return { form, columns: columnsOf(revisions.map((one) => readQuestionnaire(one).items)) }
    }),
  )
}

async function allForms(tx: Tx, organizationId: string): Promise<KeptForm[]> {
  const { forms, end } = await listForms(tx, organizationId, { after: null, limit: FORMS_MAX })
  if (end !== null) throw tooLarge()
  return forms
}
