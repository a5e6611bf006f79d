import { describe, expect, test } from 'vitest'
import * as rules from './appointments.rules.ts'
import { historyOfUndo, isChangedSince, restore, stepOf } from './undo/undo.rules.ts'

type State = rules.AppointmentState

const at = new Date('2026-11-19T15:00:00Z')
const scheduled: State = {
  ...{ id: 'a1', organizationId: 'o1', patientId: 'p1', doctorId: 'd1', type: 'Follow-up', location: 'Northgate' },
  ...{ startsAt: new Date('2026-11-20T15:30:00Z'), endsAt: new Date('2026-11-20T15:50:00Z'), status: 'scheduled' },
  ...{ telemedicineServiceId: null, confirmedAt: null, confirmedBy: null, reschedule: null, reply: null, called: null },
  ...{
    admittedAt: null,
    dischargedAt: null,
    source: 'staff',
    nextReminderAt: null,
    createdAt: at,
    timedAt: at,
    version: 4,
  },
}
const confirmed: State = { ...scheduled, status: 'confirmed', confirmedAt: at, confirmedBy: 'patient' }
const asking: State = { ...scheduled, reschedule: { state: 'asked', at, wish: 'Thursday' } }
const as = (status: State['status']): State => ({ ...scheduled, status })
const setTo = (one: State, status: State['status'], admits = false) => rules.setStatus(one, { status, at, admits })

describe.each(['completed', 'cancelled', 'noShow', 'discharged'] as const)('a visit that is %s', (status) => {
  test.each<[string, rules.AppointmentRule]>([
    ['confirmed', (one) => rules.confirm(one, 'staff', at)],
    ['asked to be moved', (one) => rules.askForAnotherTime(one, at, null)],
    ['held', (one) => rules.hold(one, at)],
    ['kept', rules.withdraw],
    ['called about', (one) => rules.call(one, 'noAnswer', { user: 'lena', at })],
    ['moved', (one) => rules.move(one, { ...scheduled, startsAt: at, endsAt: at, at })],
  ])('cannot be %s any more', (_, rule) => expect(rule(as(status))).toBe('not_open'))
})

describe('confirm', () => {
  test('keeps who confirmed first, and ends a wish for another time [STATE-32]', () => {
    expect(rules.confirm(scheduled, 'patient', at)).toMatchObject({ status: 'confirmed', confirmedBy: 'patient' })
    expect(rules.confirm(confirmed, 'staff', at)).toBe(confirmed)
    expect(rules.confirm(asking, 'staff', at)).toMatchObject({ status: 'confirmed', reschedule: null })
    const both = { ...confirmed, reschedule: asking.reschedule }
    expect(rules.confirm(both, 'staff', at)).toMatchObject({ confirmedBy: 'patient', reschedule: null })
  })

  test.each(['arrived', 'admitted'] as const)('leaves a patient who is %s', (status) =>
    expect(rules.confirm(as(status), 'staff', at)).toMatchObject({ status, confirmedAt: null }),
  )
})

test('a wish for another time leaves the status, and a new wish is asked anew', () => {
  expect(rules.askForAnotherTime(confirmed, at, 'Friday')).toMatchObject({
    ...{ status: 'confirmed', reschedule: { state: 'asked', wish: 'Friday' } },
  })
  const held = rules.hold(asking, at) as State
  expect(held.reschedule).toEqual({ state: 'held', at, wish: 'Thursday' })
  expect(rules.hold(held, at)).toBe(held)
  expect(rules.askForAnotherTime(held, at, null)).toBe(held)
  expect(rules.askForAnotherTime(held, at, 'Monday')).toMatchObject({ reschedule: { state: 'asked', wish: 'Monday' } })
  expect(rules.withdraw(held)).toMatchObject({ reschedule: null })
  expect(rules.withdraw(scheduled)).toBe(scheduled)
})

test('setStatus follows the states of a visit', () => {
  expect(setTo(confirmed, 'scheduled')).toMatchObject({ status: 'scheduled', confirmedAt: null, confirmedBy: null })
  expect(setTo(confirmed, 'arrived')).toMatchObject({ status: 'arrived', confirmedBy: 'patient' })
  expect(setTo(asking, 'cancelled')).toMatchObject({ status: 'cancelled', reschedule: null })
  expect(setTo(scheduled, 'scheduled')).toBe(scheduled)
  expect(setTo(scheduled, 'completed')).toBe('not_open')
  expect(setTo(scheduled, 'admitted')).toBe('not_open')
  expect(setTo(scheduled, 'admitted', true)).toMatchObject({ status: 'admitted', admittedAt: at })
  expect(setTo(as('admitted'), 'discharged', true)).toMatchObject({ status: 'discharged', dischargedAt: at })
})

test('setStatus marks a visit as missed from its start on', () => {
  const { startsAt } = scheduled
  const missedAt = (now: Date) => rules.setStatus(confirmed, { status: 'noShow', at: now, admits: false })
  expect(missedAt(new Date(startsAt.getTime() - 1))).toBe('not_begun')
  expect(missedAt(startsAt)).toMatchObject({ status: 'noShow' })
})

test('move makes a confirmed visit unconfirmed, and the same time changes nothing', () => {
  const later = new Date('2026-11-20T16:30:00Z')
  const moved = rules.move(
    { ...confirmed, reschedule: asking.reschedule },
    { ...scheduled, startsAt: later, endsAt: later, at },
  )
  expect(moved).toMatchObject({
    startsAt: later,
    status: 'scheduled',
    confirmedBy: null,
    reschedule: null,
    timedAt: at,
  })
  expect(rules.move(confirmed, { ...scheduled, at })).toBe(confirmed)
  // The start is set as before, so the steps of its reminders stay due.
  expect(rules.move(confirmed, { ...scheduled, doctorId: 'd2', at: later })).toMatchObject({
    doctorId: 'd2',
    confirmedAt: null,
    timedAt: confirmed.timedAt,
  })
  expect(rules.move(as('arrived'), { ...scheduled, doctorId: 'd2', at })).toBe('not_open')
})

test.each<[State | null, State, boolean]>([
  [null, scheduled, true],
  [scheduled, confirmed, false],
  [scheduled, { ...scheduled, doctorId: 'd2' }, true],
  [scheduled, as('cancelled'), false],
  [as('cancelled'), scheduled, true],
  [scheduled, as('completed'), false],
])('takesTime says whether a change needs time of the doctor', (before, after, takes) =>
  expect(rules.takesTime(before, after)).toBe(takes),
)

test('doctorDaysOf names each day that a visit touches, and a stay for one day', () => {
  const days = (startsAt: string, endsAt: string) =>
    rules
      .doctorDaysOf({ doctorId: 'd1', startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
      .map(({ day }) => day.slice(-2))
  expect(days('2026-11-19T10:00:00Z', '2026-11-19T10:30:00Z')).toEqual(['19'])
  expect(days('2026-11-19T23:30:00Z', '2026-11-20T00:00:00Z')).toEqual(['19'])
  expect(days('2026-11-19T23:30:00Z', '2026-11-20T00:30:00Z')).toEqual(['19', '20'])
  expect(days('2026-11-19T10:00:00Z', '2026-11-29T10:00:00Z')).toEqual(['19', '20'])
})

describe('undo', () => {
  const stored = (before: State, after: State) =>
    JSON.parse(JSON.stringify(stepOf(before, after, 0))) as ReturnType<typeof stepOf>
  const later = new Date('2026-11-20T16:30:00Z')
  test.each<[string, State, State]>([
    ['confirmed', scheduled, confirmed],
    ['asked', scheduled, asking],
    ['moved', asking, rules.move(asking, { ...scheduled, startsAt: later, endsAt: later, at }) as State],
    ['called', scheduled, rules.call(scheduled, 'confirmed', { user: 'lena', at }) as State],
    ['cancelled', asking, setTo(asking, 'cancelled') as State],
  ])('takes back what was %s, unless it changed since', (_, before, after) => {
    const step = stored(before, after)
    expect(isChangedSince(after, step, [])).toBe(false)
    expect(restore(after, step)).toEqual(before)
    expect(isChangedSince(before, step, [])).toBe(true)
    expect(step.historyLength).toBe(rules.historyOf(before, after).length)
  })

  test('counts a change that was made again as changed, and other fields not', () => {
    const step = stored(scheduled, confirmed)
    const again = [
      { kind: 'status', from: 'confirmed', to: 'scheduled' },
      { kind: 'status', from: 'scheduled', to: 'confirmed' },
    ] as const
    expect(isChangedSince(confirmed, step, again)).toBe(true)
    const others = [
      { kind: 'called', outcome: 'leftMessage' },
      { kind: 'reschedule', to: 'asked' },
      { kind: 'replied', as: 'late', messageId: 'm1' },
    ] as const
    expect(isChangedSince(confirmed, step, others)).toBe(false)
  })

  const said = [
    { kind: 'replied', as: 'confirm', messageId: 'm1' },
    { kind: 'called', outcome: 'confirmed' },
  ] as const
  test.each(said)('leaves a confirmation and a new time when the patient says yes to it by %j', (change) => {
    expect(isChangedSince(confirmed, stored(scheduled, confirmed), [change])).toBe(true)
    const moved = rules.move(scheduled, { ...scheduled, startsAt: later, endsAt: later, at }) as State
    expect(isChangedSince(moved, stored(scheduled, moved), [change])).toBe(true)
  })

  const wishes = [
    { kind: 'replied', as: 'reschedule', messageId: 'm1' },
    { kind: 'called', outcome: 'reschedule' },
  ] as const
  test.each(wishes)('leaves a held time when the patient asks for another one again by %j', (change) => {
    const held = rules.hold(scheduled, at) as State
    expect(isChangedSince(held, stored(scheduled, held), [change])).toBe(true)
  })

  test('leaves what somebody else wants too', () =>
    expect(isChangedSince(confirmed, { ...stored(scheduled, confirmed), isAgreed: true }, [])).toBe(true))

  test('says in the history that it was undone, and no call or reply anew', () => {
    const called = { ...scheduled, called: { at, user: 'lena', outcome: 'noAnswer' as const } }
    expect(historyOfUndo(called, scheduled)).toEqual([{ kind: 'undone' }])
    expect(historyOfUndo({ ...called, called: null }, called)).toEqual([{ kind: 'undone' }])
    expect(historyOfUndo(confirmed, scheduled)).toEqual([
      { kind: 'undone' },
      { kind: 'status', from: 'confirmed', to: 'scheduled' },
    ])
  })
})
