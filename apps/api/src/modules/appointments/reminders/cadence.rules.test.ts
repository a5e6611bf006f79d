import type { CadenceStep, VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueSteps, nextReminder, type RemindedVisit, stepsOf, type Zones } from './cadence.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CHICAGO = 'America/Chicago'
const zones: Zones = { clinic: CHICAGO, patient: CHICAGO, quietHours: { from: '21:00', to: '08:00' } }

type Before = CadenceStep['before']
const step = (n: number, unit: Before['unit'], at: string | null = unit === 'day' ? '09:00' : null): CadenceStep => ({
  ...{ _id: `${n}${unit}`, before: { n, unit }, at },
  ...{ channel: 'auto', text: 'You have a visit.', alsoConfirmed: false },
})
const withSteps = (...steps: CadenceStep[]): VisitSettings => ({
  ...visitSetting.default,
  reminders: [{ _id: 'any', appointmentType: null, enabled: true, steps }],
})
const utc = (text: string) => new Date(`${text}Z`)
const visitAt = (startsAt: string, more: Partial<RemindedVisit> = {}): RemindedVisit => ({
  ...{ type: 'Follow-up', status: 'scheduled', startsAt: utc(startsAt), timedAt: utc('2026-01-01T00:00:00') },
  ...more,
})
const next = (visit: RemindedVisit, settings: VisitSettings, { done = [] as string[], now = visit.timedAt } = {}) => {
  const found = nextReminder(visit, settings, done, now, zones)
  return found && `${found.step} ${found.at.toISOString().slice(0, 16)}`
}

describe('nextReminder', () => {
  const settings = withSteps(step(2, 'day'), step(2, 'hour'))
  const visit = visitAt('2026-11-25T20:00:00')

  test('walks through the steps that the ledger does not have', () => {
    expect(next(visit, settings)).toBe('2day 2026-11-23T15:00')
    expect(next(visit, settings, { done: ['2day'] })).toBe('2hour 2026-11-25T18:00')
    expect(next(visit, settings, { done: ['2day', '2hour'] })).toBeNull()
  })

  test('keeps a step that was missed', () =>
    expect(next(visit, settings, { now: utc('2026-11-24T00:00:00') })).toBe('2day 2026-11-23T15:00'))

  test.each(['arrived', 'completed', 'cancelled', 'admitted', 'discharged'] as const)(
    'has none for a visit that is %s',
    (status) => expect(next({ ...visit, status }, settings)).toBeNull(),
  )

  test('has one for a confirmed visit, because a step may go to those too', () =>
    expect(next({ ...visit, status: 'confirmed' }, settings)).toBe('2day 2026-11-23T15:00'))

  test('leaves out steps whose moment was before the booking or the move', () => {
    expect(next({ ...visit, timedAt: utc('2026-11-23T15:00:00') }, settings)).toBe('2hour 2026-11-25T18:00')
    expect(next({ ...visit, timedAt: utc('2026-11-25T19:00:00') }, settings)).toBeNull()
  })

  test('takes the cadence of the type, even if that one is switched off', () => {
    const own = { _id: 'own', appointmentType: 'Telehealth', enabled: true, steps: [step(30, 'minute')] }
    const both = { ...settings, reminders: [...settings.reminders, own] }
    const off = { ...both, reminders: [...settings.reminders, { ...own, enabled: false }] }
    expect(next({ ...visit, type: 'Telehealth' }, both)).toBe('30minute 2026-11-25T19:30')
    expect(next({ ...visit, type: 'Telehealth' }, off)).toBeNull()
    expect(next(visit, off)).toBe('2day 2026-11-23T15:00')
  })

  test('waits for the end of the patient’s quiet hours', () => {
    const early = visitAt('2026-11-25T15:00:00')
    expect(next(early, withSteps(step(2, 'hour')))).toBe('2hour 2026-11-25T14:00')
    const inDenver = nextReminder(early, withSteps(step(2, 'hour')), [], early.timedAt, {
      ...zones,
      patient: 'America/Denver',
    })
    // In Denver the night ends at the start of the visit: the step is judged, and skipped, at its moment.
    expect(inDenver?.at).toEqual(utc('2026-11-25T13:00:00'))
  })

  // A time that the clock skips is the moment of the change; of a time that it shows twice it is the first.
  test.each([
    ['2026-03-10T15:00:00', '02:30', '2026-03-08T08:00'],
    ['2026-03-10T15:00:00', '09:00', '2026-03-08T14:00'],
    ['2026-11-03T15:00:00', '01:30', '2026-11-01T06:30'],
    ['2026-11-03T15:00:00', '09:00', '2026-11-01T15:00'],
  ])('puts a step two days before %s at %s to %s when clocks change', (startsAt, at, moment) => {
    const day = nextReminder(visitAt(startsAt), withSteps(step(2, 'day', at)), [], utc('2026-01-01T00:00:00'), {
      ...zones,
      quietHours: { from: '00:00', to: '00:00' },
    })
    expect(day?.at.toISOString().slice(0, 16)).toBe(moment)
  })

  test.each([
    ['2026-03-08T14:00:00', '2026-03-08T02:00'],
    ['2026-11-01T14:00:00', '2026-11-01T02:00'],
  ])('takes twelve hours of real time before %s when clocks change', (startsAt, moment) =>
    expect(next(visitAt(startsAt), withSteps(step(12, 'hour')))).toBe(`12hour ${moment}`),
  )
})

describe('the follow-up of a visit that nobody came to', () => {
  const settings = { ...withSteps(step(2, 'day')), noShow: { enabled: true, at: '17:00', text: 'We missed you.' } }
  const visit = visitAt('2026-11-25T16:00:00', { status: 'noShow' })

  test.each([
    ['2026-11-25T17:00:00', 'noShow 2026-11-25T23:00'],
    // Staff say so after the time that is set.
    ['2026-11-26T00:30:00', 'noShow 2026-11-26T00:30'],
    ['2026-11-26T15:00:00', 'noShow 2026-11-25T23:00'],
  ])('is due on the day itself, when it is known at %s', (now, due) =>
    expect(next(visit, settings, { now: utc(now) })).toBe(due),
  )

  test('is too late on another day', () => {
    const { step: sent, skipped } = dueSteps(visit, settings, [], utc('2026-11-26T15:00:00'), zones)
    expect([sent, skipped.map(({ reason }) => reason)]).toEqual([null, ['too_late']])
  })

  test('is skipped in quiet hours that last beyond the day', () => {
    const late = { ...settings, noShow: { ...settings.noShow, at: '21:30' } }
    const { step: sent, skipped } = dueSteps(visit, late, [], utc('2026-11-26T03:30:00'), zones)
    expect([sent, skipped.map(({ reason }) => reason)]).toEqual([null, ['quiet']])
  })

  test('is none when it is switched off', () =>
    expect(next(visit, { ...settings, noShow: { ...settings.noShow, enabled: false } })).toBeNull())
})

describe('dueSteps', () => {
  const settings = withSteps(step(7, 'day'), step(2, 'day'), step(2, 'hour'))
  const visit = visitAt('2026-11-25T20:00:00')
  const at = (now: string, done: string[] = [], more: VisitSettings = settings, of = visit) => {
    const { skipped, step: sent, waitUntil } = dueSteps(of, more, done, utc(now), zones)
    return {
      sent: sent?.step ?? null,
      skipped: skipped.map(({ planned, reason }) => `${planned.step} ${reason}`),
      waits: waitUntil?.toISOString().slice(0, 16) ?? null,
    }
  }

  test('sends one step at its time', () => {
    expect(at('2026-11-18T14:59:59')).toEqual({ sent: null, skipped: [], waits: null })
    expect(at('2026-11-18T15:00:00')).toEqual({ sent: '7day', skipped: [], waits: null })
    expect(at('2026-11-18T15:00:00', ['7day'])).toEqual({ sent: null, skipped: [], waits: null })
  })

  test.each([
    // Of two that were missed the newer one goes, up to twelve hours late.
    ['2026-11-23T15:05:00', '2day', ['7day too_late']],
    ['2026-11-24T02:59:59', '2day', ['7day too_late']],
    ['2026-11-24T15:00:00', null, ['7day too_late', '2day too_late']],
    ['2026-11-25T18:29:59', '2hour', ['7day too_late', '2day too_late']],
    ['2026-11-25T18:30:00', null, ['7day too_late', '2day too_late', '2hour too_late']],
    ['2026-11-25T20:00:00', null, ['7day too_late', '2day too_late', '2hour too_late']],
  ])('after an outage until %s sends %s and skips %j', (now, sent, skipped) =>
    expect(at(now)).toMatchObject({ sent, skipped }),
  )

  test('never sends a late step after the start', () => {
    const close = withSteps(step(10, 'minute'))
    expect(at('2026-11-25T20:00:00', [], close)).toEqual({ sent: null, skipped: ['10minute too_late'], waits: null })
  })

  test('skips a step at its moment when quiet hours end within a quarter of an hour before the start', () => {
    const early = visitAt('2026-11-25T14:10:00')
    const two = withSteps(step(2, 'hour'))
    expect(at('2026-11-25T12:10:00', [], two, early)).toEqual({ sent: null, skipped: ['2hour quiet'], waits: null })
    expect(at('2026-11-25T14:00:00', [], two, visitAt('2026-11-25T14:15:00')).sent).toBe('2hour')
  })

  test('waits when quiet hours began after the time was computed', () => {
    const evening = withSteps(step(1, 'day', '20:50'))
    expect(at('2026-11-25T03:05:00', [], evening)).toEqual({ sent: null, skipped: [], waits: '2026-11-25T14:00' })
  })
})

/** Days with a change of clocks and days without, with their nights. */
const starts = fc
  .tuple(fc.constantFrom('2026-03-08', '2026-11-01', '2026-07-15'), fc.nat(4), fc.nat(24 * 12 - 1))
  .map(([day, after, slot]) => new Date(Date.parse(`${dayAfter(day, after)}T00:00:00Z`) + slot * 5 * MINUTE))
const zone = fc.constantFrom(CHICAGO, 'America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'Pacific/Honolulu')
const time = fc.nat(47).map((slot) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`)
const anyStep = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 7 }), time).map(([n, at]) => step(n, 'day', at)),
  fc.integer({ min: 1, max: 48 }).map((n) => step(n, 'hour')),
  fc.integer({ min: 1, max: 120 }).map((n) => step(n, 'minute')),
)
const cadence = fc.uniqueArray(anyStep, { minLength: 1, maxLength: 6, selector: ({ _id }) => _id })
const quietHours = fc.tuple(time, time).map(([from, to]) => ({ from, to }))

describe('any cadence', () => {
  const anyVisit = fc.record({ startsAt: starts, steps: cadence, clinic: zone, patient: zone, quietHours })

  test('puts steps of days on the clinic’s clock, and all of them before the start', () => {
    fc.assert(
      fc.property(anyVisit, ({ startsAt, steps, ...where }) => {
        const visit = visitAt('2026-01-01T00:00:00', { startsAt, timedAt: new Date(0) })
        for (const planned of stepsOf(visit, withSteps(...steps), new Date(0), where)) {
          const { before, at } = steps.find(({ _id }) => _id === planned.step) as CadenceStep
          expect(planned.moment < startsAt && planned.at >= planned.moment).toBe(true)
          if (before.unit !== 'day') continue
          const shown = wallTime(planned.moment, where.clinic)
          expect(shown.day).toBe(dayAfter(dayIn(startsAt, where.clinic), -before.n))
          // A skipped time becomes the end of the gap.
          expect(shown.time >= (at ?? '')).toBe(true)
        }
      }),
    )
  })

  test('gives each step exactly one text or one reason, however long and often the worker is away', () => {
    const away = fc.array(fc.integer({ min: 0, max: 30 * 60 }), { maxLength: 4 })
    fc.assert(
      fc.property(anyVisit, away, ({ startsAt, steps, ...where }, pauses) => {
        const visit = visitAt('2026-01-01T00:00:00', {
          startsAt,
          timedAt: new Date(startsAt.getTime() - 9 * 24 * HOUR),
        })
        const settings = withSteps(...steps)
        const planned = stepsOf(visit, settings, visit.timedAt, where)
        const ledger: string[] = []
        const sent: string[] = []
        let now = visit.timedAt
        let pointer = nextReminder(visit, settings, ledger, now, where)?.at ?? null
        for (let pass = 0; pointer !== null; pass++) {
          expect(pass).toBeLessThan(20)
          const late = (pauses[pass] ?? 0) * MINUTE
          now = new Date(Math.max(now.getTime(), pointer.getTime()) + late)
          const due = dueSteps(visit, settings, ledger, now, where)
          for (const { planned: one } of due.skipped) ledger.push(one.step)
          if (due.step) {
            expect(now < startsAt && now < due.step.before).toBe(true)
            ledger.push(due.step.step)
            sent.push(due.step.step)
          }
          pointer = due.waitUntil ?? nextReminder(visit, settings, ledger, now, where)?.at ?? null
        }
        expect(ledger.toSorted()).toEqual(planned.map((one) => one.step).toSorted())
        if (pauses.length === 0) {
          // Nothing is late: only steps that quiet hours bring to one time, or close to the start, are skipped.
          const times = new Set(planned.filter(({ isQuiet }) => !isQuiet).map((one) => one.at.getTime()))
          expect(sent).toHaveLength(times.size)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('after an outage of a day sends at most one step', () => {
    fc.assert(
      fc.property(anyVisit, fc.nat(7 * 24), ({ startsAt, steps, ...where }, hours) => {
        const visit = visitAt('2026-01-01T00:00:00', { startsAt, timedAt: new Date(0) })
        const settings = withSteps(...steps)
        const back = new Date(startsAt.getTime() - hours * HOUR)
        const due = dueSteps(visit, settings, [], back, where)
        const missed = stepsOf(visit, settings, back, where).filter(
          (planned) => (planned.isQuiet ? planned.moment : planned.at) <= back,
        )
        const judged = [...due.skipped.map(({ planned }) => planned.step), ...(due.step ? [due.step.step] : [])]
        if (due.waitUntil === null) expect(judged.toSorted()).toEqual(missed.map((one) => one.step).toSorted())
        if (due.step) expect(due.step.at).toEqual(missed.findLast(({ isQuiet }) => !isQuiet)?.at)
      }),
    )
  })
})
