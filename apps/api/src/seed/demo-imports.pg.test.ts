import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testIdentity, testServices } from '../../../../tests/support/services.ts'
import { until } from '../../../../tests/support/until.ts'
import { patientsOfImport } from '../modules/imports/imports.ts'
import { startImportWorker } from '../modules/imports/worker/import-worker.ts'
import { seams } from '../modules.ts'
import type { Worker } from '../workers/loop.ts'
import { addDemoImports } from './demo-imports.ts'
import { addDemoRecords } from './demo-records.ts'
import { seedDemo } from './seed.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-demo-imports-'))
let store: FreshDatabase
let worker: Worker

beforeAll(async () => {
  store = await freshDatabase()
  const base = testServices(store, { env: { DATA_DIR: dataDir } })
  await seedDemo(base)
  await addDemoRecords(base)
  await addDemoImports(base)
  worker = startImportWorker({ ...base, identity: testIdentity({}, store), ...seams }, { pollMs: 200, restTimes: 0 })
})
afterAll(async () => {
  await worker.stop()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const one = async (id: string) =>
  (await store.query<Record<string, unknown>>('select * from imports where id = $1', [id]))[0]

test('addDemoImports leaves a sheet that waits for its review with fourteen rows to mend', async () => {
  await until(async () => ((await one('imp_nov'))?.state === 'review' ? true : undefined), 60_000)
  const found = await one('imp_nov')
  expect(found?.counts).toMatchObject({ total: 1846, ready: 1832, errors: 14, skipped: 0 })
  const columns = found?.columns as { field: string | null; how: string }[]
  expect(columns.map(({ field, how }) => [field, how])).toEqual([
    ...['lastName', 'firstName', 'dob', 'phoneNumber', 'mrn'].map((field) => [field, 'matched']),
    ...['insuranceType', 'textEnable'].map((field) => [field, 'check']),
    [null, 'left_out'],
  ])
  const groups = await store.query(
    `select unnest(groups) as "group", count(*)::int as rows from import_rows
     where import_id = 'imp_nov' and category = 'error' group by 1 order by 1`,
  )
  expect(groups).toEqual([
    { group: 'duplicate', rows: 2 },
    { group: 'format', rows: 7 },
    { group: 'missing', rows: 5 },
  ])
})

test('addDemoImports leaves a row that has the MRN of another patient', async () => {
  const [row] = await store.query<{ issues: { message: string }[] }>(
    `select issues from import_rows where import_id = 'imp_nov' and row = 640`,
  )
  expect(row?.issues.map(({ message }) => message)).toEqual(['MRN belongs to R. Carver'])
})

test('addDemoImports leaves imports of earlier days whose outcomes add up', async () => {
  const done = await store.query<{ id: string; ready: number; imported: number; rows: number }>(
    `select id, (counts ->> 'ready')::int as ready,
       (select sum(value::int)::int from jsonb_each_text(outcome)) as imported,
       (select count(*)::int from import_rows where import_id = imports.id) as rows
     from imports where state = 'done' order by id`,
  )
  expect(done.map(({ id, rows }) => [id, rows])).toEqual([
    ['imp_oct', 120],
    ['imp_payers', 9],
    ['imp_providers', 5],
    ['imp_referrals', 12],
  ])
  for (const { ready, imported, rows } of done) expect([imported, rows]).toEqual([ready, ready])
  expect(await one('imp_locked')).toMatchObject({ state: 'failed', problem: expect.stringContaining('password') })
})

test('addDemoImports names the patients of an import', async () => {
  const patients = await store.database.read('org_cedar', (tx) =>
    patientsOfImport(tx, { organizationId: 'org_cedar', importId: 'imp_oct' }),
  )
  expect(patients).toHaveLength(120)
})
