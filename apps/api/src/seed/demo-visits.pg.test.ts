import { appointmentHistorySchema, appointmentSchema } from '@foyer/contracts/appointments/appointment.ts'
import { standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { appointmentOf, appointmentsFrom } from '../modules/appointments/appointment-items.store.ts'
import { listAsked } from '../modules/appointments/replies/asked.store.ts'
import { seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const NOW = new Date('2026-11-19T15:16:00Z')
const TODAY = '2026-11-19'

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await seedDemo({ database: store.database, clock: { now: () => NOW }, newId: () => crypto.randomUUID() })
  // Later the server does it by itself; without it, the first query has no statistics.
  await store.query('analyze')
})
afterAll(() => store.close())

const visitsOf = (organizationId: string) =>
  store.database.read(organizationId, async (tx) => {
    const source = sql`(select * from appointments where organization_id = ${organizationId})`
    const { rows } = await appointmentsFrom(source).execute(tx)
    return rows.map((row) => appointmentSchema.parse(appointmentOf(row)))
  })
const today = async () => (await visitsOf('org_cedar')).filter(({ appointmentDate }) => appointmentDate === TODAY)
const one = async (text: string) => (await store.query<{ n: number }>(`select (${text})::int as n`))[0]?.n

test('seed sets the twelve rows of the first day by name, MRN, time and standing', async () => {
  const visits = await today()
  const rows = visits.map((visit) => {
    const { patientName, mrn, startTime, providerName, eligible, reminder, reply } = visit
    const doctor = providerName.split(' ').at(-1)
    return [mrn, patientName, startTime, doctor, standingOf(visit), eligible, reminder?.status, reply?.kind]
  })
  for (const row of [
    ['118-2043', 'Walter Simmons', '08:00', 'Okafor', 'arrived', true, 'delivered', 'confirm'],
    ['187-9920', 'Ingrid Halvorsen', '08:30', 'Sorensen', 'arrived', true, 'delivered', 'confirm'],
    ['203-1185', 'Dolores Quintana', '09:00', 'Reyes', 'confirmed', true, 'delivered', 'confirm'],
    ['221-0067', 'Miguel Santos', '09:30', 'Okafor', 'confirmed', false, 'delivered', 'late'],
    ['198-4410', 'Naomi Feldman', '09:30', 'Zhang', 'notConfirmed', true, 'delivered', undefined],
    ['176-3392', 'Gerald Bauer', '10:00', 'Okafor', 'notConfirmed', true, 'delivered', undefined],
    ['240-5518', 'Farah Haddad', '10:30', 'Sorensen', 'reschedule', true, 'delivered', 'reschedule'],
    ['164-7201', 'Hector Villanueva', '11:00', 'Reyes', 'confirmed', false, 'delivered', 'confirm'],
    ['214-5520', 'Beatriz Fonseca', '13:30', 'Okafor', 'held', false, 'delivered', 'reschedule'],
    ['233-9004', 'Keisha Grant', '14:00', 'Zhang', 'notConfirmed', true, 'notDelivered', undefined],
    ['151-6637', 'Denise Walker', '14:30', 'Okafor', 'notConfirmed', true, 'delivered', undefined],
    ['247-1120', 'Lars Eklund', '15:00', 'Sorensen', 'notConfirmed', false, undefined, undefined],
  ])
    expect(rows).toContainEqual(row)
  const bauer = visits.find(({ mrn }) => mrn === '176-3392')
  expect(bauer?.smsStatus).toBe('opted_out')
  expect(visits.find(({ mrn }) => mrn === '164-7201')).toMatchObject({ cashPay: true, insuranceType: null })
  expect(visits.find(({ mrn }) => mrn === '240-5518')?.reschedule?.wish).toBe('Thursday afternoon')
})

test('seed fills the first day of Cedar Ridge: five doctors, every standing of the ribbon, three visits by video or phone', async () => {
  const visits = await today()
  expect(visits.length).toBeGreaterThanOrEqual(24)
  expect(new Set(visits.map(({ doctorId }) => doctorId)).size).toBe(5)
  const standings = visits.map(standingOf)
  expect(standings).toEqual(expect.arrayContaining(['notConfirmed', 'confirmed', 'reschedule', 'held', 'arrived']))
  const remote = visits.flatMap(({ telemedicine }) => telemedicine?._id ?? [])
  expect(remote.length).toBeGreaterThanOrEqual(3)
  expect(new Set(remote)).toEqual(new Set(['tel_video', 'tel_phone']))
})

test('seed reminds the Whitakers of two visits in one text that their phone can confirm', async () => {
  const asked = await store.database.read('org_cedar', (tx) =>
    listAsked(tx, { organizationId: 'org_cedar', senders: ['+15125550190'], now: NOW }),
  )
  expect(asked.map(({ firstName, status, isWrittenSince }) => [firstName, status, isWrittenSince])).toEqual([
    ['Liam', 'scheduled', false],
    ['Ava', 'scheduled', false],
  ])
  expect(new Set(asked.map(({ messageId }) => messageId)).size).toBe(1)
  expect(
    await store.query(`select first_name, mrn from patients where phone_number = '+15125550190' order by mrn`),
  ).toEqual([
    { first_name: 'Nora', mrn: '260-4401' },
    { first_name: 'Liam', mrn: '260-4402' },
    { first_name: 'Ava', mrn: '260-4403' },
  ])
})

test('seed writes reminders of the last week, each with its text', async () => {
  const ofWeek = `reminders r where created_at > '${NOW.toISOString()}'::timestamptz - interval '7 days'`
  expect(await one(`select count(*) from ${ofWeek}`)).toBeGreaterThanOrEqual(20)
  expect(
    await one(`select count(*) from reminders r where not exists (select from messages m
      where m.organization_id = r.organization_id and m.id = r.message_id and m.created_at = r.created_at
        and m.origin = 'reminder')`),
  ).toBe(0)
  expect(
    await one(`select count(*) from appointments where reply_message_id is not null and not exists (
    select from messages m where m.id = reply_message_id and m.direction = 'inbound' and m.created_at = reply_at)`),
  ).toBe(0)
})

test('seed writes cadences that are off, so that no reminder is due', async () => {
  const [setting] = await store.query<{ value: unknown }>(
    `select value from organization_settings where organization_id = 'org_cedar' and name = 'appointments'`,
  )
  const { reminders } = visitSetting.schema.parse(setting?.value)
  expect(reminders.map(({ appointmentType, enabled }) => [appointmentType, enabled])).toEqual([
    [null, false],
    ['New patient', false],
    ['Telehealth', false],
  ])
  expect(await one('select count(*) from appointments where next_reminder_at is not null')).toBe(0)
})

test('seed writes sixty due dates: nine overdue, four today, and Denise Walker’s', async () => {
  const due = (when: string) => one(`select count(*) from due_dates where due_date ${when}`)
  expect([await due('is not null'), await due(`< '${TODAY}'`), await due(`= '${TODAY}'`)]).toEqual([60, 9, 4])
  expect(await due(`> '2026-12-19'`)).toBe(0)
  const denise = await store.query<{ type: string; booked: boolean }>(
    `select appointment_type as type, exists (select from appointments a where a.patient_id = d.patient_id
       and a.type = d.appointment_type and a.starts_at > $1) as booked
     from due_dates d join patients p on p.id = d.patient_id where mrn = '151-6637' order by due_date`,
    [NOW],
  )
  expect(denise).toEqual([
    { type: 'Mammogram', booked: false },
    { type: 'A1c test', booked: true },
    { type: 'Annual wellness visit', booked: false },
    { type: 'Flu shot', booked: false },
  ])
})

test('seed fills the beds of Lakeside', async () => {
  const visits = await visitsOf('org_lakeside')
  const count = (status: string) => visits.filter(({ appointmentStatus }) => appointmentStatus === status).length
  expect([visits.length, count('admitted'), count('discharged')]).toEqual([60, 20, 15])
  for (const { appointmentStatus, admittedDate, dischargedDate } of visits) {
    expect(admittedDate !== null).toBe(appointmentStatus === 'admitted' || appointmentStatus === 'discharged')
    expect(dischargedDate !== null).toBe(appointmentStatus === 'discharged')
    if (admittedDate && dischargedDate) expect(admittedDate < dischargedDate).toBe(true)
    expect((dischargedDate ?? admittedDate ?? '') <= NOW.toISOString()).toBe(true)
  }
})

test('seed makes half of the patients eligible', async () => {
  for (const id of ['org_cedar', 'org_lakeside', 'org_harbor']) {
    const [share] = await store.query<{ part: number }>(
      `select avg(coalesce(eligible, false)::int)::float as part from patients where organization_id = $1`,
      [id],
    )
    expect(share?.part).toBeGreaterThan(0.4)
    expect(share?.part).toBeLessThan(0.6)
  }
})

test('seed gives each visit a history that matches the contract and ends with its status', async () => {
  const rows = await store.query<{ position: number; at: Date; user_id: null; kind: string; details: object }>(
    'select position, at, user_id, kind, details from appointment_history',
  )
  for (const { position, at, kind, details } of rows)
    appointmentHistorySchema.parse({
      position,
      at: at.toISOString(),
      user: null,
      userName: null,
      change: { kind, ...details },
    })
  expect(
    await one(`select count(*) from appointments a where coalesce((select details ->> 'to' from appointment_history h
      where h.organization_id = a.organization_id and h.appointment_id = a.id and kind = 'status'
      order by position desc limit 1), 'scheduled') <> a.status`),
  ).toBe(0)
  expect(await one(`select count(*) from appointment_history where at > '${NOW.toISOString()}'`)).toBe(0)
})
