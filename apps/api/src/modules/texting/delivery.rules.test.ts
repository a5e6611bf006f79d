import { deliveries } from '@foyer/contracts/inbox/message.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelayMs } from '../../work/backoff.rules.ts'
import { advances, deliveryOf, failureReason, isTooLate, TEXT_RETRIES } from './delivery.rules.ts'

const reports = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const

test('[OPEN-071] a report never takes one back', () => {
  expect(advances('delivered', 'sent')).toBe(false)
  expect(advances('failed', 'sent')).toBe(false)
  expect(advances('sent', 'sent')).toBe(false)
  expect(advances('sending', 'sent')).toBe(true)
  expect(advances('sent', 'undelivered')).toBe(true)
  expect(advances('undelivered', 'delivered')).toBe(true)
})

test('[OPEN-071] what came in is no matter of delivery', () => {
  for (const reported of deliveries) expect(advances('received', reported)).toBe(false)
})

test('[OPEN-071] a text that was delivered ends as delivered, in whatever order and however often it is told', () => {
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
])("the carrier's %s is %s", (carrier, ours) => {
  expect(deliveryOf(carrier)).toBe(ours)
})

test('why it failed is said in words, with the code where there are none', () => {
  expect(failureReason('21610')).toBe('The patient opted out of texts.')
  expect(failureReason('30003')).toBe('The phone could not be reached.')
  expect(failureReason('99999')).toBe('The carrier refused the text (code 99999).')
  expect(failureReason(null)).toBe('The carrier did not say why.')
})

test('waits longer each time, as long as the carrier asks, and longer where it may have the text', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(TEXT_RETRIES, attempt))).toEqual([1000, 2000, 4000, 8000])
  expect(retryDelayMs(TEXT_RETRIES, 50)).toBe(60_000)
  expect(retryDelayMs(TEXT_RETRIES, 1, { isUnknown: true })).toBe(5000)
  expect(retryDelayMs(TEXT_RETRIES, 1, { retryAfterMs: 30_000 })).toBe(30_000)
  expect(retryDelayMs(TEXT_RETRIES, 1, { retryAfterMs: 0 })).toBe(0)
})

test('after a day a text says what no longer holds', () => {
  const queued = new Date('2026-11-19T12:00:00Z')
  expect(isTooLate(queued, new Date('2026-11-20T12:00:00Z'))).toBe(false)
  expect(isTooLate(queued, new Date('2026-11-20T12:00:01Z'))).toBe(true)
})
