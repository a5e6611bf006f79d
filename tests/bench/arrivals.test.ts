import { expect, test } from 'vitest'
import { createArrivals } from './arrivals.ts'

test('arrivals measure from the acceptance to the frame of each screen', () => {
  const arrivals = createArrivals({ screens: 2, senders: 10 })
  arrivals.accepted(3, 100)
  arrivals.heard(0, 3, 120)
  expect(arrivals.missing()).toBe(1)
  arrivals.heard(1, 3, 150)
  expect(arrivals.missing()).toBe(0)
  expect(arrivals.delays()).toEqual([20, 50])
})

test('arrivals count 0 when the frame arrives before the acceptance', () => {
  const arrivals = createArrivals({ screens: 1, senders: 10 })
  arrivals.heard(0, 3, 90)
  arrivals.accepted(3, 100)
  expect(arrivals.delays()).toEqual([0])
})

test("arrivals take a frame for the sender's earlier texts when the relay sends the newest state only", () => {
  const arrivals = createArrivals({ screens: 1, senders: 10 })
  for (const text of [3, 13, 23, 4]) arrivals.accepted(text, 100)
  arrivals.heard(0, 3, 110)
  arrivals.heard(0, 23, 130)
  expect(arrivals.missing()).toBe(1)
  expect(arrivals.delays()).toEqual([10, 30, 30])
})

test('arrivals ignore a text that was refused', () => {
  const arrivals = createArrivals({ screens: 1, senders: 10 })
  arrivals.accepted(13, 100)
  arrivals.heard(0, 13, 130)
  expect(arrivals.delays()).toEqual([30])
})
