import { expect, test } from 'vitest'
import { askedWords, tsquery } from './search.rules.ts'

test('every word counts, as a beginning', () => {
  expect(tsquery(askedWords('Refill  my INHALÉR'))).toBe("'refill':* & 'my':* & 'inhaler':*")
})

test('[SEC-05] nothing that is typed becomes an operator', () => {
  expect(tsquery(askedWords("a' | !b:* & (c) <-> \\d 'e"))).toBe("'a':* & 'b':* & 'c':* & 'd':* & 'e':*")
})

test('what has no letter and no digit asks for nothing', () => {
  expect(askedWords('?! 👍 …')).toEqual([])
})

test('more than ten words narrow nothing down', () => {
  expect(askedWords('a b c d e f g h i j k l m')).toHaveLength(10)
})
