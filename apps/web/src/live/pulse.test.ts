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

test('[OPEN-097] it asks again so long after each answer, and one question at a time', () => {
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

test('[OPEN-097] what is not answered is late, is not so once it is, and is gone after as long as a relay may be silent', () => {
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

test('[OPEN-097] nobody is live for longer than ten seconds without knowing of now', () => {
  expect(LIVE.pulseEveryMs + LIVE.lateMs).toBeLessThan(10_000)
})

test('stopped or started twice, it asks no more and no more often', () => {
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
