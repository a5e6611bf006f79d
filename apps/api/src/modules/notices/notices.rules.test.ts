import { expect, test } from 'vitest'
import { textOf } from './notices.rules.ts'

test('textOf cuts no character in two', () => {
  expect(textOf('Short')).toBe('Short')
  expect(textOf('👍'.repeat(140))).toBe('👍'.repeat(140))
  expect(textOf('👍'.repeat(141))).toBe(`${'👍'.repeat(139)}…`)
})
