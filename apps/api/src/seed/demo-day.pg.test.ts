import { appointmentSchema } from '@foyer/contracts/appointments/appointment.ts'
import { standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { appointmentOf, appointmentsFrom } from '../modules/appointments/appointment-items.store.ts'
import { listAsked } from '../modules/appointments/replies/asked.store.ts'
import { addDemoDay } from './demo-day.ts'
import { seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const FIRST = new Date('2026-11-19T15:16:00Z')
const FAMILY = '+15125550190'

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await seedDemo({ database: store.database, clock: { now: () => FIRST }, newId: () => crypto.randomUUID() })
  await store.query('analyze')
})
afterAll(() => store.close())

const startAt = (now: Date) => addDemoDay({ database: store.database, clock: { now: () => now } })
const count = async (text: string) => (await store.query<{ n: number }>(`select (${text})::int as n`))[0]?.n

async function day(date: string) {
  const visits = await store.database.read('org_cedar', async (tx) => {
    const source = sql`(select * from appointments where organization_id = 'org_cedar')`
    const { rows } = await appointmentsFrom(source).execute(tx)
    return rows.map((row) => appointmentSchema.parse(appointmentOf(row)))
  })
  return visits.filter(({ appointmentDate }) => appointmentDate === date)
}

const WRITTEN = [
  ['118-2043', '08:00', 'arrived'],
  ['187-9920', '08:30', 'arrived'],
  ['203-1185', '09:00', 'confirmed'],
  ['221-0067', '09:30', 'confirmed'],
  ['198-4410', '09:30', 'notConfirmed'],
  ['176-3392', '10:00', 'notConfirmed'],
  ['240-5518', '10:30', 'reschedule'],
  ['164-7201', '11:00', 'confirmed'],
  ['214-5520', '13:30', 'held'],
  ['233-9004', '14:00', 'notConfirmed'],
  ['151-6637', '14:30', 'notConfirmed'],
  ['247-1120', '15:00', 'notConfirmed'],
] as const

test('addDemoDay adds nothing when the store was filled on the same day', async () => {
  const heads = 'select organization_id, seq from organization_heads order by 1'
  const before = await store.query(heads)
  expect(await startAt(new Date(FIRST.getTime() + 3 * 60 * 60 * 1000))).toBe(0)
  expect(await store.query(heads)).toEqual(before)
})

test.each([
  ['the next day', '2026-11-20', '2026-11-20T14:40:00Z'],
  ['a Sunday', '2026-11-22', '2026-11-22T16:00:00Z'],
  ['weeks later', '2026-12-15', '2026-12-15T15:00:00Z'],
])(
  'addDemoDay writes the rows of the first screen again on %s, with every standing and no time taken twice',
  async (_, date, now) => {
    expect(await startAt(new Date(now))).toBeGreaterThan(10)
    const visits = await day(date)
    const rows = visits.map((visit) => [visit.mrn, visit.startTime, standingOf(visit)])
    for (const row of WRITTEN) expect(rows).toContainEqual(row)
    const keisha = visits.find(({ mrn }) => mrn === '233-9004')
    expect(keisha?.reminder).toMatchObject({ status: 'notDelivered', channel: 'sms' })
    expect(
      await count(`select count(*) from appointments one join appointments other using (organization_id, doctor_id)
      where one.id < other.id and one.starts_at < other.ends_at and other.starts_at < one.ends_at
        and one.starts_at >= '${date}' and one.status in ('scheduled', 'confirmed', 'arrived')
        and other.status in ('scheduled', 'confirmed', 'arrived')`),
    ).toBe(0)
    expect(await startAt(new Date(Date.parse(now) + 60_000)), 'a second start of the day').toBe(0)
  },
)

test('addDemoDay asks the family again when their visits have passed', async () => {
  const asked = await store.database.read('org_cedar', (tx) =>
    listAsked(tx, { organizationId: 'org_cedar', senders: [FAMILY], now: new Date('2026-12-15T15:00:00Z') }),
  )
  expect(asked.map(({ firstName, status }) => [firstName, status])).toEqual([
    ['Liam', 'scheduled'],
    ['Ava', 'scheduled'],
  ])
  expect(new Set(asked.map(({ messageId }) => messageId)).size).toBe(1)
})

test('addDemoDay tells of each visit by events, and moves no conversation', async () => {
  expect(await count(`select count(*) from messages where quiet and origin = 'reminder'`)).toBeGreaterThan(10)
  expect(
    await count(`select count(*) from conversations c where last_message_at < (select max(created_at) from messages m
      where m.organization_id = c.organization_id and m.conversation_id = c.id and not m.quiet)`),
  ).toBe(0)
  const told = await store.query<{ type: string }>(
    `select distinct type from events where organization_id = 'org_cedar' order by 1`,
  )
  expect(told.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['appointment.changed', 'appointments.reloaded', 'patient.changed']),
  )
})

test('addDemoDay leaves an organization of another store alone', async () => {
  const other = await freshDatabase()
  try {
    await other.query(`insert into organizations (id, name, type, timezone, sms_number) values
      ('org_cedar', 'A real clinic', 'medicalGroup', 'America/Chicago', '+15125550100')`)
    await other.query(`insert into organization_heads (organization_id, epoch) values ('org_cedar', 'e')`)
    expect(await addDemoDay({ database: other.database, clock: { now: () => FIRST } })).toBe(0)
  } finally {
    await other.close()
  }
})
