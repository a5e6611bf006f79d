/** The calls that list, open, file and export what patients sent by forms. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { jsonOf } from '../query.ts'
import { page, snapshot } from '../reply.ts'
import { answeredSchema, submissionSchema } from './form.ts'
import { submissionStates } from './states.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main'
const formId = field.id
const submissionId = field.id
const days = { startDate: field.day.optional(), endDate: field.day.optional() }
const inOrder = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
  startDate === undefined || endDate === undefined || startDate <= endDate
const notInOrder = { path: ['endDate'], error: 'The end is before the start' }

export const formSubmissions = call({
  method: 'GET',
  path: `${A}/form-submissions`,
  access: 'member',
  says: 'Read the list of submitted forms',
  summary: 'What patients sent by forms, the newest first; of one form, in one state, or of some days.',
  failure: 'Failed to fetch the submissions',
  query: z
    .strictObject({
      organizationId,
      formId: formId.optional(),
      state: z.enum(submissionStates).optional(),
      ...days,
      ...pageQuery({ limit: 50, max: 100 }),
    })
    .refine(inOrder, notInOrder),
  body: nothing,
  reply: page(submissionSchema),
  example: { query: { ...inClinic, state: 'new', limit: 10 } },
})

export const formSubmission = call({
  method: 'GET',
  path: `${A}/form-submission`,
  access: 'member',
  says: 'Opened a submitted form',
  summary: 'One submission with its answers, and as a FHIR QuestionnaireResponse.',
  failure: 'Failed to fetch the submission',
  query: z.strictObject({ organizationId, submissionId }),
  body: nothing,
  reply: snapshot(
    submissionSchema.extend({ answers: z.array(answeredSchema), response: z.record(z.string(), z.unknown()) }),
  ),
  example: { query: { ...inClinic, submissionId: example.formSubmissionIds[0] } },
})

export const assignFormSubmission = call({
  method: 'POST',
  path: `${A}/form-submissions/assign`,
  access: 'member',
  says: 'Filed a submitted form under a patient',
  summary: 'Files a submission under a patient, or under none. Filed there already, nothing changes.',
  failure: 'Failed to file the submission',
  query: nothing,
  body: z.strictObject({ organizationId, submissionId, patientId: field.id.nullable() }),
  reply: snapshot(submissionSchema),
  example: {
    body: { ...inClinic, submissionId: example.formSubmissionIds[0], patientId: example.patientIds[0] },
  },
})

export const finishFormSubmission = call({
  method: 'POST',
  path: `${A}/form-submissions/done`,
  access: 'member',
  says: 'Marked a submitted form as done',
  summary: 'Marks a submission as done, or as new again. A held one is refused as `conflict`: it is released first.',
  failure: 'Failed to change the submission',
  query: nothing,
  body: z.strictObject({ organizationId, submissionId, done: z.boolean().default(true) }),
  reply: snapshot(submissionSchema),
  example: { body: { ...inClinic, submissionId: example.formSubmissionIds[0] } },
})

export const releaseFormSubmission = call({
  method: 'POST',
  path: `${A}/form-submissions/release`,
  access: 'member',
  says: 'Released a held form',
  summary: 'Takes a held submission for that of a patient. One that is not held does not change.',
  failure: 'Failed to release the submission',
  query: nothing,
  body: z.strictObject({ organizationId, submissionId }),
  reply: snapshot(submissionSchema),
  example: { body: { ...inClinic, submissionId: example.formSubmissionIds[1] } },
})

const exportQuery = z.strictObject({ organizationId, formId: formId.optional(), ...days }).refine(inOrder, notInOrder)

export const exportFormSubmissions = call({
  method: 'GET',
  path: `${A}/utils/export-custom-form-submissions`,
  access: 'member',
  says: 'Exported submitted forms',
  summary:
    'The submissions as a workbook: a sheet for each form, a column for each question. `query` is JSON: organizationId, formId, startDate, endDate. No cell is run as a formula. [CALL-MAIN-10] [ERR-13] [OPEN-078] [SEC-06]',
  query: z
    .strictObject({ query: jsonOf(exportQuery, 2000) })
    .transform((asked) => ({ ...asked, organizationId: asked.query.organizationId })),
  body: nothing,
  reply: z.undefined(),
  example: { query: { query: JSON.stringify(inClinic) } },
})

export const formSubmissionPdf = call({
  method: 'GET',
  path: `${A}/utils/export-custom-form-submission-pdf/:id`,
  access: 'member',
  organization: 'header',
  says: 'Exported a submitted form',
  summary:
    'One submission as a PDF with its questions and answers. The header `organizationid` names the organization. [CALL-MAIN-11] [ERR-13]',
  params: z.strictObject({ id: submissionId }),
  query: nothing,
  body: nothing,
  reply: z.undefined(),
  example: { params: { id: example.formSubmissionIds[0] } },
})
