import { describe, expect, test } from 'vitest'
import {
  type ClockReading,
  elapsedMs,
  endingOf,
  fromOtherTab,
  isSomebodyHere,
  isWorthNoting,
  type Life,
  leftMs,
  lifeOf,
  secondsWords,
  spokenSeconds,
  untilWarningMs,
  warningLeadMs,
} from './idle.rules.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const at = (ms: number, wall = ms): ClockReading => ({ elapsed: ms, wall })
const life = (idleMs: number, wholeMs = 12 * 60 * MINUTE): Life => ({ at: at(0), idleMinutes: 30, idleMs, wholeMs })

describe('elapsedMs', () => {
  test('counts elapsed time whatever the wall clock says [OPEN-093]', () => {
    expect(elapsedMs(at(1_000), at(61_000))).toBe(MINUTE)
    expect(elapsedMs(at(1_000), at(61_000, 61_000 - DAY))).toBe(MINUTE)
  })

  test('counts by the wall clock while the computer sleeps [OPEN-093]', () => {
    expect(elapsedMs(at(1_000), at(2_000, 1_000 + 8 * 60 * MINUTE))).toBe(8 * 60 * MINUTE)
  })
})

test('lifeOf counts from the server’s own time, so that a clock off by a day changes nothing [OPEN-093]', () => {
  const answer = {
    now: '2026-11-17T08:00:00.000Z',
    idleMinutes: 30,
    idleEndsAt: '2026-11-17T08:30:00.000Z',
    endsAt: '2026-11-17T20:00:00.000Z',
  }
  for (const wall of [Date.parse(answer.now) - DAY, Date.parse(answer.now) + DAY]) {
    const here = lifeOf(answer, { elapsed: 5, wall })
    expect(leftMs(here, { elapsed: 5, wall })).toBe(30 * MINUTE)
    expect(leftMs(here, { elapsed: 5 + MINUTE, wall: wall + MINUTE })).toBe(29 * MINUTE)
  }
})

test('a life received from another tab is aged by the wall clock that both share [OPEN-093]', () => {
  // The other tab was opened long ago, and this one froze for a minute.
  const there: Life = { at: { elapsed: 9_000_000, wall: 500_000 }, idleMinutes: 30, idleMs: 5 * MINUTE, wholeMs: DAY }
  expect(
    leftMs(fromOtherTab(there, { elapsed: 70, wall: 500_000 + MINUTE }), { elapsed: 70, wall: 500_000 + MINUTE }),
  ).toBe(4 * MINUTE)
})

test.each([
  [720, MINUTE],
  [30, MINUTE],
  [2, MINUTE],
  [1, 30_000],
])('warning for %i idle minutes comes %i ms before the end [OPEN-093]', (idleMinutes, lead) => {
  expect(warningLeadMs(idleMinutes)).toBe(lead)
  const whole = idleMinutes * MINUTE
  expect(untilWarningMs({ ...life(whole), idleMinutes }, at(0))).toBe(whole - lead)
})

test('endingOf names the earlier of the idle end and the twelve hours [OPEN-093]', () => {
  expect(endingOf(life(MINUTE))).toBe('idle')
  expect(endingOf(life(MINUTE, MINUTE))).toBe('whole')
  expect(leftMs(life(10 * MINUTE, 2 * MINUTE), at(MINUTE))).toBe(MINUTE)
})

test('isWorthNoting is true once a minute, and more often for a short idle time [OPEN-093]', () => {
  expect(isWorthNoting(null, 30, at(0))).toBe(true)
  expect(isWorthNoting(at(0), 30, at(MINUTE - 1))).toBe(false)
  expect(isWorthNoting(at(0), 30, at(MINUTE))).toBe(true)
  expect(isWorthNoting(at(0), 1, at(5_999))).toBe(false)
  expect(isWorthNoting(at(0), 1, at(6_000))).toBe(true)
})

test('isSomebodyHere is true for input within the last minute [OPEN-093]', () => {
  expect(isSomebodyHere(at(0), at(MINUTE - 1), 30)).toBe(true)
  expect(isSomebodyHere(at(0), at(MINUTE), 30)).toBe(false)
  expect(isSomebodyHere(at(0), at(1_000, 8 * 60 * MINUTE), 30)).toBe(false)
  expect(isSomebodyHere(at(0), at(6_000), 1)).toBe(false)
})

test('spokenSeconds changes twice after its start and not every second', () => {
  const said = Array.from({ length: 61 }, (_, n) => spokenSeconds(60 - n, 60))
  expect(said.filter((one, n) => one !== said[n - 1])).toEqual([null, 30, 10])
  expect(said.indexOf(30)).toBe(30)
  expect(said.indexOf(10)).toBe(50)
  // A start at 30 seconds was announced by the dialog itself.
  expect([30, 20, 11, 10, 0].map((seconds) => spokenSeconds(seconds, 30))).toEqual([null, null, null, 10, 10])
  expect([secondsWords(1), secondsWords(30)]).toEqual(['1 second', '30 seconds'])
})
