import type { Frame } from '@foyer/contracts/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameWindow, FRAME_WINDOW_MS } from './frame-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function frame(from: number, to: number, changes: Partial<Frame> = {}): Frame {
  const counts = { unreadMessages: to, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }
  return { organizationId: 'org_cedar', epoch: 'e1', from, to, counts, events: [], ...changes }
}

function open() {
  const told: Frame[] = []
  return { told, window: createFrameWindow((one) => told.push(one)) }
}

test('the first frame after a quiet spell is told at once', () => {
  const { told, window } = open()
  window.take(frame(1, 2))
  vi.advanceTimersByTime(FRAME_WINDOW_MS)
  window.take(frame(2, 3))
  expect(told.map(({ to }) => to)).toEqual([2, 3])
})

test('those of one window are told as one, with the counts of the last', () => {
  const { told, window } = open()
  for (let seq = 1; seq < 9; seq++) window.take(frame(seq, seq + 1))
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(FRAME_WINDOW_MS)
  expect(told.slice(1)).toEqual([frame(2, 9)])
})

test('a hole, another life of the log and another organization stay what they are', () => {
  const { told, window } = open()
  const frames = [frame(1, 2), frame(2, 3), frame(5, 6), frame(6, 7, { epoch: 'e2' })]
  for (const one of frames) window.take(one)
  window.take(frame(7, 8, { epoch: 'e2', organizationId: 'org_lakeside' }))
  vi.advanceTimersByTime(FRAME_WINDOW_MS)
  expect(told.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [2, 3],
    [5, 6],
    [6, 7],
    [7, 8],
  ])
})

test('what waits is told before something else, and not after the end', () => {
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

test('where drawing is slow the window is wider, so that most of the time is left for the hand', () => {
  const told: Frame[] = []
  // As long as the page is busy with it, no timer fires.
  let busy = 0
  const tell = (one: Frame) => {
    told.push(one)
    busy += 30
  }
  const window = createFrameWindow(tell, () => performance.now() + busy)
  window.take(frame(1, 2))
  vi.advanceTimersByTime(1)
  window.take(frame(2, 3))
  vi.advanceTimersByTime(FRAME_WINDOW_MS + 10)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(3 * FRAME_WINDOW_MS)
  expect(told).toHaveLength(2)
})
