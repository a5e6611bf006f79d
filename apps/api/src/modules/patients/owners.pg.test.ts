import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { lockOnlyOwners } from './patients.ts'

const PATIENTS = 400

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'Cedar Ridge', 'medicalGroup', 'America/Chicago')`)
  // Two patients share each tenth number.
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
    select 'o1', 'pat_' || n, 'imp_' || n, 'Joy', 'Waters', '+1512555' || lpad((n - (n % 10 = 0)::int)::text, 4, '0')
    from generate_series(1, ${PATIENTS}) as numbers (n)`)
})
afterAll(() => store.close())

test('lockOnlyOwners reads each patient once at most when PostgreSQL has no statistics yet', async () => {
  const numbers = ['+15125550001', '+15125550009', '+15125559999']
  const { owners, read } = await store.database.write('o1', async (tx) => {
    const found = await lockOnlyOwners(tx, 'o1', numbers)
    const counted = await sql<{ read: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_xact_user_tables where relname = 'patients'`.execute(tx)
    return { owners: found, read: counted.rows[0]?.read ?? 0 }
  })
  expect([...owners.keys()]).toEqual(['+15125550001'])
  // Those of the numbers are read once more, to find them.
  expect(read).toBeLessThanOrEqual(PATIENTS + 4)
})
