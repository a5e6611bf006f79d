import { expect, test } from 'vitest'
import { wrap } from './wrap.rules.ts'

const lines = (text: string, width = 10) => wrap(text, width, (part) => [...part].length)

test.each([
  ['between words', 'one two three four', ['one two', 'three four']],
  ['where the text breaks itself, and keeps empty lines', 'one\r\n\ntwo', ['one', '', 'two']],
  ['within a word that is wider than a line', 'a abcdefghijklmno z', ['a', 'abcdefghij', 'klmno z']],
  ['between letters of a script without blanks', '王小明王小明王小明王小明', ['王小明王小明王小明王', '小明']],
  ['after the blanks, which end no line', 'one two   three', ['one two', 'three']],
  ['not before the indent of a paragraph', '  one', ['  one']],
])('wrap breaks a text %s', (_, text, broken) => {
  expect(lines(text)).toEqual(broken)
})

test('wrap keeps letters together that are seen as one', () => {
  expect(lines('e\u0301'.repeat(3), 3)).toEqual(['e\u0301', 'e\u0301', 'e\u0301'])
})

test('wrap loses no letter', () => {
  const text = 'Please call (512) 555-0142, 王小明 or abcdefghijklmnopqrstuvwxyz.'
  for (let width = 1; width < 40; width++)
    expect(lines(text, width).join('').replaceAll(' ', ''), `${width}`).toBe(text.replaceAll(' ', ''))
})
