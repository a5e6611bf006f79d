import { expect, test } from 'vitest'
import { withSignature } from './signature.rules.ts'

test.each([
  ['See you soon. ', 'Lena, Cedar Ridge', 'See you soon.\nLena, Cedar Ridge'],
  ['See you soon.', '', 'See you soon.'],
  ['See you soon.\nLena', 'Lena', 'See you soon.\nLena'],
  [' ', 'Lena', ' '],
  ['', 'Lena', ''],
])('withSignature adds to %j the signature %j once', (text, signature, signed) => {
  expect(withSignature(text, signature)).toBe(signed)
})
