import { expect, test } from 'vitest'
import { backAfterMs } from './recovery.ts'

const probes = (took: readonly number[], status = 200) =>
  took.map((tookMs, nth) => ({ afterMs: nth * 100, tookMs, status }))

test('backAfterMs is 0 when every window is at its normal time, whatever a single call takes', () => {
  expect(backAfterMs(probes([3, 3, 90, 3, 3, 3]), 5)).toBe(0)
})

test('backAfterMs is the end of the last slow window', () => {
  expect(backAfterMs(probes([9, 9, 9, 9, 9, 3, 3, 3, 3, 3, 9, 9, 9, 9, 9, 3]), 5)).toBe(1500)
})

test('backAfterMs counts a refused call as slow', () => {
  expect(backAfterMs([...probes([3, 3, 3], 503), { afterMs: 500, tookMs: 3, status: 200 }], 5)).toBe(500)
})

test('backAfterMs is infinite when the last window is slow, or without calls', () => {
  expect(backAfterMs(probes([3, 3, 3, 3, 3, 9]), 5)).toBe(Number.POSITIVE_INFINITY)
  expect(backAfterMs([], 5)).toBe(Number.POSITIVE_INFINITY)
})
