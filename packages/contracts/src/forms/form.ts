/** A form and what a patient sent by it, as screens and calls have them. */
import { z } from 'zod'
import { example, inClinic } from '../examples.ts'
import { requestTypeSchema } from '../inbox/conversation.ts'
import { itemTypes } from './questionnaire.rules.ts'
import { formStates, heldReasons, submissionStates } from './states.rules.ts'

export const formSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  title: z.string(),
  intro: z.string(),
  state: z.enum(formStates),
  requestType: requestTypeSchema.nullable(),
  tellsInbox: z.boolean(),
  /** Search engines may find it. */
  listed: z.boolean(),
  revision: z.int().positive(),
  questions: z.int().nonnegative(),
  url: z.string(),
  createdAt: z.string(),
  version: z.int().nonnegative(),
})
export type Form = z.infer<typeof formSchema>

export const questionSchema = z.object({
  linkId: z.string(),
  depth: z.int().nonnegative(),
  type: z.enum(itemTypes),
  text: z.string(),
  required: z.boolean(),
  conditional: z.boolean(),
  options: z.array(z.string()),
})
export type Question = z.infer<typeof questionSchema>

/** A submission without its answers, which never change. */
export const submissionSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  formId: z.string(),
  formTitle: z.string(),
  revision: z.int().positive(),
  state: z.enum(submissionStates),
  /** Null unless it is held. */
  heldFor: z.enum(heldReasons).nullable(),
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  conversationId: z.string().nullable(),
  /** The only patient with the phone number and the birth date that were written; a person confirms. */
  suggestion: z.object({ patientId: z.string(), name: z.string() }).nullable(),
  submittedAt: z.string(),
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type FormSubmission = z.infer<typeof submissionSchema>

export const answeredSchema = z.object({
  linkId: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
})

export const formExample: Form = {
  _id: example.formIds[0],
  ...inClinic,
  title: 'New patient intake',
  intro: 'Please answer before your first visit.',
  state: 'active',
  requestType: null,
  tellsInbox: false,
  listed: true,
  revision: 1,
  questions: 12,
  url: 'http://localhost:4000/f/form_cedar_intake',
  createdAt: '2026-11-02T15:00:00.000Z',
  version: 40,
}

export const submissionExample: FormSubmission = {
  _id: example.formSubmissionIds[0],
  ...inClinic,
  formId: example.formIds[0],
  formTitle: 'New patient intake',
  revision: 1,
  state: 'new',
  heldFor: null,
  patientId: null,
  patientName: null,
  conversationId: null,
  suggestion: { patientId: 'p1', name: 'Rosalind Carver' },
  submittedAt: '2026-11-19T15:16:00.000Z',
  doneAt: null,
  doneBy: null,
  version: 41,
}
