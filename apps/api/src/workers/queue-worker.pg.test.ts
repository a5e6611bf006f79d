import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { wake } from '../db/wakes.ts'
import { createDoorbell } from '../events/doorbell.ts'
import type { BaseServices } from '../services.ts'
import { startDueWorker } from './due-worker.ts'
import type { Worker } from './loop.ts'
import { createQueue, type Queue } from './queue.ts'
import { type Held, type QueueWork, startQueueWorker } from './queue-worker.ts'

interface Item {
  readonly organizationId: string
  readonly id: number
  readonly attempts: number
}

const queue: Queue<Item> = createQueue<Item>({
  table: 'chores',
  topic: 'chores',
  key: { id: 'id' },
  fields: { organizationId: 'organization_id', attempts: 'attempts' },
  attempts: 'attempts',
})

let store: FreshDatabase
let parts: BaseServices
let workers: Worker[]

beforeEach(async () => {
  const doorbell = createDoorbell()
  store = await freshDatabase({ onWritten: doorbell.ring })
  await store.query(`create table chores (id int primary key, organization_id text not null default 'o1',
    due_at timestamptz not null default now(), attempts int not null default 0, leased_by text, leased_until timestamptz)`)
  await store.query('grant select, update, delete, insert on chores to foyer_system')
  parts = testServices(store, { doorbell })
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await store.close()
})

const base = { name: 'a chore', queue, leaseS: 30, atOnce: 2, pollMs: 3_600_000 }
function start(work: Partial<QueueWork<Item>> & Pick<QueueWork<Item>, 'take'>, more: Partial<BaseServices> = {}) {
  const worker = startQueueWorker({ ...parts, metrics: new Registry(), ...more }, { ...base, ...work })
  workers.push(worker)
  return worker
}
const add = (...ids: number[]) => store.query('insert into chores (id) select unnest($1::int[])', [ids])
const ring = (organizationId?: string) => store.database.system(async (tx) => wake(tx, 'chores', organizationId))
const done = async ({ id }: Item) => {
  await store.query('delete from chores where id = $1', [id])
  return 'done'
}
const rows = () =>
  store.query<{ id: number; attempts: number; leased_by: string | null; waits: boolean }>(
    'select id, attempts, leased_by, due_at > now() as waits from chores order by id',
  )
/** Records the items that were taken, and holds each until the gate is opened. */
function gate() {
  const taken: Item[] = []
  const held: Held[] = []
  const open = Promise.withResolvers<void>()
  const take = async (item: Item, by: Held) => {
    taken.push(item)
    held.push(by)
    await open.promise
    return done(item)
  }
  return { taken, held, take, open: () => open.resolve() }
}

test('a queue worker takes due rows, at most atOnce at a time, until none is left', async () => {
  await add(1, 2, 3, 4, 5)
  const { taken, take, open } = gate()
  start({ take })
  await expect.poll(() => taken.length).toBe(2)
  expect((await rows()).filter(({ leased_by }) => leased_by !== null)).toHaveLength(2)
  open()
  await expect.poll(rows).toEqual([])
  expect(taken.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5])
})

test('a queue worker leases rows when its topic is rung, and not when another topic is', async () => {
  const take = vi.fn<QueueWork<Item>['take']>(done)
  const look = vi.spyOn(queue, 'lease')
  start({ take })
  await expect.poll(() => look.mock.calls.length).toBe(1)
  await look.mock.results[0]?.value
  await add(1)
  await store.database.system(async (tx) => wake(tx, 'texts'))
  expect(look).toHaveBeenCalledTimes(1)
  await ring()
  await expect.poll(rows).toEqual([])
  expect(take).toHaveBeenCalledTimes(1)
  look.mockRestore()
})

test('a queue worker starts one pass for many rings in a row when its rings are delayed, and none after its stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const look = vi.spyOn(queue, 'lease')
  try {
    const worker = start({ take: done, ringDelayMs: 250 })
    const looked = async (times: number) => {
      await expect.poll(() => look.mock.calls.length).toBe(times)
      await look.mock.results[times - 1]?.value
    }
    await looked(1)
    for (let rings = 0; rings < 5; rings++) await ring()
    await vi.advanceTimersByTimeAsync(249)
    expect(look).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await looked(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(look).toHaveBeenCalledTimes(2)
    await ring()
    const timers = vi.getTimerCount()
    await worker.stop()
    // Those of the next poll and of the ring.
    expect(vi.getTimerCount()).toBe(timers - 2)
  } finally {
    look.mockRestore()
    vi.useRealTimers()
  }
})

test('two queue workers never have the same row at once', async () => {
  await add(...Array.from({ length: 40 }, (_, n) => n))
  const taken: number[] = []
  const take = async (item: Item) => {
    taken.push(item.id)
    return done(item)
  }
  for (let n = 0; n < 2; n++) start({ take, atOnce: 5 })
  await expect.poll(rows).toEqual([])
  expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test('a queue worker takes the row of a dead worker when its lease has expired, and the dead worker can no longer change it', async () => {
  await add(1)
  const [item] = await store.database.system((tx) => queue.lease(tx, { worker: 'dead', limit: 1, leaseS: 30 }))
  const { taken, take, open } = gate()
  start({ take })
  await ring()
  expect(taken).toEqual([])
  await store.query(`update chores set leased_until = now() - interval '1 second'`)
  await ring()
  await expect.poll(() => taken.map(({ attempts }) => attempts)).toEqual([2])
  await store.database.system(async (tx) => {
    expect(await queue.isHeld(tx, item!, 'dead')).toBe(false)
    expect(await queue.release(tx, item!, { worker: 'dead', delayMs: 0 })).toBe(false)
    expect(await queue.renew(tx, item!, { worker: 'dead', leaseS: 30 })).toBeUndefined()
  })
  open()
  await expect.poll(rows).toEqual([])
})

test('a queue worker leaves a row to another worker when it handles the row for longer than its lease', async () => {
  await add(1)
  const slow = gate()
  start({ take: slow.take })
  await expect.poll(() => slow.taken.length).toBe(1)
  await store.query(`update chores set leased_until = now() - interval '1 second'`)
  await add(2)
  await ring()
  await expect.poll(() => slow.taken.map(({ id }) => id)).toEqual([1, 2])
  const other = vi.fn<QueueWork<Item>['take']>(done)
  start({ take: other })
  await expect.poll(() => other.mock.calls.map(([{ id }]) => id)).toEqual([1])
  slow.open()
  await expect.poll(rows).toEqual([])
})

test('a queue worker releases a row with a delay when its handler fails, and continues with the others', async () => {
  await add(1, 2)
  const log = { ...parts.log, error: vi.fn(), warn: vi.fn() } as unknown as BaseServices['log']
  const metrics = new Registry()
  const take = async (item: Item) => (item.id === 1 ? Promise.reject(new Error('no')) : done(item))
  const giveBack: QueueWork<Item>['giveBack'] = (tx, item, worker) =>
    queue.release(tx, item, { worker, delayMs: 60_000 })
  start({ take, giveBack, outcomes: { name: 'chores_total', help: 'Chores' } }, { log, metrics })
  await expect.poll(rows).toEqual([{ id: 1, attempts: 1, leased_by: null, waits: true }])
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('no'), item: { id: 1 } },
    'a chore: the try failed, another follows',
  )
  expect(await metrics.metrics()).toMatch(/chores_total\{outcome="error"\} 1\n.*chores_total\{outcome="done"\} 1/)
})

test('a queue worker repeats a release that failed because the store was unavailable', async () => {
  await add(1)
  const take = vi.fn(done).mockRejectedValueOnce(new Error('no'))
  let isAway = true
  const giveBack: QueueWork<Item>['giveBack'] = async (tx, item, worker) => {
    if (isAway) throw new Error('no store')
    await queue.release(tx, item, { worker, delayMs: 0 })
  }
  const onAway = vi.fn()
  start({ take, giveBack, onAway })
  await expect.poll(() => take.mock.calls.length).toBe(1)
  await ring()
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
  expect((await rows())[0]?.leased_by).not.toBeNull()
  isAway = false
  await ring()
  await expect.poll(rows).toEqual([])
})

test('a queue worker leases a row again only after a release in progress has ended, so that the release does not end the new lease', async () => {
  await add(1)
  const { taken, take, open } = gate()
  const slow = Promise.withResolvers<void>()
  const giveBack = vi.fn<NonNullable<QueueWork<Item>['giveBack']>>(async (tx, item, worker) => {
    if (giveBack.mock.calls.length === 1) await slow.promise
    await queue.release(tx, item, { worker, delayMs: 0 })
  })
  const statement = vi.fn(store.database.systemStatement)
  const systemStatement = statement as BaseServices['database']['systemStatement']
  const database = { ...store.database, systemStatement }
  start({ take: vi.fn(take).mockRejectedValueOnce(new Error('no')), giveBack }, { database })
  await expect.poll(() => giveBack.mock.calls.length).toBe(1)
  const before = statement.mock.calls.length
  await ring()
  expect(statement).toHaveBeenCalledTimes(before)
  slow.resolve()
  await expect.poll(() => taken.length).toBe(1)
  expect(giveBack).toHaveBeenCalledTimes(1)
  expect(await rows()).toMatchObject([{ leased_by: expect.any(String) }])
  open()
  await expect.poll(rows).toEqual([])
})

test('stop aborts and awaits the rows in progress, and releases rows that were only leased as untried', async () => {
  await add(1, 2)
  const { taken, held, take, open } = gate()
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const lease: QueueWork<Item>['lease'] = async (tx, asked) => {
    if (taken.length > 0) {
      arrived.resolve()
      await goOn.promise
    }
    return queue.lease(tx, { ...asked, limit: 1 })
  }
  const worker = start({ take, lease })
  await expect.poll(() => taken.length).toBe(1)
  await ring()
  await arrived.promise
  const stopped = vi.fn()
  const stopping = worker.stop().then(stopped)
  expect(held[0]?.stopping.aborted).toBe(true)
  goOn.resolve()
  await expect.poll(rows).toMatchObject([{ id: 1 }, { id: 2, attempts: 0, leased_by: null }])
  expect(stopped).not.toHaveBeenCalled()
  open()
  await stopping
  expect(taken.map(({ id }) => id)).toEqual([1])
  expect(await rows()).toEqual([{ id: 2, attempts: 0, leased_by: null, waits: false }])
})

test('a custom lease receives the organizations that woke the worker, and null at a poll', async () => {
  const asked: (readonly string[] | null)[] = []
  const lease: QueueWork<Item>['lease'] = async (_, __, among) => {
    asked.push(among)
    return []
  }
  start({ take: done, lease })
  await expect.poll(() => asked).toEqual([null])
  await ring('o2')
  await expect.poll(() => asked).toEqual([null, ['o2']])
  await ring()
  await expect.poll(() => asked).toEqual([null, ['o2'], null])
})

test('a queue worker leases the remaining rows of an organization when it had no capacity for them before', async () => {
  const { taken, take, open } = gate()
  const lease: QueueWork<Item>['lease'] = async (tx, asked, among) =>
    among === null || among.length > 0 ? queue.lease(tx, asked) : []
  start({ take, lease })
  await ring('o1')
  await add(1, 2, 3, 4, 5)
  await ring('o9')
  await expect.poll(() => taken.length).toBe(2)
  open()
  await expect.poll(rows).toEqual([])
})

test('a queue worker of cursors starts no lease for a ring of an organization that it handles, and leases its cursor again afterwards', async () => {
  await add(1)
  const { taken, take, open } = gate()
  start({ take, isCursor: true })
  await expect.poll(() => taken.length).toBe(1)
  const look = vi.spyOn(queue, 'lease')
  await ring('o1')
  await ring('o2')
  await expect.poll(() => look.mock.calls.length).toBe(1)
  await look.mock.results[0]?.value
  open()
  await expect.poll(() => look.mock.calls.length).toBe(2)
  look.mockRestore()
})

test('a queue worker leases a cursor again when its organization rings during its lease', async () => {
  await add(1)
  const { lease } = queue
  const look = vi.spyOn(queue, 'lease').mockImplementationOnce(async (queries, asked) => {
    const items = await lease(queries, asked)
    await ring('o1')
    return items
  })
  const take = vi.fn<QueueWork<Item>['take']>(async () => 'kept')
  start({ take, isCursor: true })
  await expect.poll(() => take.mock.calls.length).toBe(1)
  await expect.poll(() => look.mock.calls.length).toBe(2)
  look.mockRestore()
})

test('a due worker leases nothing and costs one statement when no row is due', async () => {
  await store.query(`insert into chores (id, due_at) values (1, now() + interval '1 hour')`)
  const look = vi.spyOn(queue, 'lease')
  const statement = vi.fn(store.database.systemStatement)
  const systemStatement = statement as BaseServices['database']['systemStatement']
  const database = { ...store.database, systemStatement }
  workers.push(startDueWorker({ ...parts, database, metrics: new Registry() }, { name: 'a chore', queue, take: done }))
  await expect.poll(() => statement.mock.settledResults.length).toBe(1)
  await ring()
  await expect.poll(() => statement.mock.settledResults.length).toBe(2)
  expect(look).not.toHaveBeenCalled()
  look.mockRestore()
})

test('a queue worker takes a row at once when it is released without a delay', async () => {
  await add(1)
  const take = vi.fn<QueueWork<Item>['take']>(done).mockImplementationOnce(async (item, { worker }) => {
    await store.database.system((tx) => queue.release(tx, item, { worker, delayMs: 0 }))
    return 'again'
  })
  start({ take })
  await expect.poll(rows).toEqual([])
  expect(take).toHaveBeenCalledTimes(2)
})

test('release without a delay rings the topic with the organization of the row', async () => {
  await store.query(`insert into chores (id, organization_id) values (1, 'o7')`)
  const rings: (string | null)[] = []
  const stopListening = parts.doorbell.onRing('chores', (organizationId) => void rings.push(organizationId))
  await store.database.system(async (tx) => {
    const [item] = await queue.lease(tx, { worker: 'one', limit: 1, leaseS: 30 })
    await queue.release(tx, item!, { worker: 'one', delayMs: 0 })
  })
  stopListening()
  expect(rings).toEqual(['o7'])
})

test('lease and release wait for the disk, except where the queue or the release says that they may be lost', async () => {
  await store.query('create table commits (waits text)')
  await store.query('grant insert on commits to foyer_system')
  await store.query(`create function note_commit() returns trigger language plpgsql as $$
    begin insert into commits values (current_setting('synchronous_commit')); return new; end $$`)
  await store.query('create trigger note before update on chores for each row execute function note_commit()')
  await add(1)
  const lease = { worker: 'w', limit: 1, leaseS: 30 }
  const item = { organizationId: 'o1', id: 1, attempts: 0 }
  // The server of the tests never waits for the disk. Statements one after another have the same connection.
  await store.database.systemStatement((queries) => sql`set synchronous_commit = on`.execute(queries))
  const losing = createQueue<Item>({ table: 'chores', topic: null, key: { id: 'id' }, mayLoseLease: true })
  for (const leasing of [queue, losing])
    for (const mayBeLost of [false, true]) {
      await store.database.systemStatement((queries) => leasing.lease(queries, lease))
      await store.database.systemStatement((queries) => leasing.release(queries, item, { worker: 'w', mayBeLost }))
    }
  const waits = (await store.query<{ waits: string }>('select waits from commits')).map((row) => row.waits)
  expect(waits).toEqual(['on', 'on', 'on', 'off', 'off', 'on', 'off', 'off'])
})

test('lease of portions takes rows of the first before earlier ones of the second, and of each at most its limit', async () => {
  await add(1, 2, 3, 4, 5, 6)
  await store.query(`update chores set due_at = now() - id * interval '1 minute'`)
  const portions = [
    { where: sql`id <= 3`, limit: 2 },
    { where: sql`id > 3`, limit: 2 },
  ]
  const losing = createQueue<Item>({ table: 'chores', topic: null, key: { id: 'id' }, mayLoseLease: true })
  const leased = async (leasing: Queue<Item>, limit: number) => {
    const lease = { worker: 'w', limit, leaseS: 30 }
    const items = await store.database.systemStatement((queries) => leasing.leasePortions(queries, lease, portions))
    await store.query('update chores set leased_until = null')
    return items.map(({ id }) => id).toSorted()
  }
  for (const leasing of [queue, losing]) {
    expect(await leased(leasing, 1)).toEqual([3])
    expect(await leased(leasing, 3)).toEqual([2, 3, 6])
    expect(await leased(leasing, 9)).toEqual([2, 3, 5, 6])
  }
})

test('renew returns the item with its new fields', async () => {
  await add(1)
  const renewed = await store.database.system(async (tx) => {
    const [item] = await queue.lease(tx, { worker: 'one', limit: 1, leaseS: 30 })
    return queue.renew(tx, item!, { worker: 'one', leaseS: 30, set: { attempts: 7 } })
  })
  expect(renewed).toEqual({ organizationId: 'o1', id: 1, attempts: 7 })
})

test('leftMs returns the time until the lease expires', async () => {
  await add(1)
  const { held, take, open } = gate()
  start({ take })
  await expect.poll(() => held.length).toBe(1)
  expect(held[0]?.leftMs()).toBeGreaterThan(0)
  expect(held[0]?.leftMs()).toBeLessThanOrEqual(30_000)
  open()
})

test('a due worker wakes when the next row is due, however long its poll interval is', async () => {
  const worker = startDueWorker(
    { ...parts, metrics: new Registry() },
    { name: 'a chore', queue, take: done },
    { pollMs: 3_600_000 },
  )
  workers.push(worker)
  await add(1)
  await store.query(`insert into chores (id, due_at) values (2, now() + interval '300 milliseconds')`)
  await ring()
  await expect.poll(rows).toEqual([])
})

test('a queue worker calls onAway when the store is unavailable, and polls all organizations once it is back', async () => {
  const asked: (readonly string[] | null)[] = []
  const onAway = vi.fn()
  const lease: QueueWork<Item>['lease'] = async (_, __, among) => {
    asked.push(among)
    if (asked.length === 2) throw new Error('no store')
    return []
  }
  start({ take: done, lease, onAway })
  await expect.poll(() => asked.length).toBe(1)
  await ring('o2')
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
  await ring('o3')
  await expect.poll(() => asked).toEqual([null, ['o2'], null])
})
