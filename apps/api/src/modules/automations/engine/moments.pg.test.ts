import type { Trigger } from '@foyer/contracts/automations/triggers.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'
import { findMoments } from './moments.store.ts'
import { rowsRead } from './rows-read.suite.ts'

let clinic: Ruled
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** So many visits or conversations are none of a pass's business. */
const MANY = 2000

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())

const now = () => clinic.parts.clock.now().getTime()
const ago = (ms: number) => new Date(now() - ms)
const WORKDAY = [{ from: '08:00', to: '17:00' }]
const week = {
  ...{ monday: WORKDAY, tuesday: WORKDAY, wednesday: WORKDAY, thursday: WORKDAY, friday: WORKDAY },
  ...{ saturday: [], sunday: [] },
}
const facts = {
  ...{ name: 'Cedar', timezone: 'America/Chicago', phoneNumber: null, bookingLink: null, dailyTexts: 3 },
  ...{ hours: { week, closedDays: [] }, quietHours: { from: '21:00', to: '08:00' } },
}

/** The moments of the last 15 seconds, and the rows of the table that were read to find them. */
async function find(trigger: object, table: string) {
  const begunAt = now() - 60 * DAY_MS
  const span = { organizationId: 'o1', automationId: 'aut_1', begunAt, from: now() - 15_000, to: now(), clinic: facts }
  const rule = { repeat: 'never', perHour: 100, ...trigger } as unknown as Trigger
  let subjects: readonly string[] = []
  const rows = await clinic.parts.database.read('o1', (tx) =>
    rowsRead(tx, table, async () => {
      subjects = (await findMoments(tx, span, rule)).map(({ subject }) => subject.id)
    }),
  )
  return { subjects, rows }
}

test('pass of a rule for late bookings reads few visits when thousands were booked before', async () => {
  await clinic.visit('booked late', ago(-2 * HOUR_MS).toISOString())
  await clinic.visit('booked before', ago(-30 * DAY_MS).toISOString())
  await clinic.store.query('update appointments set timed_at = $1', [ago(DAY_MS)])
  await clinic.store.query(`update appointments set timed_at = $1 where id = 'booked late'`, [ago(5000)])
  await clinic.store.query(
    `insert into appointments select (jsonb_populate_record(a, jsonb_build_object('id', 'many' || n))).*
     from appointments as a, generate_series(1, $1) as n where a.id = 'booked before'`,
    [MANY],
  )
  await clinic.store.query('analyze appointments')
  const before = { n: 1, unit: 'days' }
  const trigger = { kind: 'appointmentReminderDue', before, between: null, late: 'now' }
  const { subjects, rows } = await find(trigger, 'appointments')
  expect(subjects).toEqual(['booked late'])
  expect(rows).toBeLessThan(MANY / 10)
})

test('pass of a rule for patients who wait in open hours reads no wait of weeks ago', async () => {
  const { id } = await clinic.text(clinic.phone(), 'Hello')
  await clinic.store.query(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', 'many' || n,
       'sender', '+1512666' || (1000 + n), 'phone_number', '+1512666' || (1000 + n), 'waiting_since', $2::timestamptz))).*
     from conversations as c, generate_series(1, $3) as n where c.id = $1`,
    [id, ago(30 * DAY_MS), MANY],
  )
  // Thursday at 9:00 in Chicago, an hour after the clinic has opened.
  await clinic.store.query('update conversations set waiting_since = $2 where id = $1', [id, ago(30 * 60_000 + 5000)])
  await clinic.store.query('analyze conversations')
  const trigger = { kind: 'conversationWaiting', minutes: 30, officeHours: true }
  const { subjects, rows } = await find(trigger, 'conversations')
  expect(subjects).toEqual([id])
  expect(rows).toBeLessThan(MANY / 10)
})

test('pass of a rule for patients who wait reads few causes for late texts when thousands came before', async () => {
  await clinic.store.query('update conversations set waiting_since = null')
  const at = ago(HOUR_MS)
  const { id } = await clinic.text(clinic.phone(), 'Hello')
  await clinic.store.query(
    `insert into causes select (jsonb_populate_record(k, jsonb_build_object('id', 'many' || n, 'at', $2::timestamptz))).*
     from causes as k, generate_series(1, $3) as n where k.conversation_id = $1 and k.kind = 'inboundMessage'`,
    [id, ago(30 * DAY_MS), MANY],
  )
  await clinic.store.query(
    `update messages set created_at = $2 where id = (select message_id from causes
       where conversation_id = $1 and kind = 'inboundMessage' limit 1)`,
    [id, at],
  )
  await clinic.store.query('update conversations set waiting_since = $2 where id = $1', [id, at])
  await clinic.store.query('analyze causes')
  const { subjects, rows } = await find({ kind: 'conversationWaiting', minutes: 30, officeHours: false }, 'causes')
  expect(subjects).toEqual([id])
  expect(rows).toBeLessThan(MANY / 10)
})
