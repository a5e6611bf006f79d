/** A one-off job, as an import or an export, is a row of its area's table. These are the properties that decision 029 rests on. */
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import type { Tx } from '../db/tx.ts'
import { createDoorbell } from '../events/doorbell.ts'
import type { Worker } from './loop.ts'
import { createQueue } from './queue.ts'
import { startQueueWorker } from './queue-worker.ts'

interface Import {
  readonly organizationId: string
  readonly id: string
  readonly rowsDone: number
}

const imports = createQueue<Import>({
  table: 'test_imports',
  topic: 'test-imports',
  key: { organizationId: 'organization_id', id: 'id' },
  fields: { rowsDone: 'rows_done' },
})

const HOUR_MS = 3_600_000
let store: FreshDatabase
let workers: Worker[]
let doorbell: ReturnType<typeof createDoorbell>

beforeEach(async () => {
  doorbell = createDoorbell()
  store = await freshDatabase({ onWritten: doorbell.ring })
  await store.query(`insert into organizations (id, name, type, timezone)
    select id, id, 'hospital', 'UTC' from unnest(array['o1', 'o2']) id`)
  await store.query(`create table test_imports (organization_id text not null references organizations, id text not null,
    rows_done int not null default 0, due_at timestamptz not null default now(), leased_by text, leased_until timestamptz,
    primary key (organization_id, id))`)
  await store.query(`select isolate_tenant('test_imports')`)
  await store.query('grant select, insert on test_imports to foyer_app')
  await store.query('grant select, update, delete on test_imports to foyer_system')
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await store.close()
})

const addImport = (id: string) => async (tx: Tx) => {
  await sql`insert into test_imports (organization_id, id) values ('o1', ${id})`.execute(tx)
  imports.wake(tx)
}

/** Its poll is an hour away, so only a ring makes it look a second time. */
function start(take: (item: Import, worker: string) => Promise<string>): Promise<unknown> {
  const looked = Promise.withResolvers<void>()
  const worker = startQueueWorker<Import>(
    { ...testServices(store, { doorbell }), metrics: new Registry() },
    {
      ...{ name: 'an import', queue: imports, leaseS: 30, atOnce: 1, pollMs: HOUR_MS },
      async lease(tx, lease) {
        const leased = await imports.lease(tx, lease)
        looked.resolve()
        return leased
      },
      take: (item, held) => take(item, held.worker),
    },
  )
  workers.push(worker)
  return looked.promise
}

async function remove({ id }: Import): Promise<string> {
  await store.query('delete from test_imports where id = $1', [id])
  return 'done'
}

test('one-off job starts by the ring of its commit, and never when its transaction rolls back', async () => {
  const taken: string[] = []
  await start(async (item) => {
    taken.push(item.id)
    return remove(item)
  })
  const rolledBack = store.database.write('o1', async (tx) => {
    await addImport('rolled back')(tx)
    throw new Error('The upload is refused.')
  })
  await expect(rolledBack).rejects.toThrow()
  await store.database.write('o1', addImport('committed'))
  await expect.poll(() => store.query('select from test_imports')).toEqual([])
  expect(taken).toEqual(['committed'])
})

test('one-off job is invisible to another organization', async () => {
  await store.database.write('o1', addImport('of o1'))
  const seenBy = async (organizationId: string) =>
    (await store.database.write(organizationId, (tx) => sql`select id from test_imports`.execute(tx))).rows
  expect(await seenBy('o1')).toEqual([{ id: 'of o1' }])
  expect(await seenBy('o2')).toEqual([])
})

test('one-off job continues at its progress when its worker gave it back', async () => {
  await store.database.write('o1', addImport('long'))
  const begunAt: number[] = []
  await start(async (item, worker) => {
    begunAt.push(item.rowsDone)
    if (item.rowsDone > 0) return remove(item)
    const set = { rows_done: 500 }
    await store.database.system((tx) => imports.release(tx, item, { worker, delayMs: 0, set }))
    return 'given back'
  })
  await expect.poll(() => store.query('select from test_imports')).toEqual([])
  expect(begunAt).toEqual([0, 500])
})
