import type { Cadence, CadenceStep } from '@foyer/contracts/appointments/visit-setting.ts'
import { describe, expect, test } from 'vitest'
import { type InForce, inForceAfter, inForceSince } from './in-force.rules.ts'

const [FIRST, NOW] = ['2026-11-01T15:00:00.000Z', '2026-11-19T15:00:00.000Z'].map((at) => new Date(at)) as [Date, Date]
const step = (n: number, more: Partial<CadenceStep> = {}): CadenceStep => ({
  ...{
    _id: `${n}day`,
    before: { n, unit: 'day' },
    at: '09:00',
    channel: 'auto',
    text: 'A visit.',
    alsoConfirmed: false,
  },
  ...more,
})
const of = (appointmentType: string | null, ...steps: CadenceStep[]): Cadence => ({
  ...{ _id: appointmentType ?? 'any', appointmentType, enabled: true, steps },
})
const began = inForceAfter({ reminders: [] }, null, { reminders: [of(null, step(2), step(7))] }, FIRST)

/** The times of the steps after a second save, for a visit of the type. */
function since(after: readonly Cadence[], { before = [of(null, step(2), step(7))], type = 'Follow-up' } = {}) {
  const inForce: InForce = inForceAfter(
    { reminders: before },
    { ...began, savedAt: FIRST },
    { reminders: [...after] },
    NOW,
  )
  return after.flatMap((cadence) =>
    cadence.steps.map((one) => inForceSince({ ...inForce, savedAt: NOW }, cadence, one, type)),
  )
}

describe('a step', () => {
  test('keeps its time when a save leaves it, or changes its words, channel or place in the list', () => {
    expect(since([of(null, step(7), step(2))])).toEqual([FIRST, FIRST])
    const other = { text: 'Another text.', channel: 'email', alsoConfirmed: true } as const
    expect(since([of(null, step(2, other), step(7))])).toEqual([FIRST, FIRST])
  })

  test('is in force from the save on that adds it, moves it, or switches its cadence on', () => {
    expect(since([of(null, step(2), step(1))])).toEqual([FIRST, NOW])
    expect(since([of(null, step(2, { at: '10:00' }), step(7))])).toEqual([NOW, FIRST])
    expect(since([of(null, step(2, { before: { n: 3, unit: 'day' } }), step(7))])).toEqual([NOW, FIRST])
    expect(since([of(null, step(2))], { before: [{ ...of(null, step(2)), enabled: false }] })).toEqual([NOW])
  })

  test('is in force from the beginning where the first save leaves it as it was', () => {
    const reminders = [of(null, step(2))]
    const inForce = inForceAfter({ reminders }, null, { reminders }, NOW)
    expect(inForceSince({ ...inForce, savedAt: NOW }, of(null), step(2), 'Follow-up')).toBeNull()
    expect(inForceSince(null, of(null), step(2), 'Follow-up')).toBeNull()
  })

  test('that was saved before times were kept has that of the save', () => {
    expect(inForceSince({ steps: {}, types: {}, savedAt: FIRST }, of(null), step(2), 'Follow-up')).toEqual(FIRST)
  })

  test('is new, in the cadence of every kind, for a kind that loses a cadence of its own, and for no other', () => {
    const before = [of(null, step(2), step(7)), of('Telehealth', step(1))]
    const after = [of(null, step(2), step(7))]
    expect(since(after, { before, type: 'Telehealth' })).toEqual([NOW, NOW])
    expect(since(after, { before })).toEqual([FIRST, FIRST])
  })
})
