import { expect, test } from 'vitest'
import { allToggled, withoutGone, withRange, withToggled } from './selection.rules.ts'

const order = ['a', 'b', 'c', 'd']
const set = (...ids: string[]) => new Set(ids)

test('withToggled adds or removes a row, and leaves the old selection alone', () => {
  const before = set('a')
  expect(withToggled(before, 'b')).toEqual(set('a', 'b'))
  expect(withToggled(before, 'a')).toEqual(set())
  expect(before).toEqual(set('a'))
})

test.each<[string | null, string, string[]]>([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['b', 'b', ['b']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('withRange from %s to %s selects %j', (from, to, between) => {
  expect(withRange(set('x'), order, from, to)).toEqual(set('x', ...between))
})

test('allToggled selects the missing rows before it clears', () => {
  expect(allToggled(set('a'), order)).toEqual(set(...order))
  expect(allToggled(set(...order), order)).toEqual(set())
})

test('withoutGone returns the same set while every selected row is there', () => {
  const before = set('a', 'b')
  expect(withoutGone(before, order)).toBe(before)
  expect(withoutGone(before, ['b', 'c'])).toEqual(set('b'))
})
