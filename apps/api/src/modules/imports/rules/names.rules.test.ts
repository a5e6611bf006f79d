import { expect, test } from 'vitest'
import { cleanName, isSameName, splitFullName } from './names.rules.ts'

test.each([
  ['Carver, Rosalind M', 'Rosalind', 'Carver'],
  ['Rosalind Carver', 'Rosalind', 'Carver'],
  ['  Rosalind   M. Carver ', 'Rosalind', 'Carver'],
  ['CARVER,ROSALIND', 'ROSALIND', 'CARVER'],
  ['Mrs. Rosalind Carver', 'Rosalind', 'Carver'],
  ['Carver, Dr. Rosalind', 'Rosalind', 'Carver'],
  ['Maria del Carmen Vega Ruiz', 'Maria del Carmen Vega', 'Ruiz'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Ana de la Cruz', 'Ana', 'de la Cruz'],
  ['John Smith Jr.', 'John', 'Smith Jr.'],
  ['Smith, Jr., John', 'John', 'Smith Jr.'],
  ['Smith, John, III', 'John', 'Smith III'],
  ['John Smith, Jr', 'John', 'Smith Jr'],
  ['Mary Ann O’Hara-Lee', 'Mary Ann', 'O’Hara-Lee'],
  ['Prince', '', 'Prince'],
  ['Carver,', '', 'Carver'],
  [', Rosalind', '', 'Rosalind'],
  ['', '', ''],
  ['李 小龍', '李', '小龍'],
])('splitFullName splits %j into %j and %j', (text, firstName, lastName) => {
  expect(splitFullName(text)).toEqual({ firstName, lastName })
})

test('cleanName trims, leaves single blanks and composes accents', () => {
  expect(cleanName(' Jose\u0301 \u00a0 Luis\t')).toBe('José Luis')
  expect([cleanName('\u200b \u00ad'), cleanName('')]).toEqual(['', ''])
})

test('isSameName ignores case, accents and punctuation, and nothing else', () => {
  expect([isSameName("O'BRIEN", 'O’Brien'), isSameName('José', 'jose'), isSameName('Lee-Ann', 'Lee Ann')]).toEqual(
    Array(3).fill(true),
  )
  expect([isSameName('Carver', 'Carter'), isSameName('李', '王')]).toEqual([false, false])
})
