import { expect, test } from 'vitest'
import { failureReason, unreachableReasons } from './failure-causes.rules.ts'

test('failureReason names the code when it knows no sentence for it', () => {
  expect(failureReason('30006')).toBe('The number is a landline or cannot receive texts.')
  expect(failureReason('99999')).toBe('The carrier refused the text (code 99999).')
  expect([failureReason(null), failureReason('')]).toEqual(Array(2).fill('The carrier did not say why.'))
})

test('unreachableReasons are those of a landline, a dead number and a number that is none', () => {
  expect(unreachableReasons).toEqual(['30005', '30006', '21614', '21211'].map(failureReason))
  expect(unreachableReasons).not.toContain(failureReason('30003'))
})
