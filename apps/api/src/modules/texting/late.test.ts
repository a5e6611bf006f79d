import { describe, expect, test } from 'vitest'
import { interpretDelayedKeyword, isAnswerable, timeOf } from './late.rules.ts'
import { spansOf } from './reconciliation/spans.rules.ts'

const now = new Date('2026-11-21T12:00:00.500Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('[OPEN-101] when a late text was sent', () => {
  test.each([
    ['as the carrier says', ago(MINUTE), ago(MINUTE)],
    ['not later than now', ago(-MINUTE), now],
    ['not more than a week ago', ago(9 * DAY), ago(7 * DAY)],
    ['now, where nobody says', undefined, now],
  ])('%s', (_how, said, expected) => {
    expect(timeOf(said, now)).toEqual(expected)
  })

  test('after ten minutes nothing answers it by itself', () => {
    expect([isAnswerable(ago(10 * MINUTE), now), isAnswerable(ago(10 * MINUTE + 1), now)]).toEqual([true, false])
  })
})

describe('[OPEN-072] what it says about being texted', () => {
  const sentAt = new Date('2026-11-21T11:00:00Z')
  const about = { consent: 'subscribed', changedAt: null, sentAt, isNewest: true } as const

  test('counts where nothing newer is known', () => {
    expect(interpretDelayedKeyword('STOP', about).becomes).toBe('opted_out')
    expect(interpretDelayedKeyword('START', { ...about, consent: 'opted_out', changedAt: ago(2 * DAY) }).becomes).toBe(
      'subscribed',
    )
  })

  test('does not where something newer was said or decided', () => {
    const newer = { ...about, changedAt: new Date('2026-11-21T11:00:01Z') }
    expect(interpretDelayedKeyword('STOP', newer)).toEqual({
      becomes: null,
      answer: null,
      askedToStop: null,
      isWord: true,
    })
    expect(interpretDelayedKeyword('START', { ...newer, consent: 'opted_out' }).becomes).toBeNull()
  })

  test('within the same second STOP is the later word', () => {
    const sameSecond = { ...about, changedAt: new Date('2026-11-21T11:00:00.700Z') }
    expect(interpretDelayedKeyword('STOP', sameSecond).becomes).toBe('opted_out')
    expect(interpretDelayedKeyword('START', { ...sameSecond, consent: 'opted_out' }).becomes).toBeNull()
  })

  test('does not take back a wish in plain words that may be newer', () => {
    expect(interpretDelayedKeyword('START', about).askedToStop).toBe(false)
    expect(interpretDelayedKeyword('START', { ...about, isNewest: false }).askedToStop).toBeNull()
    expect(interpretDelayedKeyword('STOP', { ...about, isNewest: false }).askedToStop).toBe(false)
  })
})

describe('which time a look goes through', () => {
  const long = ago(100 * DAY)

  test('from ten minutes before what was had', () => {
    expect(spansOf({ begunAt: long, coveredUntil: ago(2 * MINUTE) }, now)).toEqual([
      { from: ago(12 * MINUTE), until: now },
    ])
  })

  test('nothing from before the first look', () => {
    expect(spansOf({ begunAt: ago(MINUTE), coveredUntil: ago(MINUTE) }, now)).toEqual([
      { from: ago(MINUTE), until: now },
    ])
    expect(spansOf({ begunAt: now, coveredUntil: now }, now)).toEqual([])
  })

  test('a week at most, a day at a time, without a gap', () => {
    const spans = spansOf({ begunAt: long, coveredUntil: long }, now)
    expect([spans.length, spans[0]?.from, spans.at(-1)?.until]).toEqual([7, ago(7 * DAY), now])
    for (const [index, { from }] of spans.entries()) if (index > 0) expect(from).toEqual(spans[index - 1]?.until)
  })
})
