import { expect, test } from 'vitest'
import { review } from '../../../../test/uploads-world.tsx'
import { columnName, editWords } from './unsaved.rules.ts'

const nameOf = (index: number) => columnName('demographics', review.columns, index)

test.each([
  [{ row: 47, cells: { 2: '02/13/1962' } }, 'Date of birth: 02/13/1962'],
  [{ row: 47, cells: { 2: ' ', 6: 'x' } }, 'Date of birth: empty, NOTES2: x'],
  [{ row: 47, cells: { 99: 'x' }, skip: true }, 'Cell: x, Skip the row'],
  [{ row: 47, skip: false }, 'Take the row back'],
  [{ row: 47, decision: 'new' as const }, 'A new record'],
  [{ row: 47, decision: { same: 'p1' } }, 'The same record'],
])('editWords names each change of edit %#', (edit, words) => {
  expect(editWords(edit, nameOf)).toBe(words)
})

test('editWords says the text alone when the columns are others by now', () => {
  expect(editWords({ row: 47, cells: { 2: '02/13/1962' } }, null)).toBe('02/13/1962')
})
