import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { isShortCode, newShortCode } from './short-code.rules.ts'

test('a code has ten letters and digits, each from the whole alphabet', () => {
  const asked: number[] = []
  const places = [0, 9, 10, 35, 36, 61, 1, 2, 3, 4]
  const code = newShortCode((below) => {
    asked.push(below)
    return places[asked.length - 1] ?? 0
  })
  expect(code).toBe('09AZaz1234')
  expect(asked).toEqual(Array(10).fill(62))
  expect(isShortCode(newShortCode((below) => randomInt(below)))).toBe(true)
})

test.each(['', '123456789', '12345678901', '12345-7890', '../../../a', '１２３４５６７８９０', '1234567890\n'])(
  'a code is refused without a look at the database when it is %j',
  (text) => expect(isShortCode(text)).toBe(false),
)
