import { expect, test } from 'vitest'
import { tooManyTries, waitWords } from './wait.rules.ts'

test.each([
  [0.2, '5 seconds'],
  [27, '30 seconds'],
  [46, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [899, '15 minutes'],
  [90 * 60, '90 minutes'],
  [91 * 60, '2 hours'],
])('%s seconds are %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})

test('tooManyTries says when to try again if that is known', () => {
  expect(tooManyTries(840)).toBe('There were too many tries. Try again in 14 minutes.')
  expect(tooManyTries(Number.NaN)).toBe('There were too many tries. Try again in a while.')
})
