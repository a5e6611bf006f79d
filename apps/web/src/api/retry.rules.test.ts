import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { retryDelay } from './retry.rules.ts'

const answered = (status: number, retryAfter?: string | null) => new CallError(undefined, status, null, retryAfter)
const offline = new TypeError('Failed to fetch')

test('retryDelay has a delay when a failure may be temporary, and none for a refusal', () => {
  const asked = [offline, ...[429, 500, 502, 503, 504, 200, 400, 401, 403, 404, 409].map((status) => answered(status))]
  expect(asked.map((error) => retryDelay(error, 0, 0) !== null)).toEqual([
    ...Array<boolean>(6).fill(true),
    ...Array<boolean>(6).fill(false),
  ])
})

test('retryDelay starts above ten seconds, grows with each try, varies at random, and stays within 90 s [CONST-12]', () => {
  const waits = (random: number) => [0, 1, 2, 3, 5_000].map((tries) => retryDelay(offline, tries, random))
  expect(waits(0)).toEqual([15_000, 30_000, 60_000, 60_000, 60_000])
  expect(waits(1)).toEqual([22_500, 45_000, 90_000, 90_000, 90_000])
})

test('retryDelay respects Retry-After and still varies at random', () => {
  expect([0, 1].map((random) => retryDelay(answered(503, '60'), 0, random))).toEqual([60_000, 67_500])
  expect(retryDelay(answered(429, '1'), 3, 0)).toBe(60_000)
  for (const nothing of [null, undefined, '', '-5', 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect(retryDelay(answered(503, nothing), 0, 0)).toBe(15_000)
  // A delay beyond the timer's limit would fire at once.
  expect(retryDelay(answered(503, '9999999'), 0, 0)).toBe(86_400_000)
})
