/** The calls of anybody who fills in a public form, also by GraphQL. They need no session, and say nothing of patients. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import * as field from '../fields.ts'
import { QUESTIONS_MAX } from '../forms/questionnaire.rules.ts'
import { ok } from '../reply.ts'

const params = z.strictObject({ formId: field.id })
const FORMS = '/api/intake/forms/:formId'
const ANSWER_MAX = 5000
const ANSWERS_MAX = 50

const questionSchema = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'longText', 'number', 'date', 'dateTime', 'time', 'choice', 'choices', 'yesNo']),
  /** A question that depends on another answer is required where it is asked. */
  required: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  maxLength: z.int().nullable(),
})
export type IntakeQuestion = z.infer<typeof questionSchema>

const intakeFormSchema = z.object({
  _id: z.string(),
  title: z.string(),
  intro: z.string(),
  organizationName: z.string(),
  fields: z.array(questionSchema),
  /** Goes back with the answers. */
  token: z.string(),
})
export type IntakeForm = z.infer<typeof intakeFormSchema>

export const intakeForm = call({
  method: 'GET',
  path: FORMS,
  access: 'public',
  says: 'Opened a public form',
  summary: 'A form that patients may fill in. An unknown form, a closed one and one of any clinic are the same null.',
  params,
  query: field.nothing,
  body: field.nothing,
  reply: ok(intakeFormSchema.nullable()),
  example: { params: { formId: example.formIds[0] } },
})

const answer = z.union([field.text(ANSWER_MAX), z.number(), z.boolean()])

export const submitIntake = call({
  method: 'POST',
  path: FORMS,
  access: 'public',
  says: 'Sent a public form',
  summary:
    'Sends the answers by the keys of the questions, with the token of the form. `website` is for robots and stays empty. What looks like a robot gets the same answer, and a person looks at it first.',
  params,
  query: field.nothing,
  body: z.strictObject({
    answers: z
      .record(z.string().max(255), z.union([answer, z.array(answer).max(ANSWERS_MAX)]))
      .refine((all) => Object.keys(all).length <= QUESTIONS_MAX, 'Has more answers than a form has questions'),
    token: z.string().max(200).default(''),
    website: z.string().max(200).default(''),
  }),
  reply: ok(z.object({ reference: z.string() })),
  example: { params: { formId: example.formIds[0] }, body: { answers: { name: 'Ann' } } },
})
