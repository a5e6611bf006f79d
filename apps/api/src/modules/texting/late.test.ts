import { describe, expect, test } from 'vitest'
import { interpretDelayedKeyword, isAnswerable, timeOf } from './late.rules.ts'
import { spansOf } from './reconciliation/spans.rules.ts'

const now = new Date('2026-11-21T12:00:00.500Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('timeOf gives [OPEN-101]', () => {
  test.each([
    ["the carrier's time", ago(MINUTE), ago(MINUTE)],
    ['now for a time in the future', ago(-MINUTE), now],
    ['a week ago for an older time', ago(9 * DAY), ago(7 * DAY)],
    ['now without a time', undefined, now],
  ])('%s', (_how, said, expected) => {
    expect(timeOf(said, now)).toEqual(expected)
  })

  test('and isAnswerable is false after ten minutes', () => {
    expect([isAnswerable(ago(10 * MINUTE), now), isAnswerable(ago(10 * MINUTE + 1), now)]).toEqual([true, false])
  })
})

describe('interpretDelayedKeyword [OPEN-072]', () => {
  const sentAt = new Date('2026-11-21T11:00:00Z')
  const about = { consent: 'subscribed', changedAt: null, sentAt, isNewest: true } as const

  test('applies a keyword when nothing newer is known', () => {
    expect(interpretDelayedKeyword('STOP', about).becomes).toBe('opted_out')
    expect(interpretDelayedKeyword('START', { ...about, consent: 'opted_out', changedAt: ago(2 * DAY) }).becomes).toBe(
      'subscribed',
    )
  })

  test('ignores a keyword when something newer was said or decided', () => {
    const newer = { ...about, changedAt: new Date('2026-11-21T11:00:01Z') }
    expect(interpretDelayedKeyword('STOP', newer)).toEqual({
      becomes: null,
      answer: null,
      askedToStop: null,
      isWord: true,
    })
    expect(interpretDelayedKeyword('START', { ...newer, consent: 'opted_out' }).becomes).toBeNull()
  })

  test('takes STOP as the later keyword within the same second', () => {
    const sameSecond = { ...about, changedAt: new Date('2026-11-21T11:00:00.700Z') }
    expect(interpretDelayedKeyword('STOP', sameSecond).becomes).toBe('opted_out')
    expect(interpretDelayedKeyword('START', { ...sameSecond, consent: 'opted_out' }).becomes).toBeNull()
  })

  test('keeps a request in plain words that may be newer', () => {
    expect(interpretDelayedKeyword('START', about).askedToStop).toBe(false)
    expect(interpretDelayedKeyword('START', { ...about, isNewest: false }).askedToStop).toBeNull()
    expect(interpretDelayedKeyword('STOP', { ...about, isNewest: false }).askedToStop).toBe(false)
  })
})

describe('spansOf', () => {
  const long = ago(100 * DAY)

  test('starts ten minutes before the watermark', () => {
    expect(spansOf({ begunAt: long, coveredUntil: ago(2 * MINUTE) }, now)).toEqual([
      { from: ago(12 * MINUTE), until: now },
    ])
  })

  test('starts no earlier than the first run', () => {
    expect(spansOf({ begunAt: ago(MINUTE), coveredUntil: ago(MINUTE) }, now)).toEqual([
      { from: ago(MINUTE), until: now },
    ])
    expect(spansOf({ begunAt: now, coveredUntil: now }, now)).toEqual([])
  })

  test('covers a week at most, in days without a gap', () => {
    const spans = spansOf({ begunAt: long, coveredUntil: long }, now)
    expect([spans.length, spans[0]?.from, spans.at(-1)?.until]).toEqual([7, ago(7 * DAY), now])
    for (const [index, { from }] of spans.entries()) if (index > 0) expect(from).toEqual(spans[index - 1]?.until)
  })
})
