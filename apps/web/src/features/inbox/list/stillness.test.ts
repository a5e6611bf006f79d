import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStillness } from './stillness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('stillness reports no movement when the list was never scrolled', () => {
  expect(createStillness().isMoving()).toBe(false)
})

test('stillness calls what waits after a pause without scrolling, a few per frame', () => {
  const list = createStillness()
  const called: number[] = []
  list.moved()
  for (let row = 0; row < 8; row++) list.wait(() => called.push(row))
  const giveUp = list.wait(() => called.push(-1))
  giveUp()
  vi.advanceTimersByTime(140)
  list.moved()
  vi.advanceTimersByTime(140)
  expect([called, list.isMoving()]).toEqual([[], true])
  vi.advanceTimersByTime(20)
  expect(called).toEqual([0, 1, 2, 3, 4, 5])
  vi.advanceTimersByTime(20)
  expect(called).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(list.isMoving()).toBe(false)
})

test('stillness delays the rest when the list scrolls again, and never calls after stop', () => {
  const list = createStillness()
  const called: number[] = []
  list.moved()
  for (let row = 0; row < 8; row++) list.wait(() => called.push(row))
  vi.advanceTimersByTime(150)
  list.moved()
  vi.advanceTimersByTime(100)
  expect(called).toHaveLength(6)
  list.stop()
  vi.advanceTimersByTime(1_000)
  expect(called).toHaveLength(6)
})
