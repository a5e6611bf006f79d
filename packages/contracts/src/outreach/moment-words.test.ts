import { expect, test } from 'vitest'
import { oneLine } from './moment-words.rules.ts'

test('oneLine keeps the first hundred characters of a long name on one line', () => {
  expect(oneLine(' Ana\n\tMaría  ')).toBe('Ana María')
  expect(oneLine('x'.repeat(101))).toBe('x'.repeat(100))
})

test('oneLine cuts no character of two units in half', () => {
  expect(oneLine(`${'x'.repeat(99)}😀`)).toBe('x'.repeat(99))
  expect(oneLine(`${'x'.repeat(98)}😀`)).toBe(`${'x'.repeat(98)}😀`)
})
