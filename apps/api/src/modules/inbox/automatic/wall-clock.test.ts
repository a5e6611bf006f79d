import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.rules.ts'
import { dayAfter, instantsAt, isZone, wallTime } from './wall-clock.rules.ts'

const read = (file: string) => {
  const [names = '', ...lines] = readFileSync(
    `${import.meta.dirname}/../../../../../../tests/data/calendar/${file}`,
    'utf8',
  )
    .trimEnd()
    .split(/\r?\n/)
  const keys = names.split(',')
  return lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? ''])) as Record<string, string>
  })
}
const cases = read('local_day_cases.csv')
const changes = read('dst_transitions_us.csv')
const MINUTE = 60_000
const toMinute = (date: Date) => Math.floor(date.getTime() / MINUTE)

describe('around the changes of the clock', () => {
  test('there are cases to look at', () => {
    expect([cases.length, changes.length]).toEqual([72, 88])
  })

  test.each(cases)('$zone at $now_utc shows $now_local, and back', ({ zone = '', now_utc = '', now_local = '' }) => {
    const now = new Date(now_utc)
    const shown = wallTime(now, zone)
    expect(`${shown.day}T${shown.time}`).toBe(now_local.slice(0, 16))
    expect(instantsAt(shown, zone).map(toMinute)).toContain(toMinute(now))
  })

  test.each(changes)('$zone: $kind at $utc_instant', (change) => {
    const { zone = '', kind, utc_instant = '', offset_before_min, offset_after_min } = change
    const at = Date.parse(utc_instant)
    const jump = Number(offset_after_min) - Number(offset_before_min)
    expect(jump > 0).toBe(kind === 'gap')
    // What the wall showed, or would have shown, half an hour into the change.
    const shown = new Date(at + (Math.max(Number(offset_before_min), Number(offset_after_min)) - 30) * MINUTE)
    const half =
      kind === 'gap' ? new Date(at + (Number(offset_before_min) + 30) * MINUTE).toISOString() : shown.toISOString()
    const instants = instantsAt({ day: half.slice(0, 10), time: half.slice(11, 16) }, zone)
    const expected = kind === 'gap' ? [at] : [at - 30 * MINUTE, at + 30 * MINUTE]
    expect(instants.map((instant) => instant.getTime())).toEqual(expected)
  })
})

test('24:00 is where the next day begins', () => {
  const [end] = instantsAt({ day: '2026-11-19', time: '24:00' }, 'America/Chicago')
  expect(end.toISOString()).toBe('2026-11-20T06:00:00.000Z')
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2024-03-01', -1)).toBe('2024-02-29')
})

test.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%s is a zone: %s', (name, is) => {
  expect(isZone(name)).toBe(is)
})

describe('quiet hours', () => {
  const night = { from: '21:00', to: '08:00' }
  const chicago = 'America/Chicago'
  test.each([
    // The evening, the small hours, the first and the last minute.
    ['2026-11-20T02:59:59Z', night, null],
    ['2026-11-20T03:00:00Z', night, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T08:00:00Z', night, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T13:59:59Z', night, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T14:00:00Z', night, null],
    // The night in which clocks go forward is an hour shorter, and the one in which they go back an hour longer.
    ['2026-03-08T03:00:00Z', night, '2026-03-08T13:00:00.000Z'],
    ['2026-11-01T02:00:00Z', night, '2026-11-01T14:00:00.000Z'],
    // An end that no clock shows in the night of the change, and one that it shows twice.
    ['2026-03-08T05:00:00Z', { from: '21:00', to: '02:30' }, '2026-03-08T08:00:00.000Z'],
    ['2026-11-01T05:00:00Z', { from: '21:00', to: '01:30' }, '2026-11-01T07:30:00.000Z'],
    // Almost a whole day: where the pause falls into the hour that is left out, there is none on that day.
    ['2026-03-07T18:00:00Z', { from: '02:15', to: '02:00' }, '2026-03-09T07:00:00.000Z'],
    // Within one day.
    ['2026-11-19T18:30:00Z', { from: '12:00', to: '13:00' }, '2026-11-19T19:00:00.000Z'],
    ['2026-11-19T19:30:00Z', { from: '12:00', to: '13:00' }, null],
    // None.
    ['2026-11-20T08:00:00Z', { from: '00:00', to: '00:00' }, null],
  ])('at %s with %j they end at %s', (now, hours, end) => {
    expect(quietUntil(new Date(now), chicago, hours)?.toISOString() ?? null).toBe(end)
  })

  test('they are of the zone that is asked for', () => {
    const now = new Date('2026-11-20T13:30:00Z')
    expect(quietUntil(now, 'America/New_York', night)).toBeNull()
    expect(quietUntil(now, 'America/Los_Angeles', night)?.toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })

  const zone = fc.constantFrom(
    ...new Set(changes.map((change) => change.zone ?? '')),
    'Europe/London',
    'Asia/Kathmandu',
  )
  const time = fc.nat(95).map((slot) => {
    const hour = String(Math.floor(slot / 4)).padStart(2, '0')
    return `${hour}:${String((slot % 4) * 15).padStart(2, '0')}`
  })
  const around = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -40 * 60, max: 40 * 60 }))
    .map(([change, minutes]) => new Date(Date.parse(change.utc_instant ?? '') + minutes * MINUTE))

  test('whatever the hours: they end later than now, are over then, and hold for everybody who asks until then', () => {
    fc.assert(
      fc.property(
        around,
        zone,
        time,
        time,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (now, where, from, to, part) => {
          const end = quietUntil(now, where, { from, to })
          if (end === null) return
          expect(end.getTime()).toBeGreaterThan(now.getTime())
          expect(quietUntil(end, where, { from, to })).toBeNull()
          const between = new Date(now.getTime() + Math.floor((end.getTime() - now.getTime()) * part))
          expect(quietUntil(between, where, { from, to })).toEqual(end)
        },
      ),
      { numRuns: 500 },
    )
  })
})
