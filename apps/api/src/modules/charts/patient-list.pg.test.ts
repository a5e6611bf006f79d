import { patientSearch } from '@foyer/contracts/patients/search-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import type { Tx } from '../../db/tx.ts'
import { filterOfSearch } from './patient-list.rules.ts'
import { countPatients, findIds, listPatients } from './patient-list.store.ts'

const MANY = 40_000
/** A page and a total of 1,000, of a filter that a third of the patients match. */
const FEW = 5000

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'Cedar Ridge', 'medicalGroup', 'America/Chicago'), ('o2', 'Lakeside', 'hospital', 'America/New_York')`)
  await store.query(`insert into doctors (organization_id, id, first_name, last_name, name)
    select 'o1', 'd' || n, '', 'Doctor ' || n, 'Doctor ' || n from generate_series(0, 49) as n`)
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, mrn, birthdate,
      eligible, doctor_id)
    select case when n % 8 = 0 then 'o2' else 'o1' end, 'p' || n, 'p' || n, initcap(substr(md5('f' || n), 1, 6)),
      initcap(substr(md5('l' || n), 1, 8)), '+1512' || (2000000 + n), n::text, date '1940-01-01' + n % 25000,
      case n % 3 when 0 then true when 1 then false end, case when n % 8 <> 0 then 'd' || n % 50 end
    from generate_series(1, ${MANY}) as n`)
  await store.query('vacuum analyze patients')
}, 120_000)
afterAll(() => store.close())

const read = async (tx: Tx) => {
  const { rows } = await sql<{ rows: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname = 'patients'`.execute(tx)
  return rows[0]?.rows ?? 0
}

function search(fields: object, after: Parameters<typeof listPatients>[1]['after'] = null) {
  const filter = filterOfSearch(patientSearch.body.parse({ organizationId: 'o1', ...fields }))
  return store.database.read('o1', async (tx) => {
    const before = await read(tx)
    const found = await findIds(tx, filter)
    const asked = { filter, after, offset: 0, limit: 10, now: new Date('2026-11-19T15:00:00Z') }
    const { patients } = await listPatients(tx, asked, found)
    const total = await countPatients(tx, filter, found)
    return { names: patients.map(({ lastName }) => lastName), total, touched: (await read(tx)) - before }
  })
}

test.each([
  ['all', {}, 1001],
  ['a beginning of last names', { patientLastName: 'ab' }, null],
  ['a beginning of first names', { patientFirstName: 'abc' }, null],
  ['a common beginning of both names', { patientFirstName: 'a', patientLastName: 'b' }, null],
  ['a beginning of MRNs', { patientMrn: '1234' }, null],
  ['an MRN', { patientMrn: '12345' }, 1],
  ['a day of birth', { patientDob: '1960-05-05' }, null],
  ['a doctor', { selectedProvider: 'd7' }, null],
  ['the eligible', { patientEligible: 'eligible' }, 1001],
  ['those not eligible', { patientEligible: 'notEligible' }, 1001],
  ['a part of a name', { search: 'abcd' }, null],
  ['two letters', { search: 'ab' }, null],
  ['digits of one number', { search: '2039999' }, 1],
])('listPatients reads few rows of an organization with many patients: %s [OPEN-054]', async (_, fields, total) => {
  const found = await search(fields)
  expect(found.touched).toBeLessThan(FEW)
  expect(found.names.length).toBeGreaterThan(0)
  expect(found.names).toEqual(found.names.toSorted())
  if (total !== null) expect(found.total).toBe(total)
})

test('listPatients reads few rows deep in the list by its cursor [OPEN-054]', async () => {
  const found = await search({}, { last: 'dddddddd', first: '', id: '' })
  expect(found.names[0]?.toLowerCase()).toMatch(/^(de|dd)/)
  expect(found.touched).toBeLessThan(FEW)
})

test('listPatients reads few rows when a search finds a large part of all patients [OPEN-054]', async () => {
  const found = await search({ search: '512' })
  expect([found.names.length, found.total]).toEqual([10, 1001])
  expect(found.touched).toBeLessThan(FEW)
})

test('findIds collects the patients of what fits the fewest, and none of what fits too many [OPEN-054]', async () => {
  const idsOf = (fields: object) => {
    const filter = filterOfSearch(patientSearch.body.parse({ organizationId: 'o1', ...fields }))
    return store.database.read('o1', (tx) => findIds(tx, filter))
  }
  const few = await idsOf({ patientMrn: '12345', patientFirstName: 'a', search: '512' })
  expect(few).toEqual({ ids: ['p12345'], areMany: false })
  // Three of ten MRNs begin with it.
  expect(await idsOf({ patientMrn: '1' })).toEqual({ ids: null, areMany: true })
  expect(await idsOf({ search: '512' })).toEqual({ ids: null, areMany: false })
  expect(await idsOf({ selectedProvider: 'd7' })).toEqual({ ids: null, areMany: false })
})
