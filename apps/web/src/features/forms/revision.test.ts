import { expect, test } from 'vitest'
import { isSameFrame, type Questionnaire, questionnaireIn, revisionOf } from './revision.rules.ts'

const choice = (...options: string[]) => ({
  ...{ linkId: 'sleep', type: 'choice', text: 'Sleep?' },
  answerOption: options.map((display) => ({ valueCoding: { code: display, display } })),
})
const BADLY = { valueCoding: { code: 'Badly', display: 'Badly' } }
const form = (...item: object[]) =>
  ({ resourceType: 'Questionnaire', title: 'T', status: 'active', item }) as unknown as Questionnaire
const name = { linkId: 'name', type: 'string', text: 'Your name', required: true }
const old = { linkId: 'old', type: 'text', text: 'Old question' }
const sleep = choice('Well', 'Badly')
const note = { linkId: 'note', type: 'display', text: 'Ask us anything' }
const before = form({ linkId: 'g', type: 'group', text: 'About you', item: [name, sleep, old] }, note)

test('revisionOf tells the questions that come, go and change when they are compared by their linkId', () => {
  expect(revisionOf(before, structuredClone(before))).toEqual({ added: [], removed: [], changed: [] })
  const fresh = { linkId: 'new', type: 'boolean', text: 'New question' }
  const group = { linkId: 'g', type: 'group', text: 'About you', item: [{ ...name, required: false }] }
  expect(revisionOf(before, form(group, choice('Well', 'So-so', 'Badly'), fresh, note))).toEqual({
    ...{ added: ['New question'], removed: ['Old question'], changed: ['Your name', 'Sleep?'] },
  })
})

test.each([
  ['a condition', { ...old, enableWhen: [{ question: 'name', operator: 'exists', answerBoolean: true }] }],
  ['the length of an answer', { ...old, maxLength: 20 }],
  ['an answer that is there at first', { ...old, initial: [{ valueString: 'None' }] }],
  ['the code of a choice', { ...sleep, answerOption: [{ valueCoding: { code: 'w', display: 'Well' } }, BADLY] }],
  ['the words of a note', { ...note, text: 'Call us' }],
])('revisionOf tells of a change when it is %s alone', (_, item) => {
  const all = [name, old, sleep, note]
  const after = all.map((one) => (one.linkId === item.linkId ? item : one))
  expect(revisionOf(form(...all), form(...after)).changed).toEqual([item.text])
})

test('isSameFrame tells another title and another order', () => {
  expect(isSameFrame(before, structuredClone(before))).toBe(true)
  expect(isSameFrame(before, { ...before, title: 'Other' })).toBe(false)
  expect(isSameFrame(form(name, old), form(old, name))).toBe(false)
})

test('questionnaireIn takes the JSON of an object alone', () => {
  expect(questionnaireIn('{"title":"T"}')).toEqual({ title: 'T' })
  for (const text of ['', '[]', 'null', '"T"', '{']) expect(questionnaireIn(text), text).toBeNull()
})
