import { expect, test } from 'vitest'
import { skipLabel, skipReasons, skipSentence, tooLongDetail } from './skip-reasons.rules.ts'

test('each skip reason has a sentence and a label of its own', () => {
  for (const reason of skipReasons) expect(skipSentence(reason)).toMatch(/^[A-Z].*\.$/)
  expect(new Set(skipReasons.map((reason) => skipSentence(reason))).size).toBe(skipReasons.length)
  expect(new Set(skipReasons.map(skipLabel)).size).toBe(skipReasons.length)
})

test('skipSentence ends with the detail when there is one', () => {
  expect(skipSentence('missing_field', 'firstName')).toBe('A detail that the words need is not on file: firstName.')
  expect(skipSentence('shared_number', '')).toBe('Another patient with this number or address gets it.')
})

test('skipSentence is the detail when the details of the patient make the words too long', () => {
  expect(tooLongDetail('x'.repeat(1600), 1600)).toBeNull()
  const detail = tooLongDetail('x'.repeat(3064), 1600)
  const sentence = 'With this patient’s details it has 3,064 characters: 1,600 at most.'
  expect([detail, skipSentence('missing_field', detail)]).toEqual([sentence, sentence])
})
