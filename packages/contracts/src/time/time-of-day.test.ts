import { expect, test } from 'vitest'
import { endsAfterItBegins, halfHours, isInOrder, isTimeOfDay } from './time-of-day.rules.ts'

test.each(['00:00', '09:30', '23:59'])('[RULE-18] %s is a time of day', (value) => {
  expect(isTimeOfDay(value)).toBe(true)
})

test.each(['24:00', '12:60', '9:30', '9:30 PM', '', '12:3'])('[RULE-18] %j is none', (value) => {
  expect(isTimeOfDay(value)).toBe(false)
})

test('[RULE-19] a day has 48 half hours', () => {
  const slots = halfHours()
  expect(slots).toHaveLength(48)
  expect([slots[0], slots[1], slots[47]]).toEqual(['00:00', '00:30', '23:30'])
  expect(slots.every(isTimeOfDay)).toBe(true)
})

test('a span ends after it begins, and 24:00 is the latest end', () => {
  expect(endsAfterItBegins({ from: '09:00', to: '09:00' })).toBe(false)
  expect(endsAfterItBegins({ from: '09:00', to: '08:59' })).toBe(false)
  expect(endsAfterItBegins({ from: '23:59', to: '24:00' })).toBe(true)
})

test('spans are in order when none begins before the one before it ends', () => {
  const morning = { from: '08:00', to: '12:00' }
  expect(isInOrder([])).toBe(true)
  expect(isInOrder([morning, { from: '12:00', to: '17:00' }])).toBe(true)
  expect(isInOrder([morning, { from: '11:59', to: '17:00' }])).toBe(false)
})
