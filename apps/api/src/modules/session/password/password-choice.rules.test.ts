import { expect, test } from 'vitest'
import { assertGoodChoice, problemOf } from './password-choice.rules.ts'

const problem = (password: string, email = 'lena.ortiz@foyer.test') => problemOf(password, email)

test('problemOf accepts a password of several words', () => {
  for (const good of [
    'correct horse battery',
    'a foyer with five chairs',
    '日本語のパスワードです十二',
    'demo-clinic-2026',
  ])
    expect(problem(good), good).toBeNull()
})

test("problemOf rejects one repeated character, the user's e-mail name and the product's name [T15]", () => {
  expect(problem('aaaaaaaaaaaa')).toMatch(/One character/)
  expect(problem('AaAaAaAaAaAa')).toMatch(/One character/)
  expect(problem('Lena.Ortiz2026!')).toMatch(/e-mail name/)
  for (const name of ['foyerfoyerfoyer', 'Foyer-2026-11', 'FOYER 123456789', '1234567foyer'])
    expect(problem(name), name).toMatch(/more than the name Foyer/)
})

test('problemOf ignores an e-mail name of one or two letters', () => {
  expect(problem('alphabet of the sea', 'al@foyer.test')).toBeNull()
  expect(problem('bob and the sea', 'bob@foyer.test')).not.toBeNull()
})

test('assertGoodChoice names the field in its refusal [OPEN-048]', () => {
  expect(() => assertGoodChoice('aaaaaaaaaaaa', 'lena@foyer.test')).toThrow(
    expect.objectContaining({ reason: 'not_valid', issues: [expect.objectContaining({ path: 'newPassword' })] }),
  )
})
