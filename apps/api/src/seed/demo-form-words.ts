/** The questionnaires of the demo's forms. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const yesNo = (linkId: string, text: string) => ({ linkId, type: 'boolean', text, required: true })
const onlyIf = (question: string) => ({ enableWhen: [{ question, operator: '=', answerBoolean: true }] })
const choice = (linkId: string, text: string, ...options: readonly (readonly [string, string])[]) => ({
  ...{ linkId, type: 'choice', text },
  answerOption: options.map(([code, display]) => ({ valueCoding: { code, display } })),
})
const questionnaire = (title: string, description: string, item: readonly object[]) => ({
  ...{ resourceType: 'Questionnaire', status: 'active', title, description, item },
})

export const INTAKE = questionnaire('New patient intake', 'Please answer before your first visit.', [
  { linkId: 'name', type: 'string', text: 'Your full name', required: true, maxLength: 120 },
  { linkId: 'birthdate', type: 'date', text: 'Your birth date', required: true },
  { linkId: 'phone', type: 'string', text: 'Your phone number', required: true, maxLength: 40 },
  choice('contact', 'How may we contact you?', ['text', 'By text'], ['call', 'By phone'], ['email', 'By e-mail']),
  yesNo('allergies', 'Do you have allergies?'),
  { linkId: 'allergies-which', type: 'text', text: 'Which allergies?', required: true, ...onlyIf('allergies') },
  yesNo('smoker', 'Do you smoke?'),
  { linkId: 'smoker-many', type: 'integer', text: 'How many a day?', required: true, ...onlyIf('smoker') },
  { linkId: 'medicines', type: 'string', text: 'Your medicines', repeats: true },
  { linkId: 'weight', type: 'decimal', text: 'Your weight in kg' },
  choice('sleep', 'How do you sleep?', ['well', 'Well'], ['fair', 'So-so'], ['badly', 'Badly']),
  { linkId: 'wishes', type: 'text', text: 'Anything else?' },
])

export const REFILL = questionnaire('Prescription refill', 'We answer within one working day.', [
  { linkId: 'name', type: 'string', text: 'Your full name', required: true },
  { linkId: 'birthdate', type: 'date', text: 'Your birth date', required: true },
  { linkId: 'phone', type: 'string', text: 'Your phone number', required: true },
  { linkId: 'medicine', type: 'string', text: 'Which medicine?', required: true },
  { linkId: 'pharmacy', type: 'string', text: 'Your pharmacy' },
])

export const CLOSED = questionnaire('Flu shots 2025', 'For last year’s flu shots.', [
  { linkId: 'name', type: 'string', text: 'Your full name', required: true },
])

/** One of FHIR's own examples. */
export const GLASGOW: object = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/forms/glasgow.json'), 'utf8'),
)

export const MEDICINES = ['Lisinopril 10 mg', 'Metformin 500 mg', 'Atorvastatin 20 mg', 'Levothyroxine 50 mcg'] as const
export const PHARMACIES = ['Barton Creek Pharmacy', 'Lamar Drugs', 'Northgate Pharmacy'] as const
export const ALLERGIES = ['Penicillin', 'Peanuts', 'Pollen in spring', 'Latex'] as const
