/** The calls that list, bring in, change and open forms. Those that change them are an admin's. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { requestTypeSchema } from '../inbox/conversation.ts'
import { pageQuery } from '../paging.ts'
import { ok, page, snapshot } from '../reply.ts'
import { formSchema, questionSchema } from './form.ts'

const { organizationId, nothing } = field
const formId = field.id
const A = '/api/main'
const BYTES_MAX = 64_000

const questionnaire = z
  .record(z.string(), z.json())
  .refine((given) => JSON.stringify(given).length <= BYTES_MAX, `At most ${BYTES_MAX} characters`)

const settings = {
  requestType: requestTypeSchema.nullable(),
  tellsInbox: z.boolean(),
  listed: z.boolean(),
}

const QUESTIONNAIRE = {
  resourceType: 'Questionnaire',
  title: 'New patient intake',
  status: 'active',
  item: [{ linkId: 'name', type: 'string', text: 'Your name', required: true }],
}

export const forms = call({
  method: 'GET',
  path: `${A}/forms`,
  access: 'member',
  says: 'Read the list of forms',
  summary: 'The forms of the organization, the newest first. [CALL-MAIN-10]',
  failure: 'Failed to fetch the forms',
  query: z.strictObject({ organizationId, ...pageQuery({ limit: 50, max: 100 }) }),
  body: nothing,
  reply: page(formSchema),
  example: { query: { ...inClinic, limit: 10 } },
})

export const form = call({
  method: 'GET',
  path: `${A}/form`,
  access: 'member',
  says: 'Opened a form',
  summary: 'One form with its questions, and as the FHIR Questionnaire that was brought in.',
  failure: 'Failed to fetch the form',
  query: z.strictObject({ organizationId, formId }),
  body: nothing,
  reply: snapshot(
    formSchema.extend({ items: z.array(questionSchema), questionnaire: z.record(z.string(), z.unknown()) }),
  ),
  example: { query: { ...inClinic, formId: example.formIds[0] } },
})

export const createForm = call({
  method: 'POST',
  path: `${A}/forms`,
  access: 'admin',
  says: 'Brought in a form',
  summary:
    'Brings in a FHIR R4 Questionnaire as a form that is open at once. One that asks what a form can not show is refused as `unsupported_form`, with each item and why.',
  failure: 'Failed to bring in the form',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    questionnaire,
    requestType: settings.requestType.default(null),
    tellsInbox: settings.tellsInbox.default(false),
    listed: settings.listed.default(false),
    state: z.enum(['draft', 'active']).default('active'),
  }),
  reply: snapshot(formSchema),
  example: { body: { ...inClinic, questionnaire: QUESTIONNAIRE } },
})

export const updateForm = call({
  method: 'POST',
  path: `${A}/forms/update`,
  access: 'admin',
  says: 'Changed a form',
  summary:
    'Changes the settings of a form, or its questions as a new revision. Submissions keep the questions that they answered. `seenRevision` is the revision that was changed; with a newer one the change is refused as `stale`, and `data` is the form.',
  failure: 'Failed to change the form',
  serverExplains: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    formId,
    questionnaire: questionnaire.optional(),
    seenRevision: z.int().positive().optional(),
    requestType: settings.requestType.optional(),
    tellsInbox: settings.tellsInbox.optional(),
    listed: settings.listed.optional(),
  }),
  reply: snapshot(formSchema),
  example: { body: { ...inClinic, formId: example.formIds[0], tellsInbox: true } },
})

export const setFormState = call({
  method: 'POST',
  path: `${A}/forms/state`,
  access: 'admin',
  says: 'Opened or closed a form',
  summary: 'Opens a form for patients, or closes it: its page then looks like one that never was.',
  failure: 'Failed to change the form',
  query: nothing,
  body: z.strictObject({ organizationId, formId, state: z.enum(['active', 'retired']) }),
  reply: snapshot(formSchema),
  example: { body: { ...inClinic, formId: example.formIds[1], state: 'retired' } },
})

export const createFormLink = call({
  method: 'POST',
  path: `${A}/form-links`,
  access: 'member',
  says: 'Made a link to a form for a patient',
  summary:
    'A personal address of a form: what comes by it is filed under the patient. It works once, for 14 days. The page names no patient.',
  failure: 'Failed to make the link',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, formId, patientId: field.id }),
  reply: ok(z.object({ url: z.string(), expiresAt: z.string() })),
  example: { body: { ...inClinic, formId: example.formIds[0], patientId: example.patientIds[0] } },
})
