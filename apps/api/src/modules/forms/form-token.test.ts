import { expect, test } from 'vitest'
import { formTokens } from './form-token.ts'

const tokens = formTokens({ authSecret: 'a secret of a test' })
const NOW = new Date('2026-11-18T16:00:00Z')

test('a token says when its page was made and of which revision, for its own form alone', () => {
  const token = tokens.tokenOf({ _id: 'form_a', revision: 41 }, NOW)
  expect(tokens.read('form_a', token)).toEqual({ at: NOW, revision: 41 })
  expect(tokens.read('form_b', token)).toBeNull()
})

test('a token written in another way is no token, so that none counts twice', () => {
  const token = tokens.tokenOf({ _id: 'form_a', revision: 41 }, NOW)
  // The last sign of 32 bytes carries two bits that nobody reads.
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twin = token.slice(0, -1) + signs[signs.indexOf(token.at(-1) ?? '') ^ 1]
  for (const other of [`${token}.x1`, `${token}.`, `${token}=`, `${token} `, twin, ''])
    expect(tokens.read('form_a', other), other).toBeNull()
})
