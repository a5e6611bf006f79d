import type { Question } from '@foyer/contracts/forms/form.ts'
import { expect, test } from 'vitest'
import { type Questionnaire, questionnaireIn, revisionOf } from './revision.rules.ts'

const plain = { depth: 0, required: false, conditional: false, options: [] }
const before: Question[] = [
  { ...plain, linkId: 'g', type: 'group', text: 'About you' },
  { ...plain, linkId: 'name', type: 'string', text: 'Your name', required: true },
  { ...plain, linkId: 'sleep', type: 'choice', text: 'Sleep?', options: ['Well', 'Badly'] },
  { ...plain, linkId: 'old', type: 'text', text: 'Old question' },
]
const choice = (...options: string[]) => ({
  ...{ linkId: 'sleep', type: 'choice', text: 'Sleep?' },
  answerOption: options.map((display) => ({ valueCoding: { code: display, display } })),
})
const form = (...item: object[]) =>
  ({ resourceType: 'Questionnaire', title: 'T', status: 'active', item }) as unknown as Questionnaire
const name = { linkId: 'name', type: 'string', text: 'Your name', required: true }

test('revisionOf tells the questions that come, go and change when they are compared by their linkId', () => {
  const old = { linkId: 'old', type: 'text', text: 'Old question' }
  expect(revisionOf(before, form({ linkId: 'g', type: 'group', item: [name, choice('Well', 'Badly'), old] }))).toEqual({
    ...{ added: [], removed: [], changed: [] },
  })
  const fresh = { linkId: 'new', type: 'boolean', text: 'New question' }
  expect(revisionOf(before, form({ ...name, required: false }, choice('Well', 'So-so', 'Badly'), fresh))).toEqual({
    ...{ added: ['New question'], removed: ['Old question'], changed: ['Your name', 'Sleep?'] },
  })
})

test('questionnaireIn takes the JSON of an object alone', () => {
  expect(questionnaireIn('{"title":"T"}')).toEqual({ title: 'T' })
  for (const text of ['', '[]', 'null', '"T"', '{']) expect(questionnaireIn(text), text).toBeNull()
})
