import { describe, expect, test } from 'vitest'
import { isAlive, isUseWorthNoting, tokenEnd } from './session.rules.ts'

const start = new Date('2026-11-17T08:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const minute = 60_000
const session = { lastUsedAt: start, expiresAt: after(720 * minute) }

describe('isAlive [OPEN-093]', () => {
  test('is false when nobody used the session for the idle time', () => {
    expect(isAlive(session, 30, after(30 * minute - 1))).toBe(true)
    expect(isAlive(session, 30, after(30 * minute))).toBe(false)
  })

  test('is false after the absolute end, however busy the session was', () => {
    const busy = { ...session, lastUsedAt: after(719 * minute) }
    expect(isAlive(busy, 30, after(720 * minute - 1))).toBe(true)
    expect(isAlive(busy, 30, after(720 * minute))).toBe(false)
  })

  test('isUseWorthNoting is true once a minute, and more often with a short idle time', () => {
    expect(isUseWorthNoting(session, 720, after(minute - 1))).toBe(false)
    expect(isUseWorthNoting(session, 720, after(minute))).toBe(true)
    expect(isUseWorthNoting(session, 1, after(5_999))).toBe(false)
    expect(isUseWorthNoting(session, 1, after(6_000))).toBe(true)
  })
})

describe('a token ends [CALL-SESSION-04]', () => {
  const seconds = (date: Date) => date.getTime() / 1000

  test('after its lifetime', () => {
    expect(tokenEnd(session, 720, 300, start)).toBe(seconds(after(300_000)))
  })

  test('with its session when that ends first', () => {
    expect(tokenEnd(session, 30, 300, after(29 * minute))).toBe(seconds(after(30 * minute)))
  })
})
