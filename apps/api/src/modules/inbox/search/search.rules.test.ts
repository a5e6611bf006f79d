import { expect, test } from 'vitest'
import { askedWords, tsquery } from './search.rules.ts'

test('tsquery matches every word as a prefix', () => {
  expect(tsquery(askedWords('Refill  my INHALÉR'))).toBe("'refill':* & 'my':* & 'inhaler':*")
})

test('tsquery turns nothing typed into an operator [SEC-05]', () => {
  expect(tsquery(askedWords("a' | !b:* & (c) <-> \\d 'e"))).toBe("'a':* & 'b':* & 'c':* & 'd':* & 'e':*")
})

test('askedWords is empty without letters and digits', () => {
  expect(askedWords('?! 👍 …')).toEqual([])
})

test('askedWords keeps ten words at most', () => {
  expect(askedWords('a b c d e f g h i j k l m')).toHaveLength(10)
})
