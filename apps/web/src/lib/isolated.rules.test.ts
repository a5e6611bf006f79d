import { expect, test } from 'vitest'
import { isolated } from './isolated.rules.ts'

test('isolated wraps a name that could reorder its sentence, and leaves any other unchanged [SEC-10]', () => {
  expect(['Rosalind Carver', 'Zoë O’Neil', '李雷', ''].map(isolated)).toEqual([
    'Rosalind Carver',
    'Zoë O’Neil',
    '李雷',
    '',
  ])
  expect(isolated('محمد')).toBe('\u2068محمد\u2069')
  expect(isolated('Ann \u202Egpj\u2069\u202C')).toBe('\u2068Ann gpj\u2069')
})
