/** Reminders by schedule on a real store when clocks change, and after an outage of a day. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cadence, hours, openReminders, type Reminders, step } from './reminders.suite.ts'

const ROSALIND = '+15125550142'
let clinic: Reminders
beforeAll(async () => {
  clinic = await openReminders()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const table of ['reminders', 'outbound_texts', 'appointment_history', 'appointments'])
    await clinic.store.query(`delete from ${table}`)
  await clinic.set({
    reminders: cadence(step('3d', { before: { n: 3, unit: 'day' } }), step('2d'), hours(2, { alsoConfirmed: true })),
  })
})

/** Moves the clock on; each test is later than the one before. */
const goTo = (instant: string, ms = 0) => clinic.pass(Date.parse(instant) + ms - clinic.parts.clock.now().getTime())
const next = async () => (await clinic.row('a1')).next_reminder_at as Date | null
/** The workers of the store's clock look at the visit. */
async function look() {
  await clinic.store.query(`update appointments set next_reminder_at = now(), leased_until = null, leased_by = null`)
  return clinic.work()
}
/** The queue has the store's clock, which is another one here. */
const queuedNow = () => clinic.store.query('update outbound_texts set queued_at = $1', [clinic.parts.clock.now()])
const newestText = async () => (await clinic.texts(ROSALIND)).at(-1)?.body

test.each([
  ['forward', '2027-03-16T15:00:00Z', '2027-03-14T14:00:00.000Z', 'Tuesday'],
  ['back', '2027-11-09T16:00:00Z', '2027-11-07T15:00:00.000Z', 'Tuesday'],
])(
  'reminder leaves at nine on the day when clocks go %s, and names the hour of the visit',
  async (_way, startsAt, moment, weekday) => {
    goTo(moment, -60_000)
    await clinic.due('a1', startsAt)
    // The step of three days before was missed.
    expect(await look()).toEqual({ a1: 'skipped' })
    expect(await next()).toEqual(new Date(moment))
    goTo(moment)
    expect(await look()).toEqual({ a1: 'sent' })
    expect(await newestText()).toContain(`you have a visit on ${weekday} at 10:00 AM.`)
    expect(await clinic.ledger('a1')).toEqual(['3d sms skipped too_late', '2d sms queued'])
  },
)

test('each step is one text or one reason when the workers are away for a day in which clocks change', async () => {
  await clinic.visit('a1', '2028-11-06T18:00:00Z')
  await clinic.store.query(`update appointments set timed_at = '2026-01-01', created_at = '2026-01-01'`)
  // The workers are back at 9:10 on Sunday, 25 hours after the step of Saturday.
  goTo('2028-11-05T15:10:00Z')
  expect(await look()).toEqual({ a1: 'skipped' })
  expect(await next()).toEqual(new Date('2028-11-06T16:00:00Z'))
  goTo('2028-11-06T16:10:00Z')
  expect(await look()).toEqual({ a1: 'sent' })
  expect((await clinic.ledger('a1')).toSorted()).toEqual([
    '2d sms skipped too_late',
    '2h sms queued',
    '3d sms skipped too_late',
  ])
  expect(await next()).toBeNull()
})

test('a text that the carrier did not take for a day is not sent, and the next step is', async () => {
  goTo('2029-05-07T15:00:00Z')
  await clinic.due('a1', '2029-05-09T18:00:00Z')
  await look()
  await queuedNow()
  expect(await clinic.carry(() => ({ outcome: 'busy', retryAfterMs: null }))).toEqual(['busy'])
  goTo('2029-05-08T15:01:00Z')
  expect(await clinic.carry()).toEqual(['dropped'])
  goTo('2029-05-09T16:00:00Z')
  expect(await look()).toEqual({ a1: 'sent' })
  await queuedNow()
  expect(await clinic.carry()).toEqual(['accepted'])
  expect(await clinic.ledger('a1')).toEqual([
    '3d sms skipped too_late',
    '2d sms notDelivered The carrier could not be reached for a day. Not sent.',
    '2h sms sent',
  ])
})
