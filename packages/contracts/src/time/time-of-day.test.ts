import { expect, test } from 'vitest'
import { endsAfterItBegins, halfHours, isInOrder, isTimeOfDay } from './time-of-day.rules.ts'

test.each(['00:00', '09:30', '23:59'])('isTimeOfDay accepts %s [RULE-18]', (value) => {
  expect(isTimeOfDay(value)).toBe(true)
})

test.each(['24:00', '12:60', '9:30', '9:30 PM', '', '12:3'])('isTimeOfDay refuses %j [RULE-18]', (value) => {
  expect(isTimeOfDay(value)).toBe(false)
})

test('halfHours returns 48 times [RULE-19]', () => {
  const slots = halfHours()
  expect(slots).toHaveLength(48)
  expect([slots[0], slots[1], slots[47]]).toEqual(['00:00', '00:30', '23:30'])
  expect(slots.every(isTimeOfDay)).toBe(true)
})

test('endsAfterItBegins is true only when the end is later, up to 24:00', () => {
  expect(endsAfterItBegins({ from: '09:00', to: '09:00' })).toBe(false)
  expect(endsAfterItBegins({ from: '09:00', to: '08:59' })).toBe(false)
  expect(endsAfterItBegins({ from: '23:59', to: '24:00' })).toBe(true)
})

test('isInOrder is true when no span begins before the previous one ends', () => {
  const morning = { from: '08:00', to: '12:00' }
  expect(isInOrder([])).toBe(true)
  expect(isInOrder([morning, { from: '12:00', to: '17:00' }])).toBe(true)
  expect(isInOrder([morning, { from: '11:59', to: '17:00' }])).toBe(false)
})
