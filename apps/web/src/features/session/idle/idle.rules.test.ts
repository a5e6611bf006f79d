import { describe, expect, test } from 'vitest'
import {
  endingOf,
  isSomebodyHere,
  isWorthNoting,
  type Life,
  leftMs,
  lifeOf,
  overheard,
  passed,
  type Reading,
  secondsWords,
  spokenSeconds,
  untilWarningMs,
  warningLeadMs,
} from './idle.rules.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const at = (ms: number, wall = ms): Reading => ({ elapsed: ms, wall })
const life = (idleMs: number, wholeMs = 12 * 60 * MINUTE): Life => ({ at: at(0), idleMinutes: 30, idleMs, wholeMs })

describe('[OPEN-093] the time that passed', () => {
  test('is measured, whatever the clock on the wall says', () => {
    expect(passed(at(1_000), at(61_000))).toBe(MINUTE)
    expect(passed(at(1_000), at(61_000, 61_000 - DAY))).toBe(MINUTE)
  })

  test('goes on while the machine sleeps: then only the wall clock knows', () => {
    expect(passed(at(1_000), at(2_000, 1_000 + 8 * 60 * MINUTE))).toBe(8 * 60 * MINUTE)
  })
})

test('[OPEN-093] the ends are counted from the server’s own now: a clock that is a day off changes nothing', () => {
  const told = {
    now: '2026-11-17T08:00:00.000Z',
    idleMinutes: 30,
    idleEndsAt: '2026-11-17T08:30:00.000Z',
    endsAt: '2026-11-17T20:00:00.000Z',
  }
  for (const wall of [Date.parse(told.now) - DAY, Date.parse(told.now) + DAY]) {
    const here = lifeOf(told, { elapsed: 5, wall })
    expect(leftMs(here, { elapsed: 5, wall })).toBe(30 * MINUTE)
    expect(leftMs(here, { elapsed: 5 + MINUTE, wall: wall + MINUTE })).toBe(29 * MINUTE)
  }
})

test('[OPEN-093] what another tab heard is as old as the wall clock says, which both have', () => {
  // The other tab was opened long ago, and this one froze for a minute.
  const there: Life = { at: { elapsed: 9_000_000, wall: 500_000 }, idleMinutes: 30, idleMs: 5 * MINUTE, wholeMs: DAY }
  expect(
    leftMs(overheard(there, { elapsed: 70, wall: 500_000 + MINUTE }), { elapsed: 70, wall: 500_000 + MINUTE }),
  ).toBe(4 * MINUTE)
})

test.each([
  [720, MINUTE],
  [30, MINUTE],
  [2, MINUTE],
  [1, 30_000],
])('[OPEN-093] of %i minutes the last %i ms are warned of', (idleMinutes, lead) => {
  expect(warningLeadMs(idleMinutes)).toBe(lead)
  const whole = idleMinutes * MINUTE
  expect(untilWarningMs({ ...life(whole), idleMinutes }, at(0))).toBe(whole - lead)
})

test('[OPEN-093] it ends unused, or with the twelve hours if those are over first', () => {
  expect(endingOf(life(MINUTE))).toBe('idle')
  expect(endingOf(life(MINUTE, MINUTE))).toBe('whole')
  expect(leftMs(life(10 * MINUTE, 2 * MINUTE), at(MINUTE))).toBe(MINUTE)
})

test('[OPEN-093] the server is told once a minute, sooner where that were too late', () => {
  expect(isWorthNoting(null, 30, at(0))).toBe(true)
  expect(isWorthNoting(at(0), 30, at(MINUTE - 1))).toBe(false)
  expect(isWorthNoting(at(0), 30, at(MINUTE))).toBe(true)
  expect(isWorthNoting(at(0), 1, at(5_999))).toBe(false)
  expect(isWorthNoting(at(0), 1, at(6_000))).toBe(true)
})

test('[OPEN-093] behind a call stands whoever did something within the last minute', () => {
  expect(isSomebodyHere(at(0), at(MINUTE - 1), 30)).toBe(true)
  expect(isSomebodyHere(at(0), at(MINUTE), 30)).toBe(false)
  expect(isSomebodyHere(at(0), at(1_000, 8 * 60 * MINUTE), 30)).toBe(false)
  expect(isSomebodyHere(at(0), at(6_000), 1)).toBe(false)
})

test('a screen reader hears the countdown twice after its start, not every second', () => {
  const said = Array.from({ length: 61 }, (_, n) => spokenSeconds(60 - n, 60))
  expect(said.filter((one, n) => one !== said[n - 1])).toEqual([null, 30, 10])
  expect(said.indexOf(30)).toBe(30)
  expect(said.indexOf(10)).toBe(50)
  // Of half a minute the start has said it already.
  expect([30, 20, 11, 10, 0].map((seconds) => spokenSeconds(seconds, 30))).toEqual([null, null, null, 10, 10])
  expect([secondsWords(1), secondsWords(30)]).toEqual(['1 second', '30 seconds'])
})
