import { failureReason } from '@foyer/contracts/campaign/failure-causes.rules.ts'
import { deliveries } from '@foyer/contracts/inbox/message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import { advances, deliveryOf, isTooLate, TEXT_RETRIES } from './delivery.rules.ts'

const reports = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const

test('advances is false for a report that would move a text back [OPEN-071]', () => {
  expect(advances('delivered', 'sent')).toBe(false)
  expect(advances('failed', 'sent')).toBe(false)
  expect(advances('sent', 'sent')).toBe(false)
  expect(advances('sending', 'sent')).toBe(true)
  expect(advances('sent', 'undelivered')).toBe(true)
  expect(advances('undelivered', 'delivered')).toBe(true)
})

test('advances is false for inbound messages [OPEN-071]', () => {
  for (const reported of deliveries) expect(advances('received', reported)).toBe(false)
})

test('advances ends at delivered once that was reported, in any order and with repeats [OPEN-071]', () => {
  const told = fc.array(fc.constantFrom(...reports), { maxLength: 12 })
  fc.assert(
    fc.property(told, told, (before, after) => {
      const heard = [...before, 'delivered' as const, ...after]
      expect(heard.reduce((known, one) => (advances(known, one) ? one : known), 'queued' as const as never)).toBe(
        'delivered',
      )
    }),
  )
})

test.each([
  ['queued', 'sent'],
  ['accepted', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['canceled', 'failed'],
  ['receiving', null],
  ['constructor', null],
  ['', null],
])("deliveryOf maps the carrier's %s to %s", (carrier, ours) => {
  expect(deliveryOf(carrier)).toBe(ours)
})

test('failureReason uses words, and the code when there are none', () => {
  expect(failureReason('21610')).toBe('The patient opted out of texts.')
  expect(failureReason('30003')).toBe('The phone could not be reached.')
  expect(failureReason('99999')).toBe('The carrier refused the text (code 99999).')
  expect(failureReason(null)).toBe('The carrier did not say why.')
})

test("retryDelayMs grows, follows the carrier's retry-after, and is longer after an unknown outcome", () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(TEXT_RETRIES, attempt))).toEqual([1000, 2000, 4000, 8000])
  expect(retryDelayMs(TEXT_RETRIES, 50)).toBe(60_000)
  expect(retryDelayMs(TEXT_RETRIES, 1, { isUnknown: true })).toBe(5000)
  expect(retryDelayMs(TEXT_RETRIES, 1, { retryAfterMs: 30_000 })).toBe(30_000)
  expect(retryDelayMs(TEXT_RETRIES, 1, { retryAfterMs: 0 })).toBe(0)
})

test('isTooLate is true after a day', () => {
  const queued = new Date('2026-11-19T12:00:00Z')
  expect(isTooLate(queued, new Date('2026-11-20T12:00:00Z'))).toBe(false)
  expect(isTooLate(queued, new Date('2026-11-20T12:00:01Z'))).toBe(true)
})
