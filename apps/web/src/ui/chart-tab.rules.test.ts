import { expect, test } from 'vitest'
import { stockOf, tabLetters } from './chart-tab.rules.ts'

test.each([
  ['Rosalind Carver', ['C', 'A']],
  ['Bernadette O’Hara', ['O', 'H']],
  ['Cher', ['C', 'H']],
  ['Björn Öberg', ['Ö', 'B']],
  ['محمد علي', ['ع', 'ل']],
  ['Wei Ng', ['N', 'G']],
  ['  Jun   Li  ', ['L', 'I']],
  ['Ann 𝒳yz', ['𝒳', 'Y']],
])('%s is filed under %j', (name, letters) => {
  expect(tabLetters(name)).toEqual(letters)
})

test.each(['Unknown', '', '(512) 555-0187', '🙂'])('[ENTITY-04] %j has no letters', (name) => {
  expect(tabLetters(name)).toBeNull()
})

test('a letter always has the same stock, and every sign has one', () => {
  expect(stockOf('C')).toBe(stockOf('C'))
  expect(new Set([...'ABCDEF'].map(stockOf)).size).toBe(6)
  expect(stockOf('')).toMatch(/^bg-/)
})
