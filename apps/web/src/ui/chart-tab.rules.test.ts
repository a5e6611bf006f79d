import { tabLetters } from '@foyer/contracts/patients/letters.rules.ts'
import { expect, test } from 'vitest'
import { stockOf } from './chart-tab.rules.ts'

test.each([
  ['Rosalind Carver', ['C', 'A']],
  ['Bernadette O’Hara', ['O', 'H']],
  ['Cher', ['C', 'H']],
  ['Björn Öberg', ['Ö', 'B']],
  ['محمد علي', ['ع', 'ل']],
  ['Wei Ng', ['N', 'G']],
  ['  Jun   Li  ', ['L', 'I']],
  ['Ann 𝒳yz', ['𝒳', 'Y']],
])('tabLetters of %s are %j', (name, letters) => {
  expect(tabLetters(name)).toEqual(letters)
})

test.each(['Unknown', '', '(512) 555-0187', '🙂'])('tabLetters of %j are null [ENTITY-04]', (name) => {
  expect(tabLetters(name)).toBeNull()
})

test('stockOf returns the same colour for the same letter, and one for every character', () => {
  expect(stockOf('C')).toBe(stockOf('C'))
  expect(new Set([...'ABCDEF'].map(stockOf)).size).toBe(6)
  expect(stockOf('')).toMatch(/^bg-/)
})
