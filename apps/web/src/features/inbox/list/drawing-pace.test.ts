import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawingPace } from './drawing-pace.ts'

const FRAME_MS = 16

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const asked = (pace: ReturnType<typeof createDrawingPace>, times: number) =>
  Array.from({ length: times }, () => pace.may()).filter(Boolean).length

test('in a list that stands still every row is drawn at once', () => {
  expect(
    asked(
      createDrawingPace(() => false),
      30,
    ),
  ).toBe(30)
})

test('of many that fly by some are drawn with each frame, in their order, and those that have gone by never', () => {
  const pace = createDrawingPace(() => true)
  expect(asked(pace, 30)).toBe(4)
  const called: number[] = []
  const giveUps = Array.from({ length: 22 }, (_, row) => pace.wait(() => called.push(row)))
  giveUps[1]?.()
  vi.advanceTimersByTime(FRAME_MS)
  expect(called).toEqual([0, 2, 3, 4])
  // That was this frame's share.
  expect(pace.may()).toBe(false)
  vi.advanceTimersByTime(6 * FRAME_MS)
  expect(called).toHaveLength(21)
  expect(asked(pace, 30)).toBe(4)
})

test('stopped, it draws nothing more', () => {
  const pace = createDrawingPace(() => true)
  const called: number[] = []
  pace.wait(() => called.push(0))
  pace.stop()
  vi.advanceTimersByTime(1_000)
  expect(called).toEqual([])
})
