import type { Audience } from '@foyer/contracts/event.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { beginNewEpoch } from '../db/new-epoch.ts'
import type { Tx } from '../db/tx.ts'
import { wake } from '../db/wakes.ts'
import { Refusal } from '../http/refusal.ts'
import type { BaseServices } from '../services.ts'
import type { Worker } from '../workers/loop.ts'
import { appendEvents, newEvent } from './append.ts'
import { createDoorbell } from './doorbell.ts'
import { eventsModule } from './events.module.ts'
import { findLog } from './events.store.ts'
import { CONSUMER_BATCH_MAX, type LogConsumer, startLogConsumer, startLogConsumers } from './log-consumer.ts'
import { addLogCursors, logCursors } from './log-cursors.store.ts'
import { enforceRetention } from './retention.ts'

let store: FreshDatabase
let parts: BaseServices
let workers: Worker[]

beforeEach(async () => {
  const doorbell = createDoorbell()
  store = await freshDatabase({ onWritten: doorbell.ring })
  // The table has no primary key, so an event that is handled twice gives two rows.
  await store.query(`create table handled (place bigint generated always as identity, consumer text not null,
    organization_id text not null, seq bigint not null, scope text not null)`)
  await store.query('grant select, insert on handled to foyer_app')
  await addOrganization('o1')
  await addOrganization('o2')
  parts = testServices(store, { doorbell })
  workers = []
})
afterEach(async () => {
  await stopAll()
  await store.close()
})

const stopAll = () => Promise.all(workers.splice(0).map((worker) => worker.stop()))
async function addOrganization(id: string) {
  await store.query(`insert into organizations (id, name, type, timezone) values ($1, $1, 'hospital', 'UTC')`, [id])
  await store.query(`insert into organization_heads (organization_id, epoch) values ($1, 'e1')`, [id])
}
const append = (organizationId: string, many = 1, at = new Date()) =>
  store.database.write(organizationId, (tx) =>
    appendEvents(
      tx,
      { organizationId, at },
      Array.from({ length: many }, () => ({
        record: () => newEvent(conversationChanged, conversationChanged.example),
      })),
    ),
  )
const keep = async (tx: Tx, consumer: string, events: readonly KnownEvent[]) => {
  for (const { organizationId, seq } of events)
    await sql`insert into handled (consumer, organization_id, seq, scope)
      values (${consumer}, ${organizationId}, ${seq}, current_setting('app.org'))`.execute(tx)
}
const consumer = (name = 'test', own: Partial<LogConsumer> = {}): LogConsumer => ({
  name,
  from: 'oldest event',
  handle: (tx, events) => keep(tx, name, events),
  ...own,
})
function start(one: LogConsumer, more: Partial<BaseServices> = {}) {
  const worker = startLogConsumer({ ...parts, ...more }, one, { pollMs: 3_600_000, random: () => 1 })
  workers.push(worker)
  return worker
}
const ring = () => store.database.system(async (tx) => wake(tx, 'events'))
/** Makes the retry due at once. */
const retryNow = async () => {
  await store.query('update log_cursors set due_at = now()')
  await ring()
}
const handled = async (organizationId = 'o1', name = 'test') => {
  const rows = await store.query<{ seq: string; scope: string }>(
    'select seq, scope from handled where organization_id = $1 and consumer = $2 order by place',
    [organizationId, name],
  )
  expect(rows.filter(({ scope }) => scope !== organizationId)).toEqual([])
  return rows.map(({ seq }) => Number(seq))
}
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const quiet = (...levels: ('warn' | 'error')[]) => {
  const log = { ...parts.log, warn: vi.fn(), error: vi.fn() }
  return { log: log as unknown as BaseServices['log'], calls: () => levels.flatMap((level) => log[level].mock.calls) }
}

test('a log consumer handles every event once and in order when two processes read and many write', async () => {
  for (let n = 0; n < 2; n++) start(consumer())
  // No more writers at once than the lane of an organization has connections, so that none waits for its turn.
  const writers = ['o1', 'o2'].flatMap((organizationId) => [organizationId, organizationId, organizationId])
  await Promise.all(
    writers.map(async (organizationId) => {
      for (let n = 0; n < 5; n++) await append(organizationId, 20)
    }),
  )
  await expect.poll(async () => (await handled()).length + (await handled('o2')).length).toBe(600)
  expect(await handled()).toEqual(upTo(300))
  expect(await handled('o2')).toEqual(upTo(300))
})

test('a log consumer passes bounded batches to its handler until it reaches the head', async () => {
  await append('o1', 250)
  const sizes: number[] = []
  const handle: LogConsumer['handle'] = async (_, events) => void sizes.push(events.length)
  start(consumer('test', { handle }))
  await expect.poll(() => sizes).toEqual([CONSUMER_BATCH_MAX, CONSUMER_BATCH_MAX, 50])
})

test('a log consumer handles an event that is appended while its handler runs', async () => {
  await append('o1')
  const open = Promise.withResolvers<void>()
  const handle = vi.fn<LogConsumer['handle']>(async (tx, events) => {
    await open.promise
    await keep(tx, 'test', events)
  })
  start(consumer('test', { handle }))
  await expect.poll(() => handle.mock.calls.length).toBe(1)
  await append('o1')
  open.resolve()
  await expect.poll(() => handled()).toEqual([1, 2])
})

test('a log consumer handles the events that its own handler appends', async () => {
  const handle: LogConsumer['handle'] = async (tx, events, { clock }) => {
    await keep(tx, 'test', events)
    const record = () => newEvent(conversationChanged, conversationChanged.example)
    if (events.some(({ seq }) => seq === 1))
      await appendEvents(tx, { organizationId: 'o1', at: clock.now() }, [{ record }])
  }
  start(consumer('test', { handle }))
  await append('o1')
  await expect.poll(() => handled()).toEqual([1, 2])
})

test('a log consumer keeps its cursor locked when its lease expires during a batch', async () => {
  await append('o1', 3)
  const open = Promise.withResolvers<void>()
  const handle = vi.fn<LogConsumer['handle']>(async (tx, events) => {
    await open.promise
    await keep(tx, 'test', events)
  })
  start(consumer('test', { handle }))
  await expect.poll(() => handle.mock.calls.length).toBe(1)
  const free = 'select organization_id from log_cursors for update skip locked'
  expect(await store.query(free)).toEqual([{ organization_id: 'o2' }])
  open.resolve()
  await expect.poll(() => handled()).toEqual([1, 2, 3])
  await expect.poll(() => store.query(free)).toHaveLength(2)
})

test('a log consumer handles nothing when another worker has taken its lease', async () => {
  await append('o1')
  const { lease } = logCursors
  const leased = vi.spyOn(logCursors, 'lease').mockImplementationOnce(async (tx, asked, extra) => {
    const cursors = await lease(tx, asked, extra)
    await sql`update log_cursors set leased_by = 'other'`.execute(tx)
    return cursors
  })
  const handle = vi.fn<LogConsumer['handle']>()
  start(consumer('test', { handle }))
  await expect.poll(() => leased.mock.settledResults.length).toBe(1)
  expect(await leased.mock.results[0]?.value).toHaveLength(1)
  await stopAll()
  expect(handle).not.toHaveBeenCalled()
  expect(await store.query(`select leased_by, seq::int from log_cursors where organization_id = 'o1'`)).toEqual([
    { leased_by: 'other', seq: 0 },
  ])
  leased.mockRestore()
})

test('a log consumer releases its cursor without counting a try when its transaction cannot begin', async () => {
  await append('o1', 2)
  const { log, calls } = quiet('warn', 'error')
  const busy = new Refusal('unavailable', 'busy')
  const write = vi.fn(store.database.write).mockRejectedValueOnce(busy)
  const database = { ...store.database, write: write as BaseServices['database']['write'] }
  start(consumer(), { database, log })
  const cursor = `select attempts, leased_by from log_cursors where organization_id = 'o1'`
  const told = 'the log consumer test: no transaction could begin, another try follows'
  await expect.poll(calls).toEqual([[{ err: busy, organizationId: 'o1' }, told]])
  await expect.poll(() => store.query(cursor)).toEqual([{ attempts: 0, leased_by: null }])
  await ring()
  await expect.poll(() => handled()).toEqual([1, 2])
})

test('a log consumer rolls back and retries a batch when its handler throws; other organizations and consumers continue', async () => {
  const { log, calls } = quiet('error')
  let isBroken = true
  const handle: LogConsumer['handle'] = async (tx, events) => {
    await keep(tx, 'test', events)
    if (isBroken && events.some(({ organizationId, seq }) => organizationId === 'o1' && seq === 3))
      throw new Error('no')
  }
  start(consumer('test', { handle }), { log })
  start(consumer('other'))
  await append('o1', 5)
  await append('o2', 5)
  await expect.poll(() => handled('o2')).toEqual(upTo(5))
  await expect.poll(() => handled('o1', 'other')).toEqual(upTo(5))
  await expect
    .poll(calls)
    .toEqual([
      [
        { err: new Error('no'), item: { organizationId: 'o1', consumer: 'test' } },
        'the log consumer test: the try failed, another follows',
      ],
    ])
  expect(await handled()).toEqual([])
  const cursor = async () => {
    const [row] = await store.query(
      `select seq::int, attempts, due_at > now() as waits, leased_by from log_cursors
       where organization_id = 'o1' and consumer = 'test'`,
    )
    return row
  }
  await expect.poll(cursor).toEqual({ seq: 0, attempts: 1, waits: true, leased_by: null })

  await retryNow()
  await expect.poll(() => calls().length).toBe(2)
  await expect.poll(cursor).toEqual({ seq: 2, attempts: 0, waits: true, leased_by: null })
  expect(await handled()).toEqual([1, 2])
  isBroken = false
  await retryNow()
  await expect.poll(() => handled()).toEqual(upTo(5))
  await append('o1', 2)
  await expect.poll(() => handled()).toEqual(upTo(7))
})

test.each([
  { from: 'oldest event', first: [1, 2, 3, 4] },
  { from: 'head', first: [4] },
] as const)('a new log consumer starts at the $from of existing logs', async ({ from, first }) => {
  await append('o1', 3)
  start(consumer('test', { from }))
  await expect.poll(() => store.query('select from log_cursors')).toHaveLength(2)
  await append('o1')
  await expect.poll(() => handled()).toEqual(first)
})

test('a log consumer that starts at the head reads the log of a new organization from its first event', async () => {
  const fromHead = consumer('test', { from: 'head' })
  start(fromHead)
  await expect.poll(() => store.query('select from log_cursors')).toHaveLength(2)
  await stopAll()
  await addOrganization('o3')
  await append('o3', 2)
  start(fromHead)
  await expect.poll(() => handled('o3')).toEqual([1, 2])
})

test('a log consumer handles the pending events of the old epoch and then the new ones when a new epoch begins [OPEN-097]', async () => {
  await append('o1', 3)
  start(consumer())
  await expect.poll(() => handled()).toEqual(upTo(3))
  await stopAll()
  await append('o1', 2)
  await beginNewEpoch(store.url)
  expect(await store.query('select seq::int from events order by seq')).toEqual([{ seq: 4 }, { seq: 5 }])
  await append('o1')
  const log = await store.database.systemStatement((queries) => findLog(queries, 'o1', { after: 0, limit: 10 }))
  expect([log?.oldest, log?.events.map(({ seq }) => seq)]).toEqual([6, [6]])
  start(consumer())
  await expect.poll(() => handled()).toEqual(upTo(6))
})

test('retention keeps the events that a consumer has yet to handle', async () => {
  await store.database.system((tx) => addLogCursors(tx, 'test', 'oldest event'))
  await append('o1', 4, new Date(0))
  await append('o2', 4, new Date(0))
  await store.query(`update log_cursors set seq = 2 where organization_id = 'o1'`)
  await store.query(`update log_cursors set seq = 4 where organization_id = 'o2'`)
  await enforceRetention(parts, [eventsModule])
  const kept = 'select organization_id, seq::int from events order by organization_id, seq'
  expect(await store.query(kept)).toEqual([
    { organization_id: 'o1', seq: 3 },
    { organization_id: 'o1', seq: 4 },
  ])
  start(consumer())
  await expect.poll(() => handled()).toEqual([3, 4])
  await stopAll()
  await enforceRetention(parts, [eventsModule])
  expect(await store.query(kept)).toEqual([])
})

test.each([
  { gone: 'seq = 1', next: 2 },
  { gone: 'true', next: null },
])('a log consumer stops when events that it has yet to handle were deleted ($gone)', async ({ gone, next }) => {
  await store.database.system((tx) => addLogCursors(tx, 'test', 'oldest event'))
  await append('o1', 3)
  await append('o2')
  await store.query(`delete from events where organization_id = 'o1' and ${gone}`)
  const { log, calls } = quiet('error')
  start(consumer(), { log })
  await expect.poll(() => handled('o2')).toEqual([1])
  await expect.poll(() => calls().length).toBe(1)
  expect(calls()[0]?.[0]).toMatchObject({
    err: new Error(`The log lacks the events from 1 on; the next one is ${next}.`),
  })
  expect(await handled()).toEqual([])
})

test('a log consumer skips an event whose type only a newer build knows [OPEN-097]', async () => {
  const later = { type: 'room.opened', key: 'room_1', audience: 'room:1' as Audience, data: null }
  await append('o1')
  await store.database.write('o1', (tx) =>
    appendEvents(tx, { organizationId: 'o1', at: new Date() }, [{ record: () => later }]),
  )
  await append('o1')
  start(consumer())
  await expect.poll(() => handled()).toEqual([1, 3])
})

test('startLogConsumers throws when two consumers have the same name', () => {
  expect(() => startLogConsumers(parts, [consumer(), consumer()])).toThrow('Two modules define the log consumer test.')
})
