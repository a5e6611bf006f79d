import type { BusinessHours } from '@foyer/contracts/inbox/settings-calls.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repliesAfterHours } from './after-hours.rules.ts'
import { closedSince } from './business-hours.rules.ts'

const day = [{ from: '08:00', to: '17:00' }]
const lunch = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const week = { monday: day, tuesday: lunch, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] }
const hours: BusinessHours = { week, closedDays: ['2026-11-26', '2026-11-27'] }
const always = Object.fromEntries(Object.keys(week).map((name) => [name, [{ from: '00:00', to: '24:00' }]]))

const at = (iso: string) => new Date(iso)
const since = (iso: string, of = hours) => closedSince(at(iso), 'America/Chicago', of)?.toISOString() ?? null

describe('a clinic', () => {
  test.each([
    // Thursday: open, the first and the last moment, the evening, the night.
    ['2026-11-19T15:00:00Z', null],
    ['2026-11-19T14:00:00Z', null],
    ['2026-11-19T13:59:59Z', '2026-11-18T23:00:00.000Z'],
    ['2026-11-19T22:59:59Z', null],
    ['2026-11-19T23:00:00Z', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20T08:00:00Z', '2026-11-19T23:00:00.000Z'],
    // Lunch on a Tuesday.
    ['2026-11-24T18:30:00Z', '2026-11-24T18:00:00.000Z'],
    ['2026-11-24T19:00:00Z', null],
    // A weekend is one night.
    ['2026-11-20T23:30:00Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-22T18:00:00Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-23T13:00:00Z', '2026-11-20T23:00:00.000Z'],
    // So is a holiday with the bridge and the weekend after it.
    ['2026-11-29T18:00:00Z', '2026-11-25T23:00:00.000Z'],
    ['2026-11-30T15:00:00Z', null],
    // Over the changes of the clock: closed on Friday at 17:00 and open on Monday at 8:00 by the wall.
    ['2026-03-09T12:59:59Z', '2026-03-06T23:00:00.000Z'],
    ['2026-03-09T13:00:00Z', null],
    ['2026-11-02T13:59:59Z', '2026-10-30T22:00:00.000Z'],
    ['2026-11-02T14:00:00Z', null],
  ])('at %s is closed since %s', (now, closing) => {
    expect(since(now)).toBe(closing)
  })

  test('that never opens is closed since ever, and one that never closes is open at midnight too', () => {
    expect(since('2026-11-19T15:00:00Z', { week: closed, closedDays: [] })).toBe('1970-01-01T00:00:00.000Z')
    const open = { week: always as BusinessHours['week'], closedDays: [] }
    for (const now of ['2026-11-20T06:00:00Z', '2026-11-20T05:59:59Z', '2026-11-01T06:30:00Z', '2026-03-08T08:00:00Z'])
      expect(since(now, open)).toBeNull()
  })

  test('is closed since one moment for as long as it stays closed', () => {
    const minute = fc.integer({
      min: Date.parse('2026-01-01T00:00:00Z') / 60_000,
      max: Date.parse('2027-01-01T00:00:00Z') / 60_000,
    })
    fc.assert(
      fc.property(minute, (one) => {
        const now = at(new Date(one * 60_000).toISOString())
        const closing = closedSince(now, 'America/Chicago', hours)
        if (closing === null) return
        expect(closing <= now).toBe(true)
        expect(closedSince(closing, 'America/Chicago', hours)).toEqual(closing)
        expect(closedSince(new Date(closing.getTime() - 1), 'America/Chicago', hours)).toBeNull()
      }),
    )
  })
})

describe('a text that comes after hours', () => {
  const about = {
    settings: { timezone: 'America/Chicago', businessHours: hours, afterHours: { enabled: true, message: 'Closed.' } },
    now: at('2026-11-22T18:00:00Z'),
    isWord: false,
    isWelcome: true,
    isAttended: false,
    repliedAt: null,
  }
  const off = { ...about.settings, afterHours: { enabled: false, message: 'Closed.' } }
  test.each([
    ['is answered', {}, true],
    ['not where that is off', { settings: off }, false],
    ['not while open', { now: at('2026-11-19T15:00:00Z') }, false],
    ['not a word for the machine', { isWord: true }, false],
    ['not to who does not want it', { isWelcome: false }, false],
    ['not where somebody is at it', { isAttended: true }, false],
    ['once a weekend', { repliedAt: at('2026-11-20T23:00:01Z') }, false],
    ['once a weekend, from the first moment of it', { repliedAt: at('2026-11-20T23:00:00Z') }, false],
    ['again in the next night', { repliedAt: at('2026-11-20T08:00:00Z') }, true],
  ])('%s', (_title, changed, replies) => {
    expect(repliesAfterHours({ ...about, ...changed })).toBe(replies)
  })
})
