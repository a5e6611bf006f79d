import fc from 'fast-check'
import { Temporal as Polyfill } from 'temporal-polyfill/implementation'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calendarLines, zoneNames } from './calendar-data.suite.ts'
import { boundsOfDay, dayIn, daysFrom, instantAt, instantsAt, isZone, wallTime } from './wall-clock.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const at = (iso: string) => new Date(iso)
const wallOf = (iso: string) => ({ day: iso.slice(0, 10), time: iso.slice(11, 16) })

/** The local time by the runtime's own formatter, as the milliseconds of that time in UTC. */
function shownAt(ms: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const seconds = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return seconds + (((ms % 1000) + 1000) % 1000)
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const made =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
  formats.set(zone, made)
  return made
}

/** All instants with this local time within three days around it, or the moment of the change that skips it. */
function searched(shown: number, zone: string): number[] {
  const steps = Array.from({ length: 289 }, (_, index) => shown + (index - 144) * 15 * MINUTE_MS)
  const offsets = new Set(steps.map((ms) => shownAt(ms, zone) - ms))
  const exact = [...offsets].map((offset) => shown - offset).filter((ms) => shownAt(ms, zone) === shown)
  if (exact.length > 0) return exact.sort((one, other) => one - other)
  let early = steps.findLast((ms) => shownAt(ms, zone) < shown) ?? Number.NaN
  let late = steps.find((ms) => shownAt(ms, zone) > shown) ?? Number.NaN
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (shownAt(middle, zone) < shown) early = middle
    else late = middle
  }
  return [late]
}

const zone = fc.constantFrom(...zoneNames)
/** Half of the generated times are within three hours of a change of the clock. */
const zoneAndTime = (fromYear: number) =>
  fc
    .tuple(
      zone,
      fc.integer({ min: Date.UTC(fromYear, 0, 1), max: Date.UTC(2100, 0, 1) }),
      fc.boolean(),
      fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }),
    )
    .map(([name, ms, isNear, away]) => {
      const start = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name)
      const change = isNear ? start.getTimeZoneTransition('next') : null
      return { name, ms: change === null ? ms : change.epochMilliseconds + away }
    })

describe.each([
  ['the built-in Temporal', Temporal],
  ['the polyfill', Polyfill as unknown as typeof Temporal],
])('with %s', (_name, implementation) => {
  beforeAll(() => {
    vi.stubGlobal('Temporal', implementation)
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })

  test.each(calendarLines('local_day_cases.csv'))('wallTime shows $now_local in $zone at $now_utc', (line) => {
    const { zone: name = '', now_utc = '', now_local = '' } = line
    expect(wallTime(at(now_utc), name)).toEqual(wallOf(now_local))
    expect(dayIn(at(now_utc), name)).toBe(now_local.slice(0, 10))
  })

  test.each(calendarLines('dst_transitions_us.csv'))(
    'instantsAt handles the $kind of $zone at $utc_instant',
    (line) => {
      const change = Date.parse(line.utc_instant ?? '')
      const [before, after] = [Number(line.offset_before_min), Number(line.offset_after_min)]
      const half = new Date(change + (Math.min(before, after) + 30) * MINUTE_MS).toISOString()
      const { first, last } = instantsAt(wallOf(half), line.zone ?? '')
      const away = line.kind === 'gap' ? 0 : 30 * MINUTE_MS
      expect([first.getTime(), last.getTime()]).toEqual([change - away, change + away])
    },
  )

  test('wallTime and dayIn agree with the formatter in any zone and year [OPEN-031]', () => {
    fc.assert(
      fc.property(zoneAndTime(1900), ({ name, ms }) => {
        const shown = new Date(shownAt(ms, name)).toISOString()
        expect(wallTime(new Date(ms), name)).toEqual(wallOf(shown))
        expect(dayIn(new Date(ms), name)).toBe(shown.slice(0, 10))
      }),
      { numRuns: 300 },
    )
  })

  test('instantsAt agrees with a search through the surrounding days in any zone and year [OPEN-031]', () => {
    fc.assert(
      fc.property(zoneAndTime(1900), ({ name, ms }) => {
        const shown = Math.floor(shownAt(ms, name) / MINUTE_MS) * MINUTE_MS
        const found = searched(shown, name)
        const { first, last } = instantsAt(wallOf(new Date(shown).toISOString()), name)
        expect([first.getTime(), last.getTime()]).toEqual([found[0], found.at(-1)])
      }),
      { numRuns: 100 },
    )
  })

  test('instantAt never returns an earlier instant for a later local time', () => {
    fc.assert(
      fc.property(zoneAndTime(1900), fc.integer({ min: 0, max: 300 }), ({ name, ms }, minutes) => {
        const shown = shownAt(ms, name)
        const [one, other] = [shown, shown + minutes * MINUTE_MS].map((time) => {
          const { first, last } = instantsAt(wallOf(new Date(time).toISOString()), name)
          expect(first <= last).toBe(true)
          return { first, last }
        })
        expect(one!.first <= other!.first && one!.last <= other!.last).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  test('boundsOfDay includes each instant of the day and ends where the next day begins', () => {
    // Until 2011 Newfoundland's clocks went back at 00:01, so the last hour of the previous day was repeated.
    fc.assert(
      fc.property(zoneAndTime(2012), ({ name, ms }) => {
        const { from, until } = boundsOfDay(dayIn(new Date(ms), name), name)
        expect(from.getTime() <= ms && ms < until.getTime()).toBe(true)
        expect(dayIn(new Date(until.getTime() - 1), name)).toBe(dayIn(from, name))
        expect(boundsOfDay(dayIn(until, name), name).from).toEqual(until)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    // Clocks go forward: 2:00 is 3:00, in London 1:00 is 2:00, and in Lord Howe 2:00 is 2:30.
    ['America/Chicago', '2026-03-08T02:30', ['2026-03-08T08:00:00.000Z']],
    ['Europe/London', '2026-03-29T01:30', ['2026-03-29T01:00:00.000Z']],
    ['Australia/Lord_Howe', '2026-10-04T02:15', ['2026-10-03T15:30:00.000Z']],
    // Clocks go back: 2:00 is 1:00, and in Lord Howe 2:00 is 1:30.
    ['America/Chicago', '2026-11-01T01:30', ['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z']],
    ['Europe/London', '2026-10-25T01:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    // Havana shows midnight twice.
    ['America/Havana', '2026-11-01T00:00', ['2026-11-01T04:00:00.000Z', '2026-11-01T05:00:00.000Z']],
    // Samoa left out December 30, 2011.
    ['Pacific/Apia', '2011-12-30T12:00', ['2011-12-30T10:00:00.000Z']],
    ['Pacific/Apia', '2011-12-29T24:00', ['2011-12-30T10:00:00.000Z']],
    ['Pacific/Apia', '2011-12-31T00:00', ['2011-12-30T10:00:00.000Z']],
    // An ordinary day, and its end.
    ['America/Chicago', '2026-11-19T09:00', ['2026-11-19T15:00:00.000Z']],
    ['America/Chicago', '2026-11-19T24:00', ['2026-11-20T06:00:00.000Z']],
  ])('in %s a wall shows %s at %j', (name, shown, instants) => {
    const { first, last } = instantsAt(wallOf(shown), name)
    expect([first.toISOString(), last.toISOString()]).toEqual([instants[0], instants.at(-1)])
    expect(instantAt(wallOf(shown), name)).toEqual(first)
  })

  test.each([
    ['America/Chicago', '2026-03-08', 23],
    ['America/Chicago', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['America/Havana', '2026-11-01', 25],
    ['Pacific/Apia', '2011-12-30', 0],
    ['Pacific/Apia', '2011-12-31', 24],
  ])('in %s the day %s has %d hours', (name, day, hours) => {
    const { from, until } = boundsOfDay(day, name)
    expect((until.getTime() - from.getTime()) / HOUR_MS).toBe(hours)
  })

  test('daysFrom counts calendar days when clocks change in between', () => {
    const visit = at('2026-03-10T03:30:00Z')
    const before = (zoneName: string) => daysFrom(visit, { days: -3, time: '09:00' }, zoneName).toISOString()
    expect([before('America/Chicago'), before('Asia/Tokyo')]).toEqual([
      '2026-03-06T15:00:00.000Z',
      '2026-03-07T00:00:00.000Z',
    ])
    expect(daysFrom(visit, { days: 0, time: '24:00' }, 'America/Chicago').toISOString()).toBe(
      '2026-03-10T05:00:00.000Z',
    )
  })

  test('isZone accepts every IANA zone', () => {
    expect(zoneNames).toHaveLength(597)
    expect(zoneNames.filter((name) => !isZone(name))).toEqual([])
  })

  test.each(['Mars/Olympus', '', 'Factory2', '2026-01-01T00:00Z', ' UTC'])('isZone refuses %j', (name) => {
    expect(isZone(name)).toBe(false)
  })

  test('instantAt throws when the day does not exist', () => {
    expect(() => instantAt({ day: '2026-02-30', time: '09:00' }, 'UTC')).toThrow(RangeError)
  })
})
