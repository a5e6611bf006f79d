import { expect, test } from 'vitest'
import { createSecondFactorKeys } from './second-factor-keys.ts'

test('open returns a secret only with its AUTH_SECRET, for its user, and unaltered [T15]', () => {
  const keys = createSecondFactorKeys({ authSecret: 'a secret of this test and of nothing else' })
  const sealed = keys.seal('usr_lena', 'GEZDGNBV')
  expect(keys.open('usr_lena', sealed)).toBe('GEZDGNBV')
  expect(sealed).not.toContain('GEZDGNBV')
  expect(keys.seal('usr_lena', 'GEZDGNBV')).not.toBe(sealed)
  expect(keys.open('usr_sam', sealed)).toBeUndefined()
  expect(createSecondFactorKeys({ authSecret: 'another' }).open('usr_lena', sealed)).toBeUndefined()
  const altered = Buffer.from(sealed, 'base64url')
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
  for (const broken of [altered.toString('base64url'), '', 'x', sealed.slice(0, 20)])
    expect(keys.open('usr_lena', broken)).toBeUndefined()
})
