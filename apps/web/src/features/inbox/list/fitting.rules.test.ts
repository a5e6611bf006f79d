import { expect, test } from 'vitest'
import { fitting } from './fitting.rules.ts'

test.each([
  [0, 0],
  [62, 0],
  [63, 1],
  [125, 1],
  [126, 2],
  [1000, 3],
  [-20, 0],
])('fitting counts what fits into %i pixels: %i', (room, many) => {
  expect(fitting([50, 50, 50], { gap: 12, room })).toBe(many)
})

test('fitting stops at the first that does not fit, so that the order stays', () => {
  expect(fitting([50, 200, 10], { gap: 0, room: 100 })).toBe(1)
  expect(fitting([], { gap: 12, room: 100 })).toBe(0)
})
