/**
 * Kills processes (SIGKILL) that work on one import: the first before its first commit, the next before its second, and so on
 * until a process reaches the end. So an import dies while it is read, checked and imported.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { noCounts, noOutcome, noPlan, outcomesAddUp } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { testServices } from '../support/services.ts'
import { until } from '../support/until.ts'
import type { ImportInstructions } from './import-process.ts'

const PATIENCE_MS = 300_000
const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-imports-'))
const children = new Set<ChildProcess>()
let store: FreshDatabase

beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values ('o1', 'One', 'hospital', 'UTC')`)
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e1')`)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** New providers, one that is there already, and rows that are wrong or come twice. */
const ROWS = 1500
const UNKNOWN = 1300

function file(): string {
  const lines = Array.from({ length: ROWS }, (_, n) => {
    if (n % 15 === 7) return `P${n - 1},Company ${n - 1}`
    return n % 15 === 3 ? `P${n},` : `P${n},Company ${n}`
  })
  return ['Payer ID,Name', ...lines].join('\n')
}

async function addImport(): Promise<void> {
  const { files } = testServices(store, { env: { DATA_DIR: dataDir } })
  const bytes = Buffer.from(file())
  await files.put('0199f0aa-3c00-7000-8000-000000000905', Readable.from([bytes]), bytes.length)
  await store.query(
    `insert into imports (organization_id, id, kind, state, is_direct, file_id, file_name, file_size, digest, zone, country,
       today, counts, plan, outcome, created_by, created_by_name, created_at, version, told_at)
     values ('o1', 'import1', 'insuranceProviders', 'reading', true, '0199f0aa-3c00-7000-8000-000000000905', 'payers.csv',
       $1, 'd', 'UTC', 'US', current_date, $2, $3, $4, 'lena', 'Lena Kim', now(), 0, now())`,
    [bytes.length, ...[noCounts, noPlan, noOutcome].map((none) => JSON.stringify(none))],
  )
}

/** Starts while the process before it works, and waits for its instructions. */
function startProcess(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'import-process.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.add(child)
  return child
}

/** Resolves to whether the process was killed at the commit that it held back, or reached the end. */
async function workUntil(child: ChildProcess, heldCommit: number): Promise<'killed' | 'done'> {
  let isHeld = false
  child.once('message', () => {
    isHeld = true
  })
  child.send({ databaseUrl: store.url, env: { DATA_DIR: dataDir }, heldCommit } satisfies ImportInstructions)
  const how = await until(async () => {
    if (isHeld) return 'killed'
    return (await stateOf()) === 'done' ? 'done' : undefined
  }, PATIENCE_MS)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  // The test does not wait for the lease of the dead process.
  await store.query(`update imports set leased_until = now() - interval '1 second', due_at = now()`)
  return how
}

async function stateOf(): Promise<string | undefined> {
  return (await store.query<{ state: string }>('select state from imports'))[0]?.state
}

test('an import goes on by itself and does no row twice when its process is killed at any commit', {
  timeout: PATIENCE_MS,
}, async () => {
  await addImport()
  await store.query(`insert into insurance_providers
      (organization_id, id, payer_id, payer_key, name, name_key, phone, created_at, version)
      values ('o1', 'known', 'P1', 'p1', 'Company 1', 'company 1', null, now(), 0)`)
  const statesOfDeaths: (string | undefined)[] = []
  let child = startProcess()
  for (let heldCommit = 1; ; heldCommit++) {
    const next = startProcess()
    if ((await workUntil(child, heldCommit)) === 'done') break
    statesOfDeaths.push(await stateOf())
    child = next
  }
  expect(new Set(statesOfDeaths)).toEqual(new Set(['reading', 'checking', 'importing']))

  const [found] = await store.query<Pick<Import, 'counts' | 'plan' | 'outcome'>>(
    'select counts, plan, outcome from imports',
  )
  const wrong = ROWS / 15
  const ready = ROWS - wrong
  expect(found?.counts).toEqual({ total: ROWS, ready, errors: wrong, warnings: 0, skipped: 0 })
  expect(found?.outcome).toEqual({ created: UNKNOWN - 1, updated: 0, unchanged: wrong + 1, refused: 0 })
  expect(outcomesAddUp(found!.outcome, ready)).toBe(true)
  expect(found?.plan).toEqual({ create: found?.outcome.created, update: 0, unchanged: found?.outcome.unchanged })
  const [rows] = await store.query(
    `select count(*)::int as read, count(distinct row)::int as different, count(outcome)::int as tried from import_rows`,
  )
  expect(rows).toEqual({ read: ROWS, different: ROWS, tried: ready })
  const [providers] = await store.query(
    'select count(*)::int as all, count(distinct payer_id)::int as different from insurance_providers',
  )
  expect(providers).toEqual({ all: UNKNOWN, different: UNKNOWN })
  const ends = await store.query(`select seq from events where data ->> 'state' = 'done'`)
  expect(ends).toHaveLength(1)
})
