import { accountEmail, personName } from '@foyer/contracts/fields.ts'
import * as contract from '@foyer/contracts/session/fields.ts'
import { expect, test } from 'vitest'
import * as rules from './account-fields.rules.ts'

test('account field checks accept what the calls accept', () => {
  const { newPasswordError, knownPasswordError, nameError, emailError, codeError } = rules
  const typed = ['', ' ', 'a', '123456', '12 34-56', 'lena@demo.test', 'lena @demo', 'a'.repeat(11), 'a'.repeat(12)]
  const long = [40, 41, 100, 101, 256, 257].map((length) => 'b'.repeat(length))
  for (const text of [...typed, ...long]) {
    expect(newPasswordError(text) === undefined).toBe(contract.newPassword.safeParse(text).success)
    expect(knownPasswordError(text) === undefined).toBe(contract.knownPassword.safeParse(text).success)
    expect(nameError(text) === undefined).toBe(personName.safeParse(text).success)
    expect(codeError(text, 'recovery') === undefined).toBe(contract.secondFactorCode.safeParse(text).success)
    // The contract checks addresses more strictly than the screen.
    if (accountEmail.safeParse(text).success) expect(emailError(text)).toBeUndefined()
  }
  expect(emailError(`${'a'.repeat(250)}@b.test`)).toBe('At most 254 characters.')
})

test('codeError accepts six digits in any grouping', () => {
  for (const code of ['123456', ' 123 456 ', '123-456']) expect(rules.codeError(code, 'authenticator')).toBeUndefined()
  for (const code of ['', '12345', '1234567', 'abcdef', 'k2m9-x8pq'])
    expect(rules.codeError(code, 'authenticator')).toBeTypeOf('string')
})
