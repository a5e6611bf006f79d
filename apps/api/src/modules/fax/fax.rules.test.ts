import { expect, test } from 'vitest'
import { daysOfHandover, givenUp, isTooLate, isUnconfirmed, pollMs } from './attempts.rules.ts'
import { halftoneDots, sharpDots, warningsOf } from './black-white.rules.ts'
import { callbackUrl, isCallbackOf } from './callback.rules.ts'

test('sharpDots prints dark dots black and counts them', () => {
  const { dots, black } = sharpDots(Buffer.from([0, 127, 128, 255]))
  expect([[...dots], black]).toEqual([[0, 0, 255, 255], 0.5])
  expect(sharpDots(Buffer.alloc(0)).black).toBe(0)
})

test.each([0, 64, 128, 192, 255])('halftoneDots keeps the average of the shade %i', (shade) => {
  const { dots, black } = halftoneDots(Buffer.alloc(100 * 100, shade), 100)
  expect(new Set(dots).isSubsetOf(new Set([0, 255]))).toBe(true)
  expect(black).toBeCloseTo(1 - shade / 255, 1)
})

test('warningsOf warns of pages that are almost black or empty, and of many pages with the cover', () => {
  expect(warningsOf(1, [0.9, 0, 0.1])).toEqual([
    { page: 2, message: 'Page 2 is almost black.' },
    { page: 3, message: 'Page 3 is empty.' },
  ])
  expect(warningsOf(2, [0.1, 0])).toEqual([{ page: 4, message: 'Page 4 is empty.' }])
  const thirty = Array.from({ length: 30 }, () => 0.1)
  expect(warningsOf(1, thirty)).toEqual([{ page: null, message: '31 pages take a machine a long time.' }])
  expect(warningsOf(1, thirty.slice(1))).toEqual([])
})

test('isCallbackOf finds our fax and attempt in its callback address, whatever the key was', () => {
  const url = callbackUrl('https://foyer.test', 'old key', { faxId: 'f1', attempt: 2 })
  expect(isCallbackOf(url, { faxId: 'f1', attempt: 2 })).toBe(true)
  expect(isCallbackOf(url, { faxId: 'f1', attempt: 1 })).toBe(false)
  expect(isCallbackOf('not an address', { faxId: 'f1', attempt: 2 })).toBe(false)
})

const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour))
const written = { createdAt: at(0).toISOString(), attempts: [], nextAttemptAt: null }
const busy = {
  ...{ n: 1, at: at(1).toISOString(), endedAt: at(2).toISOString(), status: 'failed' as const },
  ...{ cause: 'busy' as const, pagesSent: null },
}

test('isTooLate is true a day after the fax was written, its last try ended, or its next was to be made', () => {
  const ended = { ...written, attempts: [busy] }
  const planned = { ...ended, nextAttemptAt: at(10).toISOString() }
  expect([written, ended, planned].map((fax) => isTooLate(fax, at(23)))).toEqual([false, false, false])
  expect([written, ended, planned].map((fax) => isTooLate(fax, at(24)))).toEqual([true, false, false])
  expect([written, ended, planned].map((fax) => isTooLate(fax, at(34)))).toEqual([true, true, true])
})

test('isUnconfirmed is true after a day, or a quarter of an hour where the second look did not find the fax', () => {
  const after = (minutes: number) => new Date(at(0).getTime() + minutes * 60_000)
  const looked = (looked: number, isAbsent: boolean) => (minutes: number) =>
    isUnconfirmed({ calledAt: at(0), looked, isAbsent }, after(minutes))
  expect([14, 15].map(looked(1, true))).toEqual([false, true])
  for (const one of [looked(0, true), looked(9, false)]) expect([15, 1439, 1440].map(one)).toEqual([false, false, true])
})

test('givenUp has the cause of the last try unless there is another reason', () => {
  expect(givenUp({ attempts: [] }, at(1))).toMatchObject({ status: 'failed', cause: null })
  expect(givenUp({ attempts: [busy] }, at(1))).toMatchObject({ status: 'failed', cause: 'busy', nextAttemptAt: null })
  expect(givenUp({ attempts: [busy] }, at(1), 'no_service')).toMatchObject({ cause: 'no_service' })
})

test('daysOfHandover includes the next day shortly before midnight, and pollMs doubles up to a quarter of an hour', () => {
  expect(daysOfHandover(new Date('2026-11-19T12:00:00Z'))).toEqual(['2026-11-19'])
  expect(daysOfHandover(new Date('2026-11-19T23:55:00Z'))).toEqual(['2026-11-19', '2026-11-20'])
  expect([0, 1, 2, 9].map((looked) => pollMs(60, looked))).toEqual([60_000, 120_000, 240_000, 900_000])
})
