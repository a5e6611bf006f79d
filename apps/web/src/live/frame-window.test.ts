import type { Frame } from '@foyer/contracts/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WINDOW_MAX_MS, WINDOW_MIN_MS } from './frame-window.rules.ts'
import { createFrameWindow } from './frame-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function frame(from: number, to: number, changes: Partial<Frame> = {}): Frame {
  const counts = { unreadMessages: to, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }
  return { organizationId: 'org_cedar', epoch: 'e1', from, to, counts, events: [], ...changes }
}

/** Paints after `paintMs`; null for a hidden tab, which paints nothing. */
function open(paintMs: number | null = 16) {
  const told: Frame[] = []
  const afterPaint = (then: () => void) => {
    const timer = paintMs === null ? undefined : setTimeout(then, paintMs)
    return () => clearTimeout(timer)
  }
  return { told, window: createFrameWindow((one) => told.push(one), afterPaint) }
}

test('frame window emits the first frame after a quiet period at once', () => {
  const { told, window } = open()
  window.take(frame(1, 2))
  vi.advanceTimersByTime(WINDOW_MIN_MS)
  window.take(frame(2, 3))
  expect(told.map(({ to }) => to)).toEqual([2, 3])
})

test('frame window merges the frames of one window into one, with the counts of the last', () => {
  const { told, window } = open()
  for (let seq = 1; seq < 9; seq++) window.take(frame(seq, seq + 1))
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(WINDOW_MIN_MS)
  expect(told.slice(1)).toEqual([frame(2, 9)])
})

test('frame window keeps frames separate when a gap, another epoch or another organization is between them', () => {
  const { told, window } = open()
  const frames = [frame(1, 2), frame(2, 3), frame(5, 6), frame(6, 7, { epoch: 'e2' })]
  for (const one of frames) window.take(one)
  window.take(frame(7, 8, { epoch: 'e2', organizationId: 'org_lakeside' }))
  vi.advanceTimersByTime(WINDOW_MIN_MS)
  expect(told.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [2, 3],
    [5, 6],
    [6, 7],
    [7, 8],
  ])
})

test('frame window emits waiting frames on flush, and none after stop', () => {
  const { told, window } = open()
  window.take(frame(1, 2))
  window.take(frame(2, 3))
  window.flush()
  expect(told).toHaveLength(2)
  window.take(frame(3, 4))
  window.stop()
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(2)
})

test('frame window lasts twice as long as its frames take until they are painted', () => {
  const { told, window } = open(70)
  window.take(frame(1, 2))
  window.take(frame(2, 3))
  vi.advanceTimersByTime(139)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(told).toHaveLength(2)
})

test('frame window ends at its longest time when the tab is hidden and paints nothing', () => {
  const { told, window } = open(null)
  window.take(frame(1, 2))
  window.take(frame(2, 3))
  vi.advanceTimersByTime(WINDOW_MAX_MS - 1)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(told).toHaveLength(2)
})
