import { expect, test } from 'vitest'
import { allToggled, stillThere, toggled, withRange } from './selection.rules.ts'

const order = ['a', 'b', 'c', 'd']
const set = (...ids: string[]) => new Set(ids)

test('toggled adds a row or takes it away, and leaves the old selection alone', () => {
  const before = set('a')
  expect(toggled(before, 'b')).toEqual(set('a', 'b'))
  expect(toggled(before, 'a')).toEqual(set())
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

test('allToggled selects what is missing before it clears', () => {
  expect(allToggled(set('a'), order)).toEqual(set(...order))
  expect(allToggled(set(...order), order)).toEqual(set())
})

test('stillThere keeps the very set while every selected row is there', () => {
  const before = set('a', 'b')
  expect(stillThere(before, order)).toBe(before)
  expect(stillThere(before, ['b', 'c'])).toEqual(set('b'))
})
