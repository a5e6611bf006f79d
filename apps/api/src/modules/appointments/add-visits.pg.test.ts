/** An import of many visits: it is told once, and a killed one is told by itself. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recount } from '../../../../../tests/replay/recount.ts'
import { until } from '../../../../../tests/support/until.ts'
import type { Database } from '../../db/database.ts'
import { addVisits } from './add-visits.ts'
import type { AppointmentState } from './appointments.rules.ts'
import { startTellingOwed, tellOwed } from './untold-visits.ts'
import { openVisits, type Visits } from './visits.suite.ts'

const PATIENTS = 400
const EACH = 5
const HOUR = 60 * 60 * 1000
const idOf = (patient: number) => `many-${String(patient).padStart(3, '0')}`

let visits: Visits
let before: number
beforeEach(async () => {
  visits = await openVisits()
  await visits.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name)
     select 'o1', id, id, 'Many', id from unnest($1::text[]) as id`,
    [Array.from({ length: PATIENTS }, (_, patient) => idOf(patient))],
  )
  // Each fourth patient has an open conversation.
  await visits.store.query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
       search_text, version)
     select 'o1', id, id, 'sms', id, id, 'open', now(), id, 0 from unnest($1::text[]) as id`,
    [Array.from({ length: PATIENTS / 4 }, (_, nth) => idOf(nth * 4))],
  )
  await visits.text('+15125550142', 'Hello')
  before = await head()
})
afterEach(() => visits.close())

const head = async () => (await visits.events()).at(-1)?.seq ?? 0
const now = () => visits.parts.clock.now()

function visitOf(patient: number, nth: number): AppointmentState {
  const startsAt = new Date(Date.parse('2026-11-23T14:00:00Z') + nth * 24 * HOUR + (patient % 48) * 10 * 60_000)
  return {
    ...{ id: `visit-${idOf(patient)}-${nth}`, organizationId: 'o1', patientId: idOf(patient), doctorId: 'doctor1' },
    ...{ startsAt, endsAt: new Date(startsAt.getTime() + HOUR), status: 'scheduled', type: 'Flu shot' },
    ...{ location: 'Northgate', telemedicineServiceId: null, confirmedAt: null, confirmedBy: null, reschedule: null },
    ...{ reply: null, called: null, admittedAt: null, dischargedAt: null, source: 'import', nextReminderAt: null },
    ...{ createdAt: now(), timedAt: now(), version: 0 },
  }
}

const all = () =>
  Array.from({ length: PATIENTS }, (_, patient) =>
    Array.from({ length: EACH }, (_, nth) => ({ state: visitOf(patient, nth), history: [] })),
  ).flat()

const add = (of = all(), database: Pick<Database, 'read' | 'write'> = visits.parts.database) =>
  addVisits(database, {
    ...{ organizationId: 'o1', now: now(), visits: of, reminded: [] },
    writeLedger: async () => undefined,
  })

/** A store that carries out so many transactions that write; then every one fails. */
function failingAfter(writes: number): Pick<Database, 'read' | 'write'> {
  let left = writes
  const { database } = visits.parts
  return {
    read: database.read,
    async write(...given) {
      left -= 1
      if (left < 0) throw new Error('killed')
      return database.write(...given)
    },
  }
}

const count = async (from: string) =>
  Number((await visits.store.query<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n)
const told = async () => (await visits.events(before)).map(({ type }) => type)
const RELOADS = ['appointments.reloaded', 'patients.reloaded']

test('addVisits tells of 2,000 visits by two events, and what is read then has them all', async () => {
  expect(await add()).toBe(PATIENTS * EACH)
  const events = await visits.events(before)
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['appointments.reloaded', { organizationId: 'o1', from: '2026-11-23', to: '2026-11-27', cause: 'import' }],
    ['patients.reloaded', { organizationId: 'o1', cause: 'import' }],
  ])
  const list = await visits.ask('appointmentList', 'lena', {
    ...{ skip: 0, limit: 100, pageNo: 1 },
    query: JSON.stringify({ dateFrom: '2026-11-27', dateTo: '2026-11-27' }),
  })
  expect([list.body.data.total, list.body.asOf]).toEqual([PATIENTS, before + 2])
  expect(list.body.data.list.every(({ version }: { version: number }) => version <= before + 2)).toBe(true)
  const first = { appointmentId: 'visit-many-396-0' }
  const record = await visits.ask('patientRecord', 'lena', { id: 'many-396' })
  expect(record.body.data.nextVisit).toMatchObject(first)
  const thread = await visits.call('conversation', 'lena', { conversationId: 'many-396' })
  expect(thread.body.data.appointment).toMatchObject(first)
  expect(events.at(-1)?.counts).toEqual(await recount(visits.store, 'o1'))
  expect(await count('untold_visits')).toBe(0)
  const caused = await visits.store.query<{ kind: string; seq: number; n: number }>(
    `select kind, seq::int, count(distinct appointment_id)::int as n from causes where seq > $1 group by kind, seq`,
    [before],
  )
  expect(caused).toEqual([{ kind: 'appointmentBooked', seq: before + 2, n: PATIENTS * EACH }])
})

test('addVisits adds and tells nothing when all of the visits exist', async () => {
  await add()
  before = await head()
  expect(await add()).toBe(0)
  expect([await told(), await count('untold_visits')]).toEqual([[], 0])
})

test('addVisits tells of each visit when they are few', async () => {
  expect(await add(all().slice(0, 2))).toBe(2)
  expect(await told()).toEqual([
    'appointment.changed',
    'appointment.changed',
    'patient.changed',
    'conversation.changed',
  ])
})

test('addVisits tells of what it added when a later transaction fails', async () => {
  const { database } = visits.parts
  let writes = 0
  const failingOnce: Pick<Database, 'read' | 'write'> = {
    read: database.read,
    async write(...given) {
      writes += 1
      if (writes === 3) throw new Error('The disk is full.')
      return database.write(...given)
    },
  }
  await expect(add(all(), failingOnce)).rejects.toThrow('The disk is full.')
  expect([await told(), await count('appointments')]).toEqual([RELOADS, 200 * EACH])
})

test('addVisits of a killed import adds the rest when it is repeated, and tells of all its days', async () => {
  await expect(add(all(), failingAfter(2))).rejects.toThrow('killed')
  expect([await told(), await count('appointments'), await count('untold_visits')]).toEqual([[], 200 * EACH, 1])
  expect(await add()).toBe(200 * EACH)
  expect(await told()).toEqual(RELOADS)
  expect(await count('untold_visits')).toBe(0)
})

test('a worker tells of a killed import that nobody repeats, and two workers do it once', async () => {
  await expect(add(all(), failingAfter(2))).rejects.toThrow('killed')
  const workers = [startTellingOwed(visits.parts, 20), startTellingOwed(visits.parts, 20)]
  try {
    await visits.store.query(`update untold_visits set due_at = now()`)
    await until(async () => (await count('untold_visits')) === 0)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  expect(await told()).toEqual(RELOADS)
})

test('tellOwed leaves an import alone whose last transaction was a moment ago', async () => {
  await expect(add(all(), failingAfter(2))).rejects.toThrow('killed')
  await visits.parts.database.write('o1', (tx) => tellOwed(tx, { organizationId: 'o1', now: now(), isDueOnly: true }))
  expect([await told(), await count('untold_visits')]).toEqual([[], 1])
})
