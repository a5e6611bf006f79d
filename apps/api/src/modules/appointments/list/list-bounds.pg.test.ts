import { listQuery } from '@foyer/contracts/appointments/fields.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../db/tx.ts'
import { openVisits, type Visits } from '../visits.suite.ts'
import { countAppointments, listAppointments } from './appointment-list.store.ts'
import { filterOf, orderOf } from './list.rules.ts'
import { walked } from './walk.store.ts'

const MANY = 10_300
let visits: Visits
beforeAll(async () => {
  visits = await openVisits()
  await visits.store.query(
    `insert into appointments
       (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location)
     select 'o1', 'g' || lpad(n::text, 6, '0'), case when n % 2 = 0 then 'p1' else 'p2' end, 'doctor1', 'Dr. Amara Okafor',
       start, start + interval '20 minutes', case when n % 100 = 0 then 'cancelled' else 'scheduled' end,
       'Follow-up', 'Northgate'
     from generate_series(1, $1::int) as n, lateral (select timestamptz '2026-01-01T12:00Z' + n * interval '1 hour' as start) as at`,
    [MANY],
  )
  await visits.store.query(`update patients set eligible = true, insurance_type = 'Rare Mutual' where id = 'p3'`)
  for (let day = 10; day < 22; day++)
    await visits.visit(`rare${day}`, `2030-01-${day}T12:00:00Z`, { patientId: 'p3', status: 'confirmed' })
  await visits.store.query('analyze appointments')
})
afterAll(() => visits.close())

const read = async (fields: object) => {
  const { status, body } = await visits.ask('appointmentList', 'lena', { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('list counts a thousand exactly, and says that there are more', async () => {
  expect((await read({})).data).toMatchObject({ total: 1000, more: true, bounded: false })
  const query = JSON.stringify({ appointmentStatus: 'cancelled' })
  expect((await read({ query })).data).toMatchObject({ total: 103, more: false })
})

test('list sorts the first ten thousand by another field, and says so [OPEN-063]', async () => {
  const { data, cursor } = await read({ sort: '{"patientName":-1}' })
  expect(data).toMatchObject({ total: 1000, more: true, bounded: true })
  expect(data.list[0]).toMatchObject({ _id: 'g000002', patientName: 'Rosalind Carver' })
  const { data: next } = await read({ sort: '{"patientName":-1}', cursor })
  expect(next.list[0]._id).toBe('g000022')
  const few = JSON.stringify({ appointmentStatus: 'cancelled' })
  expect((await read({ sort: '{"patientName":-1}', query: few })).data).toMatchObject({ bounded: false, total: 103 })
})

test.each([
  { eligible: 'eligible' },
  { insuranceType: 'Rare Mutual' },
  { eligible: 'eligible', doctorId: 'doctor1', appointmentStatus: 'confirmed' },
])('list of %j reads few rows although hardly any visit fits [OPEN-062]', async (query) => {
  const filter = filterOf(listQuery.parse(query), { organizationId: 'o1', zone: 'America/Chicago' })
  const order = orderOf(undefined, filter.isAny ? null : 'confirmed')
  const page = await visits.parts.database.read('o1', async (tx) => {
    const before = await rowsRead(tx)
    const { list } = await listAppointments(tx, { filter, order, after: null, offset: 0, limit: 10 }, null)
    const { total } = await countAppointments(tx, filter, order, null)
    return { first: list[0]?._id, total, touched: (await rowsRead(tx)) - before }
  })
  expect(page).toMatchObject({ first: 'rare10', total: 12 })
  expect(page.touched).toBeLessThan(300)
})

/** The rows of appointments that this transaction has read so far. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname = 'appointments'`.execute(tx)
  return rows[0]?.rows ?? 0
}

test.each([
  [{}, 'appointments_day'],
  [{ appointmentStatus: 'cancelled' }, 'appointments_status'],
  [{ doctorId: 'doctor1', appointmentStatus: 'scheduled' }, 'appointments_doctor'],
  [{ eligible: 'eligible' }, 'appointments_eligible'],
  [{ insuranceType: 'Rare Mutual' }, 'appointments_insurance'],
])('list of %j reads a page through an index alone', async (query, index) => {
  const filter = filterOf(listQuery.parse(query), { organizationId: 'o1', zone: 'America/Chicago' })
  const plan = await visits.parts.database.read('o1', async (tx) => {
    const page = walked(filter, { walked: 'starts_at', direction: 1 }, { after: null, rows: 11, found: null })
    const { rows } = await sql<Record<string, string>>`explain select * from ${page} as page`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index}`))
  expect(plan).not.toContain('Seq Scan')
})
