import { expect, test } from 'vitest'
import { backoffMs } from './backoff.rules.ts'

const BACKOFF = { firstMs: 1000, mostMs: 60_000 }

test('backoffMs doubles with each attempt up to its limit', () => {
  expect([0, 1, 2, 3, 6, 7, 2000].map((attempt) => backoffMs(BACKOFF, attempt, 0.5))).toEqual([
    1000, 1000, 2000, 4000, 32_000, 60_000, 60_000,
  ])
})

test.each([
  { jitter: 'full', delays: [0, 1000, 2000, 2000] },
  { jitter: 'full', leastMs: 200, delays: [200, 1100, 2000, 2000] },
  { jitter: 'half', delays: [2000, 2500, 3000, 2000] },
] as const)('backoffMs spreads the delay when it has $jitter jitter from $leastMs', ({ delays, ...spread }) => {
  expect([0, 0.5, 1, undefined].map((random) => backoffMs({ ...BACKOFF, ...spread }, 2, random))).toEqual(delays)
})
