import { expect, test } from 'vitest'
import { segmentsOf } from './segments.rules.ts'

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['🙂'.repeat(35), 1],
  ['🙂'.repeat(36), 2],
])('%j takes %i', (body, segments) => {
  expect(segmentsOf(body)).toBe(segments)
})
