/** The setting of visits: reading, saving, the forecast, and the next reminders after a save. */
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { planChunk, startReminderPlans } from './plan-worker.ts'
import { reminderPlans } from './plans.store.ts'
import { cadence, DAY_AFTER_NEXT, hours, openReminders, type Reminders, step } from './reminders.suite.ts'

const NOON = `${DAY_AFTER_NEXT}T18:00:00Z`
let clinic: Reminders
beforeAll(async () => {
  clinic = await openReminders()
  await clinic.store.query(`update members set role = 'admin' where user_id = 'sam'`)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const table of ['reminders', 'appointment_history', 'appointments', 'organization_settings', 'reminder_plans'])
    await clinic.store.query(`delete from ${table}`)
})

const { default: initial } = visitSetting
const save = (fields: object = {}, user = 'sam') =>
  clinic.ask('saveVisitSettings', user, { ...initial, version: 0, ...fields })
const read = async () => (await clinic.ask('visitSettings', 'lena')).body.data
const booked = async (id: string, startsAt: string, more: object = {}) => {
  await clinic.visit(id, startsAt, more)
  await clinic.store.query(`update appointments set timed_at = '2026-01-01' where id = $1`, [id])
}
const next = async (id: string) => ((await clinic.row(id)).next_reminder_at as Date | null)?.toISOString() ?? null
const plans = () => clinic.store.database.system((tx) => reminderPlans.lease(tx, { worker: 'w', limit: 9, leaseS: 60 }))
const plan = async (limit = 500) => {
  const outcomes: string[] = []
  for (let [one] = await plans(); one !== undefined; [one] = await plans()) {
    const doing = { worker: 'w', now: clinic.parts.clock.now(), limit }
    const leased = one
    outcomes.push(await clinic.store.database.write('o1', (tx) => planChunk(tx, leased, doing)))
  }
  return outcomes
}

describe('saveVisitSettings', () => {
  test('is an admin’s, and what it saved is read by members', async () => {
    expect(await read()).toEqual({ ...initial, version: 0, timezone: 'America/Chicago' })
    expect((await save({}, 'lena')).status).toBe(403)
    const { status, body } = await save({ reminders: cadence(step('2d')) })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ version: 1, timezone: 'America/Chicago' })
    expect(await read()).toEqual(body.data)
  })

  test('is refused as stale with the current settings when somebody saved meanwhile', async () => {
    await save()
    const { status, body } = await save()
    expect([status, body.reason, body.data.version]).toEqual([409, 'stale', 1])
  })

  test.each([
    ['Reply CANCEL to cancel your visit.', 'CANCEL stops all texts at the carrier. Ask for R instead.'],
    ['Hello {{diagnosis}}', '{{diagnosis}} is not a field of this text'],
  ])('refuses the text "%s" and names it', async (text, message) => {
    const { status, body } = await save({ reminders: cadence(step('2d', { text })) })
    expect([status, body.reason]).toEqual([400, 'not_valid'])
    expect(body.issues).toEqual([{ path: 'reminders.0.steps.0.text', message }])
    expect((await read()).version).toBe(0)
  })

  test.each([
    ['an unknown field', { waitlist: {} }],
    ['a step of days without a time', { reminders: cadence(step('2d', { at: null })) }],
    ['a time that no clock shows', { reminders: cadence(step('2d', { at: '25:00' })) }],
    ['a cadence without steps', { reminders: cadence() }],
    ['two cadences of one kind', { reminders: [...cadence(step('a')), ...cadence(step('b'))] }],
    ['an empty text', { invitation: { text: '  ' } }],
  ])('refuses %s', async (_what, fields) => {
    expect((await save(fields)).status).toBe(400)
    expect((await read()).version).toBe(0)
  })
})

describe('the next reminders', () => {
  test('are computed anew in chunks after a save', async () => {
    // The store's times are finer than those of this process.
    for (const nth of [1, 2, 3, 4, 5]) await booked(`a${nth}`, `2026-11-2${nth + 1}T18:00:00.000789Z`)
    await booked('over', '2026-11-18T18:00:00Z')
    await booked('off', '2026-11-22T19:00:00Z', { status: 'cancelled' })
    await save({ reminders: cadence(step('1d', { before: { n: 1, unit: 'day' } })) })
    expect(await next('a1')).toBeNull()
    expect(await plan(2)).toEqual(['more', 'more', 'more', 'again'])
    expect(await Promise.all(['a1', 'a5', 'over', 'off'].map(next))).toEqual([
      ...['2026-11-21T15:00:00.000Z', '2026-11-25T15:00:00.000Z', null, null],
    ])
  })

  test('leave out steps whose moment was before the save', async () => {
    // It is a few minutes after 9:00: the step of two days before has passed, the one of three hours has not.
    await booked('a1', NOON)
    clinic.pass(5 * 60_000)
    await save({ reminders: cadence(step('2d'), hours(3)) })
    await plan()
    expect(await next('a1')).toBe(`${DAY_AFTER_NEXT}T15:00:00.000Z`)
  })

  test('keep a step whose moment passed between two saves that leave it as it is', async () => {
    const now = clinic.parts.clock.now().getTime()
    await booked('a1', new Date(now + 182 * 60_000).toISOString())
    await save({ reminders: cadence(hours(3)) })
    await plan()
    const due = new Date(now + 2 * 60_000).toISOString()
    expect(await next('a1')).toBe(due)
    clinic.pass(3 * 60_000)
    // The worker was down meanwhile. A step that is added now is not due.
    const text = 'You have a visit today.'
    expect((await save({ version: 1, reminders: cadence(hours(3, { text }), hours(4)) })).status).toBe(200)
    await plan()
    expect(await next('a1')).toBe(due)
    await clinic.store.query('update appointments set next_reminder_at = now()')
    const [visit] = await clinic.lease()
    expect(await clinic.judge(visit!)).toBe('sent')
    expect(await clinic.ledger('a1')).toEqual(['3h sms queued'])
  })

  test('are none after the cadence was switched off', async () => {
    await booked('a1', '2026-11-25T18:00:00Z')
    await save({ reminders: cadence(step('2d')) })
    await plan()
    expect(await next('a1')).toBe('2026-11-23T15:00:00.000Z')
    await save({ version: 1 })
    await plan()
    expect(await next('a1')).toBeNull()
  })

  test('begin again when the setting is saved while a worker is at it', async () => {
    for (const nth of [1, 2, 3]) await booked(`a${nth}`, `2026-11-2${nth + 4}T18:00:00Z`)
    await save({ reminders: cadence(step('2d')) })
    const [leased] = await plans()
    await save({ version: 1, reminders: cadence(step('1d', { before: { n: 1, unit: 'day' } })) })
    const doing = { worker: 'w', now: clinic.parts.clock.now(), limit: 2 }
    expect(await clinic.store.database.write('o1', (tx) => planChunk(tx, leased!, doing))).toBe('gone')
    await plan(2)
    expect(await Promise.all(['a1', 'a3'].map(next))).toEqual(['2026-11-24T15:00:00.000Z', '2026-11-26T15:00:00.000Z'])
  })

  test('are computed once more for a visit that was booked under the former setting meanwhile', async () => {
    await save({ reminders: cadence(step('2d')) })
    expect(await plan()).toEqual(['again'])
    // Its transaction read the setting before the save, and ended after the worker had passed.
    await booked('a1', '2026-11-25T18:00:00Z')
    await clinic.store.query('update reminder_plans set due_at = now()')
    expect(await plan()).toEqual(['more', 'done'])
    expect(await next('a1')).toBe('2026-11-23T15:00:00.000Z')
  })

  test('are computed by the worker that the save wakes', async () => {
    await booked('a1', '2026-11-25T18:00:00Z')
    const worker = startReminderPlans({ ...clinic.parts, metrics: new Registry() }, { pollMs: 3_600_000, chunk: 1 })
    try {
      await save({ reminders: cadence(step('2d')) })
      await until(async () => ((await next('a1')) === '2026-11-23T15:00:00.000Z' ? true : undefined))
    } finally {
      await worker.stop()
    }
  })
})

describe('the forecast', () => {
  const planned = { reminders: cadence(step('2d'), hours(3, { alsoConfirmed: true })) }
  const preview = async (fields: object = planned) =>
    (await clinic.ask('previewVisitSettings', 'sam', { ...initial, version: 0, ...fields })).body.data
  const counts = (days: { date: string; count: number }[]) =>
    days.filter(({ count }) => count > 0).map(({ date, count }) => `${date} ${count}`)

  test('counts by day what settings that are not saved would send', async () => {
    await booked('a1', '2026-11-23T18:00:00Z')
    await booked('a2', '2026-11-23T18:00:00Z', { patientId: 'p2', status: 'confirmed' })
    await booked('a3', '2026-11-23T19:00:00Z', { patientId: 'p3', status: 'cancelled' })
    await booked('a4', '2026-11-24T19:00:00Z', { patientId: 'p3', reschedule: 'asked' })
    const { planned: days } = await preview()
    expect(days).toHaveLength(7)
    expect(days[0].date).toBe('2026-11-19')
    expect(counts(days)).toEqual(['2026-11-21 1', '2026-11-23 2'])
    expect((await read()).version).toBe(0)
  })

  test('leaves out what the ledger has, what has passed, and patients whom nothing reaches', async () => {
    await booked('a1', '2026-11-23T18:00:00Z')
    await booked('a2', '2026-11-23T18:00:00Z', { patientId: 'p2' })
    await clinic.store.query(`insert into consents values ('o1', '+15125550143', 'opted_out')`)
    await clinic.store.query(
      `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, created_at)
       values ('o1', 'r1', 'a1', 'p1', '2026-11-23T18:00:00Z', '3h', 'reminder', 'sms', 'delivered', '2026-11-18T18:00:00Z')`,
    )
    const { planned: days, sent } = await preview()
    expect([counts(days), counts(sent)]).toEqual([['2026-11-21 1'], ['2026-11-18 1']])
    await clinic.store.query('delete from consents')
  })

  test('takes the cadence of a type for its visits alone', async () => {
    await booked('a1', '2026-11-23T18:00:00Z', { type: 'Telehealth' })
    await booked('a2', '2026-11-23T18:00:00Z', { patientId: 'p2' })
    const own = { _id: 'own', appointmentType: 'Telehealth', enabled: false, steps: [hours(1)] }
    expect(counts((await preview({ reminders: [...cadence(step('2d')), own] })).planned)).toEqual(['2026-11-21 1'])
    expect(counts((await preview({ reminders: [{ ...own, enabled: true }] })).planned)).toEqual(['2026-11-23 1'])
  })

  test('of the saved setting is for members', async () => {
    await booked('a1', '2026-11-23T18:00:00Z')
    expect(counts((await clinic.ask('reminderForecast', 'lena')).body.data.planned)).toEqual([])
    await save(planned)
    expect(counts((await clinic.ask('reminderForecast', 'lena')).body.data.planned)).toEqual([
      ...['2026-11-21 1', '2026-11-23 1'],
    ])
    expect((await clinic.ask('previewVisitSettings', 'lena', { ...initial, version: 0 })).status).toBe(403)
  })
})
