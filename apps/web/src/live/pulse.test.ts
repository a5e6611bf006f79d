// @vitest-environment node
import { LIVE } from '@foyer/contracts/live.rules.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPulse } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bench() {
  const asked: (() => void)[] = []
  const told: (boolean | 'gone')[] = []
  const pulse = createPulse({
    ask: (answered) => void asked.push(answered),
    isLate: (isLate) => told.push(isLate),
    isGone: () => told.push('gone'),
  })
  pulse.start()
  return { pulse, asked, told, answer: () => asked.at(-1)?.() }
}

test('pulse asks a fixed time after each answer, one question at a time [OPEN-097]', () => {
  const { asked, told, answer } = bench()
  for (let times = 1; times <= 3; times += 1) {
    vi.advanceTimersByTime(LIVE.pulseEveryMs - 1)
    expect(asked).toHaveLength(times - 1)
    vi.advanceTimersByTime(1)
    expect(asked).toHaveLength(times)
    vi.advanceTimersByTime(LIVE.lateMs - 1)
    expect(asked).toHaveLength(times)
    answer()
  }
  expect(told).toEqual([])
})

test('pulse reports late without an answer, current after one, and gone when the relay is silent for too long [OPEN-097]', () => {
  const { told, answer } = bench()
  vi.advanceTimersByTime(LIVE.pulseEveryMs + LIVE.lateMs)
  expect(told).toEqual([true])
  answer()
  expect(told).toEqual([true, false])
  vi.advanceTimersByTime(LIVE.pulseEveryMs + LIVE.silenceMs - 1)
  expect(told).toEqual([true, false, true])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([true, false, true, 'gone'])
})

test('pulse detects late messages within ten seconds [OPEN-097]', () => {
  expect(LIVE.pulseEveryMs + LIVE.lateMs).toBeLessThan(10_000)
})

test('pulse asks no more after stop, and no more often after a second start', () => {
  const { pulse, asked, told, answer } = bench()
  pulse.start()
  vi.advanceTimersByTime(LIVE.pulseEveryMs)
  pulse.start()
  expect(asked).toHaveLength(1)
  pulse.stop()
  answer()
  pulse.start()
  vi.advanceTimersByTime(60_000)
  expect([asked.length, told]).toEqual([1, []])
})
