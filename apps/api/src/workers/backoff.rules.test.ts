import { expect, test } from 'vitest'
import { periodMs, retryDelayMs, sleepMs } from './backoff.rules.ts'

const BACKOFF = { firstMs: 1000, mostMs: 60_000, unknownMs: 5000 }

test('retryDelayMs doubles with each attempt up to its limit', () => {
  expect([1, 2, 3, 6, 7, 2000].map((attempt) => retryDelayMs(BACKOFF, attempt))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ])
})

test('retryDelayMs waits at least unknownMs when the outcome is unknown', () => {
  expect([1, 4].map((attempt) => retryDelayMs(BACKOFF, attempt, { isUnknown: true }))).toEqual([5000, 8000])
  expect(retryDelayMs({ firstMs: 1000, mostMs: 60_000 }, 1, { isUnknown: true })).toBe(1000)
})

test('retryDelayMs uses the delay that the service asks for, up to an hour', () => {
  expect(retryDelayMs(BACKOFF, 5, { retryAfterMs: 0, isUnknown: true })).toBe(0)
  expect(retryDelayMs(BACKOFF, 1, { retryAfterMs: 86_400_000 })).toBe(3_600_000)
  expect(retryDelayMs(BACKOFF, 1, { retryAfterMs: null })).toBe(1000)
})

test('periodMs stays within a tenth of the period', () => {
  expect([0, 0.5, 0.9999].map((random) => periodMs(1000, random))).toEqual([900, 1000, 1100])
})

test('sleepMs waits until the next row is due, and at most a poll', () => {
  expect([250.4, -3, 90_000, null].map((nextMs) => sleepMs(nextMs, { leased: 1, pollMs: 5000 }))).toEqual([
    251, 1, 5000, 5000,
  ])
})

test('sleepMs waits a while when an overdue row could not be leased', () => {
  expect([-3, 0, 7].map((nextMs) => sleepMs(nextMs, { leased: 0, pollMs: 5000 }))).toEqual([100, 100, 7])
})
