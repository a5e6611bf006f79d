import { expect, test } from 'vitest'
import { campaignStepMs, etaOf, latest, nextMorning, nextSlot, numberStepMs } from './pace.rules.ts'

const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const NOW = at('16:00:00.000')

test('a campaign leaves 3600 / perHour seconds between its texts', () => {
  expect([200, 3600, 36_000, null].map(campaignStepMs)).toEqual([18_000, 1000, 100, 0])
})

test('a text keeps the number for its segments', () => {
  expect(numberStepMs(3, 1)).toBe(3000)
  expect(numberStepMs(1, 20)).toBe(50)
})

test('the first text takes its slot at once, and the next follows one step later', () => {
  expect(nextSlot(null, NOW, 18_000)).toEqual(at('16:00:18.000'))
})

test('slots keep their beat when a worker is late by less than a second', () => {
  expect(nextSlot(at('15:59:59.600'), NOW, 18_000)).toEqual(at('16:00:17.600'))
  expect(nextSlot(at('15:59:58.900'), NOW, 18_000)).toEqual(at('16:00:18.000'))
})

test('slots do not accumulate when nothing was sent for an hour', () => {
  expect(nextSlot(at('15:00:00.000'), NOW, 18_000)).toEqual(at('16:00:18.000'))
  expect(nextSlot(at('15:59:59.500'), NOW, 100)).toEqual(at('16:00:00.100'))
})

test('a worker that is a few slots late sends the next texts at once, and then keeps the beat', () => {
  const [first, ...more] = [3, 2, 1].map((late) => new Date(NOW.getTime() - late * 100))
  expect(nextSlot(first ?? null, NOW, 100)).toEqual(more[0])
  expect(nextSlot(more[0] ?? null, NOW, 100)).toEqual(more[1])
  expect(nextSlot(more[1] ?? null, NOW, 100)).toEqual(NOW)
})

test('the morning after is 8:00 of the next day on the clock of the organization', () => {
  expect(nextMorning(NOW, 'America/Chicago')).toEqual(new Date('2026-11-21T14:00:00Z'))
  expect(nextMorning(new Date('2026-11-21T04:00:00Z'), 'America/Chicago')).toEqual(new Date('2026-11-21T14:00:00Z'))
})

test('the expected end is the later of the last due time and the pace', () => {
  const ahead = { waiting: 3, lastDue: NOW, slot: at('16:00:10.000'), stepMs: 18_000 }
  expect(etaOf(ahead, NOW)).toEqual(at('16:00:46.000'))
  expect(etaOf({ ...ahead, lastDue: at('20:00:00.000') }, NOW)).toEqual(at('20:00:00.000'))
  expect(etaOf({ ...ahead, waiting: 0, lastDue: null }, NOW)).toBeNull()
})

test('the latest of no times is none', () => {
  expect([latest(), latest(null, NOW), latest(NOW, at('15:00:00.000'))]).toEqual([null, NOW, NOW])
})
