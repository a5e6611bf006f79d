import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRenderPace } from './render-pace.ts'

const FRAME_MS = 16

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const granted = (pace: ReturnType<typeof createRenderPace>, times: number) =>
  Array.from({ length: times }, () => pace.may()).filter(Boolean).length

test('render pace lets every row render at once when the list is not moving', () => {
  expect(
    granted(
      createRenderPace(() => false),
      30,
    ),
  ).toBe(30)
})

test('render pace renders a few rows per frame in order while the list moves, and skips rows that were given up', () => {
  const pace = createRenderPace(() => true)
  expect(granted(pace, 30)).toBe(4)
  const called: number[] = []
  const giveUps = Array.from({ length: 22 }, (_, row) => pace.wait(() => called.push(row)))
  giveUps[1]?.()
  vi.advanceTimersByTime(FRAME_MS)
  expect(called).toEqual([0, 2, 3, 4])
  // The four rows of this frame are used up.
  expect(pace.may()).toBe(false)
  vi.advanceTimersByTime(6 * FRAME_MS)
  expect(called).toHaveLength(21)
  expect(granted(pace, 30)).toBe(4)
})

test('render pace renders nothing more after stop', () => {
  const pace = createRenderPace(() => true)
  const called: number[] = []
  pace.wait(() => called.push(0))
  pace.stop()
  vi.advanceTimersByTime(1_000)
  expect(called).toEqual([])
})
