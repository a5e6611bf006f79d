import { expect, test } from 'vitest'
import { assertGoodChoice, problemOf } from './password-choice.rules.ts'

const problem = (password: string, email = 'lena.ortiz@foyer.test') => problemOf(password, email)

test('a password of words is one', () => {
  for (const good of [
    'correct horse battery',
    'a foyer with five chairs',
    '日本語のパスワードです十二',
    'demo-clinic-2026',
  ])
    expect(problem(good), good).toBeNull()
})

test('[T15] one character repeated, the own name and the name of the product are none', () => {
  expect(problem('aaaaaaaaaaaa')).toMatch(/One character/)
  expect(problem('AaAaAaAaAaAa')).toMatch(/One character/)
  expect(problem('Lena.Ortiz2026!')).toMatch(/e-mail name/)
  for (const name of ['foyerfoyerfoyer', 'Foyer-2026-11', 'FOYER 123456789', '1234567foyer'])
    expect(problem(name), name).toMatch(/more than the name Foyer/)
})

test('a short e-mail name is in good passwords by chance', () => {
  expect(problem('alphabet of the sea', 'al@foyer.test')).toBeNull()
  expect(problem('bob and the sea', 'bob@foyer.test')).not.toBeNull()
})

test('[OPEN-048] the refusal names the field', () => {
  expect(() => assertGoodChoice('aaaaaaaaaaaa', 'lena@foyer.test')).toThrow(
    expect.objectContaining({ reason: 'not_valid', issues: [expect.objectContaining({ path: 'newPassword' })] }),
  )
})
