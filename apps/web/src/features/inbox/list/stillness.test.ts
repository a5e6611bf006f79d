import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStillness } from './stillness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a list that was never scrolled stands still', () => {
  expect(createStillness().isMoving()).toBe(false)
})

test('what waits is called once the list was not scrolled for a while, a few with each frame', () => {
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

test('scrolled again, what is left waits again; stopped, it is never called', () => {
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
