import { expect, test } from 'vitest'
import { columnNames, rowObject } from './read-excel.rules.ts'

test('columnNames numbers a header that comes again and names an empty one by its letters', () => {
  expect(columnNames(['MRN', 'Phone', '', 'Phone', 'Phone', 'Phone (2)'])).toEqual([
    'MRN',
    'Phone',
    'Column C',
    'Phone (2)',
    'Phone (3)',
    'Phone (2) (2)',
  ])
  expect(columnNames(Array.from({ length: 54 }, () => '')).slice(25, 28)).toEqual([
    'Column Z',
    'Column AA',
    'Column AB',
  ])
  expect(columnNames(Array.from({ length: 54 }, () => '')).at(-1)).toBe('Column BB')
})

test('rowObject keeps values, writes days as text, and names cells right of the header', () => {
  expect({ ...rowObject(['a', 'b'], ['00042', { date: '2026-11-24' }, 3, null]) }).toEqual({
    a: '00042',
    b: '2026-11-24',
    'Column C': 3,
    'Column D': null,
  })
})

test('rowObject takes __proto__ for a name like any other', () => {
  const row = rowObject(columnNames(['__proto__', 'constructor']), ['x', true])
  expect(JSON.stringify(row)).toBe('{"__proto__":"x","constructor":true}')
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
