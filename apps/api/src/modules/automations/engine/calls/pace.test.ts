import { expect, test } from 'vitest'
import { createPace } from './pace.rules.ts'

test('a pace lets so many through in a window, for each user, and tells how long to wait', () => {
  const pace = createPace({ most: 2, windowMs: 1000 })
  expect([pace.take('lena', 0), pace.take('lena', 400), pace.take('lena', 900)]).toEqual([0, 0, 100])
  expect(pace.take('dana', 900)).toBe(0)
  expect([pace.take('lena', 1000), pace.take('lena', 1100), pace.take('lena', 1400)]).toEqual([0, 300, 0])
})
