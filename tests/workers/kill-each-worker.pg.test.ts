/**
 * Kills a process (SIGKILL) whose workers each hold one item right before the commit that ends it. Another process then takes
 * the items when their leases have expired.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { testServices } from '../support/services.ts'
import { until } from '../support/until.ts'
import { type Outside, openOutside } from './outside.ts'
import type { Scene, WorkerRow } from './scene.ts'
import type { Hold, Instructions, Report } from './worker-process.ts'
import { WORKER_ROWS } from './worker-rows.ts'

/** Reconciliation first runs half a minute after the start of its process. */
const PATIENCE_MS = 150_000
/** Less, so that a failure names the items that no worker took. */
const TAKEN_WITHIN_MS = 120_000
const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-workers-'))
const children = new Set<ChildProcess>()
let store: FreshDatabase
let outside: Outside
let scenes: Map<WorkerRow, Scene>
/** The tables whose rows the workers of the modules lease. */
let queues: readonly string[]

beforeAll(async () => {
  ;[store, outside] = await Promise.all([freshDatabase(), openOutside()])
  // The table has no primary key, so an event that is handled twice gives two rows.
  await store.query('create table handled (organization_id text not null, seq bigint not null)')
  await store.query('grant select, insert on handled to foyer_app')
  const parts = testServices(store, { env: env() })
  scenes = new Map(WORKER_ROWS.map((row, nth) => [row, sceneOf(row, nth, parts)]))
  for (const [row, scene] of scenes) {
    await addClinic(scene)
    await row.arrange(scene)
  }
  const holds = WORKER_ROWS.map((row) => holdOf(row))
  const first = await startWorkers(holds)
  queues = first.queues
  await first.untilAllAreHeld()
  await first.kill()
}, PATIENCE_MS)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([store.close(), outside.close()])
  rmSync(dataDir, { recursive: true, force: true })
})

const env = () => ({ ...outside.env, DATA_DIR: dataDir })

const nameOf = ({ queue, name = queue }: WorkerRow) => name

function sceneOf(row: WorkerRow, nth: number, parts: Scene['parts']): Scene {
  return {
    ...{ store, outside, parts },
    organizationId: `org_${nameOf(row)}`,
    clinicNumber: `+151255501${String(nth).padStart(2, '0')}`,
    phone: `+151255502${String(nth).padStart(2, '0')}`,
    address: `${nameOf(row)}@foyer.test`,
  }
}

async function addClinic({ organizationId, clinicNumber, phone }: Scene) {
  await store.query(
    `insert into organizations (id, name, type, timezone, sms_number) values ($1, $1, 'hospital', 'UTC', $2)`,
    [organizationId, clinicNumber],
  )
  await store.query(`insert into organization_heads (organization_id, epoch) values ($1, 'e1')`, [organizationId])
  await store.query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
     values ($1, 'c1', 'sms', $2, $2, 'open', now(), '', 0)`,
    [organizationId, phone],
  )
}

function holdOf(row: WorkerRow): Hold {
  const scene = scenes.get(row)!
  const organizationId = row.scope === 'system' ? null : scene.organizationId
  return { name: nameOf(row), organizationId, ended: row.ended(scene) }
}

async function startWorkers(holds: readonly Hold[]) {
  const child = fork(path.join(import.meta.dirname, 'worker-process.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.add(child)
  const held = new Set<string>()
  const ready = Promise.withResolvers<readonly string[]>()
  child.on('message', (report: Report) => {
    if ('held' in report) held.add(report.held)
    else ready.resolve(report.queues)
  })
  child.once('exit', () => ready.reject(new Error('The process ended before it was ready.')))
  child.send({ databaseUrl: store.url, env: env(), holds } satisfies Instructions)
  const end = async (signal: NodeJS.Signals) => {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    queues: await ready.promise,
    untilAllAreHeld: () =>
      until(
        () => expect([...held].toSorted()).toEqual(holds.map(({ name }) => name).toSorted()) ?? true,
        TAKEN_WITHIN_MS,
      ),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

const leases = async (row: WorkerRow) => {
  const { queue, until: column = 'leased_until', item } = row
  const [found] = await store.query<{ times: number }>(
    `select count(*)::int as times from ${queue} where ${item(scenes.get(row)!)} and ${column} is not null`,
  )
  return found?.times
}

test('every queue worker of the modules has a row in the table of the kill suite', () => {
  const rows = WORKER_ROWS.filter(({ isFurther }) => !isFurther)
  expect(rows.map(({ queue }) => queue).toSorted()).toEqual(queues.toSorted())
})

const named = WORKER_ROWS.map((row) => [nameOf(row), row] as const)

test.each(named)('an item of %s stays leased and unfinished when its process is killed', async (_name, row) => {
  expect(await leases(row)).toBe(1)
  const [found] = await store.query<{ isEnded: boolean }>(`select ${row.ended(scenes.get(row)!)} as "isEnded"`)
  expect(found).toEqual({ isEnded: false })
})

test(
  'another process finishes each item once when its lease has expired',
  async () => {
    for (const { queue, until: column = 'leased_until' } of WORKER_ROWS)
      await store.query(`update ${queue} set ${column} = now() - interval '1 second' where ${column} is not null`)
    const second = await startWorkers([])
    const effects = async () => Promise.all([...scenes].map(([row, scene]) => row.effects(scene)))
    const untaken = async () => {
      const all = await effects()
      return WORKER_ROWS.filter((_, nth) => Object.values(all[nth] ?? {}).some((times) => times === 0)).map(nameOf)
    }
    await until(async () => expect(await untaken()).toEqual([]) ?? true, TAKEN_WITHIN_MS)
    await second.stop()
    const all = await effects()
    for (const [nth, row] of WORKER_ROWS.entries())
      expect(all[nth], nameOf(row)).toEqual(Object.fromEntries(Object.keys(all[nth] ?? {}).map((name) => [name, 1])))
  },
  PATIENCE_MS,
)
