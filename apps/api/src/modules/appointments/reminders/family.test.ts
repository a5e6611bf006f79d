import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { expect, test } from 'vitest'
import { companionsOf } from './family.rules.ts'

const MINUTE = 60_000
const now = new Date('2026-11-19T15:00:00Z')
const [any] = visitSetting.default.reminders
const hourBefore = { ...any?.steps[1], _id: '1h', before: { n: 1, unit: 'hour' }, at: null }
const settings = {
  ...visitSetting.default,
  reminders: [{ ...any, enabled: true, steps: [hourBefore] }],
} as VisitSettings
/** A visit whose step of an hour before is due in so many minutes. */
const visitIn = (minutes: number, firstName: string) => ({
  ...{ firstName, startsAt: new Date(now.getTime() + (60 + minutes) * MINUTE) },
})
type Visit = ReturnType<typeof visitIn>
const own = visitIn(0, 'Nora')
const zones = { clinic: 'UTC', patient: 'UTC', quietHours: { from: '00:00', to: '00:00' } }
const namesOf = (others: Visit[], { done = [] as string[], patient = zones, isTexted = (): boolean => true } = {}) =>
  companionsOf<Visit>(own, {
    ...{ others, now, isTexted },
    cadenceOf: ({ startsAt }) => ({
      visit: { type: 'Follow-up', status: 'scheduled', startsAt, timedAt: new Date(0) },
      ...{ done, settings, zones: patient },
    }),
  }).map(({ visit }) => visit.firstName)

test('companionsOf takes visits whose step is due within an hour', () => {
  expect(namesOf([visitIn(-20, 'Liam'), visitIn(60, 'Ava'), visitIn(61, 'Max')])).toEqual(['Liam', 'Ava'])
})

test('companionsOf takes at most three, so that a text is about four visits', () => {
  expect(namesOf(['A', 'B', 'C', 'D'].map((name, nth) => visitIn(nth, name)))).toEqual(['A', 'B', 'C'])
})

test('companionsOf leaves out what has its step, is no text, or is the same person at the same time', () => {
  expect(namesOf([visitIn(10, 'Liam')], { done: ['1h'] })).toEqual([])
  expect(namesOf([visitIn(10, 'Liam')], { isTexted: () => false })).toEqual([])
  expect(namesOf([visitIn(0, 'Nora'), visitIn(10, 'Nora')])).toEqual(['Nora'])
})

test('companionsOf leaves out a visit that was missed, which is judged by itself', () => {
  expect(namesOf([visitIn(-40, 'Liam')])).toEqual([])
})

test('companionsOf leaves out a patient who has quiet hours', () => {
  const quiet = { ...zones, quietHours: { from: '14:00', to: '16:00' } }
  expect(namesOf([visitIn(10, 'Liam')], { patient: quiet })).toEqual([])
})
