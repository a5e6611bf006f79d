/** The lease of a worker on an import that it reads, and the tries of work that fails. */
import { constants } from 'node:os'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../../http/refusal.ts'
import { createReader, type Reader } from '../../../reader/reader.ts'
import type { Worker } from '../../../workers/loop.ts'
import { csv, type Imports, openImports } from '../imports.suite.ts'
import { startImportWorker } from './import-worker.ts'

let clinic: Imports
/** So many deletions of bytes fail. */
let failingDeletions = 0
let deletions = 0
const workers = new Set<Worker>()
beforeAll(async () => {
  clinic = await openImports({
    isWorking: false,
    wrapFiles: (files) => ({
      ...files,
      async delete(id) {
        deletions += 1
        if (deletions <= failingDeletions) throw new Error('the storage is away')
        await files.delete(id)
      },
    }),
  })
})
afterEach(async () => {
  await Promise.all([...workers].map((worker) => worker.stop()))
  workers.clear()
})
afterAll(() => clinic.close())

const HOURS_MS = 10_000_000
const real = createReader({ priority: constants.priority.PRIORITY_NORMAL })

function work(reader: Reader, renewEveryMs = HOURS_MS): Worker {
  const parts = { ...clinic.parts, reader, metrics: new Registry() }
  // After a step that the test holds back, the worker would rest for longer than the step took.
  const worker = startImportWorker(parts, { pollMs: 50, renewEveryMs, restTimes: 0 })
  workers.add(worker)
  return worker
}

/** Reads files; its first reading holds after so many results until `go` is called. */
function holdingReader(after: number) {
  const held = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let readings = 0
  const reader: Reader = {
    async *read(...asked) {
      // A worker that stops does not wait for the test.
      asked[3]?.addEventListener('abort', () => gate.resolve())
      const isFirst = ++readings === 1
      let results = 0
      for await (const result of real.read(...asked)) {
        if (isFirst && results++ === after) {
          held.resolve()
          await gate.promise
        }
        yield result
      }
    },
  }
  return { reader, held: held.promise, go: gate.resolve, readings: () => readings }
}

const ROWS = 1200
const PAYERS = csv(['Payer ID', 'Name'], ...Array.from({ length: ROWS }, (_, at) => [`L${at}`, `Company ${at}`]))

async function uploaded(content = PAYERS): Promise<string> {
  const { body } = await clinic.upload('uploadInsuranceProviders', content)
  return body.data.importId
}

interface Row {
  readonly state: string
  readonly read: number
  readonly attempts: number
  readonly leasedBy: string | null
  readonly leasedUntil: Date | null
  readonly problem: string | null
  readonly reason: string | null
  readonly isKept: boolean
}

async function row(importId: string): Promise<Row> {
  const [found] = await clinic.store.query<Row>(
    `select state, rows_read as read, attempts, leased_by as "leasedBy", leased_until as "leasedUntil", problem,
       problem_reason as reason, file_id is not null as "isKept" from imports where id = $1`,
    [importId],
  )
  if (!found) throw new Error('There is no such import.')
  return found
}

/** The import waits for no delay between two tries. */
const due = (importId: string) => clinic.store.query('update imports set due_at = now() where id = $1', [importId])

async function rowsOf(importId: string) {
  const [counts] = await clinic.store.query(
    'select count(*)::int as all, count(distinct row)::int as different from import_rows where import_id = $1',
    [importId],
  )
  return counts
}

test('the worker keeps its lease when a reading takes longer than the lease lasts', async () => {
  const importId = await uploaded()
  const { reader, held, go, readings } = holdingReader(0)
  work(reader, 10)
  work(reader, 10)
  await held
  const first = await row(importId)
  for (let renewals = 0, before = first; renewals < 3; renewals += 1) {
    const until = async () => ((await row(importId)).leasedUntil?.getTime() ?? 0) - (before.leasedUntil?.getTime() ?? 0)
    await expect.poll(until).toBeGreaterThan(0)
    before = await row(importId)
    expect([before.leasedBy, before.state, before.read]).toEqual([first.leasedBy, 'reading', 0])
  }
  go()
  await clinic.until(importId, 'review')
  expect([readings(), await rowsOf(importId)]).toEqual([1, { all: ROWS, different: ROWS }])
})

test('the worker leaves a file to the one that took it up, and no row comes twice, when its lease has run out', async () => {
  const importId = await uploaded()
  const { reader, held, go, readings } = holdingReader(2)
  const slow = work(reader)
  await held
  // The first batch is in, and the second one is read.
  await expect.poll(async () => (await row(importId)).read).toBe(500)
  work(reader)
  await clinic.store.query(`update imports set leased_until = now() - interval '1 second' where id = $1`, [importId])
  await clinic.until(importId, 'review')
  const before = await row(importId)
  go()
  await slow.stop()
  expect([readings(), await rowsOf(importId)]).toEqual([2, { all: ROWS, different: ROWS }])
  expect(await row(importId)).toEqual(before)
})

test('an import fails with its sentence at the first try when the process of its reader dies', async () => {
  const importId = await uploaded()
  const url = new URL('../../../reader/misbehaving.suite.ts', import.meta.url)
  let readings = 0
  work({
    read(program, path, _, signal) {
      readings += 1
      return real.read({ ...program, url }, path, { does: 'kill' } as never, signal)
    },
  })
  await expect.poll(async () => (await row(importId)).isKept).toBe(false)
  expect(await row(importId)).toMatchObject({
    ...{ state: 'failed', problem: 'The file is too large or damaged.', reason: 'unreadable_file' },
  })
  expect(readings).toBe(1)
})

test('an import fails with its sentence after ten tries when no reader can be started', async () => {
  const importId = await uploaded()
  let readings = 0
  work({
    // biome-ignore lint/correctness/useYield: it throws before its first result
    async *read() {
      readings += 1
      throw new Refusal('unavailable', 'The file could not be read now. Try again.')
    },
  })
  const isCleared = async () => {
    await due(importId)
    return !(await row(importId)).isKept
  }
  await expect.poll(isCleared).toBe(true)
  expect(await row(importId)).toMatchObject({
    state: 'failed',
    problem: 'Something went wrong while it was read. Upload it again.',
    reason: 'failed',
  })
  expect([readings, await rowsOf(importId)]).toEqual([10, { all: 0, different: 0 }])
})

test('an import keeps its rows and says that it is checked again when its check fails more than ten times', async () => {
  const importId = await uploaded()
  await clinic.store.query(`alter table import_keys add constraint broken check (false) not valid`)
  work(real)
  const problem = async () => {
    await due(importId)
    return (await row(importId)).problem
  }
  await expect.poll(problem).toBe('Something went wrong while the rows were checked. It is tried again.')
  expect(await row(importId)).toMatchObject({ state: 'checking', isKept: true })
  expect(await rowsOf(importId)).toEqual({ all: ROWS, different: ROWS })
  await clinic.store.query('alter table import_keys drop constraint broken')
  await due(importId)
  await clinic.until(importId, 'review')
  expect((await row(importId)).problem).toBeNull()
})

test('an import keeps its rows when the store fails to count them', async () => {
  const importId = await uploaded()
  const rename = (from: string, to: string) => clinic.store.query(`alter function ${from}(int) rename to ${to}`)
  await rename('count_import_rows', 'no_count')
  let readings = 0
  work({
    read(...asked) {
      readings += 1
      return real.read(...asked)
    },
  })
  await clinic.until(importId, 'review')
  await rename('no_count', 'count_import_rows')
  expect([readings, await rowsOf(importId)]).toEqual([1, { all: ROWS, different: ROWS }])
})

test('a discarded import stays discarded, and its bytes go at last, when the storage is away for more than ten tries', async () => {
  const importId = await uploaded()
  const worker = work(real)
  await clinic.until(importId, 'review')
  await worker.stop()
  failingDeletions = 11
  deletions = 0
  await clinic.ask('discardImport', { importId })
  work(real)
  const isCleared = async () => {
    await due(importId)
    return !(await row(importId)).isKept
  }
  await expect.poll(isCleared).toBe(true)
  expect([deletions, (await row(importId)).state, (await row(importId)).problem]).toEqual([12, 'discarded', null])
})
