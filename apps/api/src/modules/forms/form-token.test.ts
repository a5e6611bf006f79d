import { expect, test } from 'vitest'
import { formTokens } from './form-token.ts'

const tokens = formTokens({ authSecret: 'a secret of a test' })
const NOW = new Date('2026-11-18T16:00:00Z')

test('a token says when its page was made, for its own form alone', () => {
  const token = tokens.tokenOf('form_a', NOW)
  expect(tokens.read('form_a', token)).toEqual(NOW)
  expect(tokens.read('form_b', token)).toBeNull()
})

test('a token written in another way is no token, so that none counts twice', () => {
  const token = tokens.tokenOf('form_a', NOW)
  // The last sign of 32 bytes carries two bits that nobody reads.
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twin = token.slice(0, -1) + signs[signs.indexOf(token.at(-1) ?? '') ^ 1]
  for (const other of [`${token}.x1`, `${token}.`, `${token}=`, `${token} `, twin, ''])
    expect(tokens.read('form_a', other), other).toBeNull()
})
