/** Database faults as callers see them: a refusal with a retry time, and a pool that recovers. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { until } from '../../../../tests/support/until.ts'
import { createDatabase, type Database } from './database.ts'
import { type FrozenWire, freezable } from './frozen-wire.suite.ts'
import type { Tx } from './tx.ts'

let store: FreshDatabase
beforeEach(async () => {
  store = await freshDatabase({ patience: 1 })
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e'), ('o2', 'e')`)
})
afterEach(() => store.close())

const unavailable = expect.objectContaining({ reason: 'unavailable', retryAfterS: 2 })
const lockHead = (tx: Tx) =>
  tx.selectFrom('organization_heads').select('organization_id').forUpdate().executeTakeFirstOrThrow()
const findHead = (tx: Tx) => tx.selectFrom('organization_heads').select('organization_id').executeTakeFirstOrThrow()

test('stuck writer delays its own organization for seconds and no other', async () => {
  const { promise: stuck, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
  const first = store.database.write('o1', async (tx) => {
    await lockHead(tx)
    onLocked()
    await stuck
  })
  await locked
  const others = Array.from({ length: 12 }, () => store.database.write('o1', lockHead))
  // The other organization finishes long before the first of these times out.
  expect(await Promise.race([store.database.write('o2', lockHead), ...others])).toEqual({ organization_id: 'o2' })
  for (const other of await Promise.allSettled(others))
    expect(other).toMatchObject({ status: 'rejected', reason: { reason: 'unavailable' } })
  letGo()
  await first
  expect(await store.database.write('o1', lockHead)).toEqual({ organization_id: 'o1' })
})

test("staff requests leave slots for the carrier's work", async () => {
  const { promise: stuck, resolve: letGo } = Promise.withResolvers<void>()
  const staff = Array.from({ length: 8 }, () => store.database.write('o1', () => stuck))
  const carriers = async () => [
    await store.database.write('o1', lockHead, 'carrier'),
    await store.database.read('o1', async () => 'read', 'carrier'),
  ]
  // The carrier's work finishes while all of these are stuck, before the first one times out.
  expect(await Promise.race([carriers(), ...staff])).toEqual([{ organization_id: 'o1' }, 'read'])
  letGo()
  await Promise.allSettled(staff)
})

test('writes of staff leave connections for their reads', async () => {
  const sized = await freshDatabase({ writersShare: 0.2 })
  const { promise: stuck, resolve: letGo } = Promise.withResolvers<void>()
  const writes = Array.from({ length: 12 }, () => sized.database.write('o1', () => stuck))
  // The reads finish while all writes are stuck, before the first one times out.
  const reads = () => Promise.all([1, 2].map(() => sized.database.read('o1', async () => 'read')))
  expect(await Promise.race([reads(), ...writes])).toHaveLength(2)
  letGo()
  await Promise.allSettled(writes)
  await sized.close()
})

test.each(['bulk', 'sends', 'sent'] as const)('work of the lane %s begins after the writes of staff', async (lane) => {
  const patient = await freshDatabase({ patience: 1000 })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const order: string[] = []
  const call = patient.database.write('o1', async () => {
    await answered
    order.push('call')
  })
  const others = patient.database.write('o1', async () => void order.push('others'), lane)
  // Another organization has no call in work.
  await patient.database.write('o2', async () => undefined, lane)
  answer()
  await Promise.all([call, others])
  expect(order).toEqual(['call', 'others'])
  await patient.close()
})

test('texts to many patients wait for no reads of staff, and other bulk work does', async () => {
  const patient = await freshDatabase({ patience: 1000 })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const order: string[] = []
  const call = patient.database.read('o1', async () => {
    await answered
    order.push('call')
  })
  const bulk = patient.database.write('o1', async () => void order.push('bulk'), 'bulk')
  for (const lane of ['sends', 'sent'] as const)
    await patient.database.write('o1', async () => void order.push(lane), lane)
  answer()
  await Promise.all([call, bulk])
  expect(order).toEqual(['sends', 'sent', 'call', 'bulk'])
  await patient.close()
})

test('statements are not compiled and use one core', async () => {
  const settings = sql<{ jit: string; workers: string }>`select current_setting('jit') as jit,
    current_setting('max_parallel_workers_per_gather') as workers`
  const { rows } = await store.database.read('o1', (tx) => settings.execute(tx))
  expect(rows).toEqual([{ jit: 'off', workers: '0' }])
  expect((await store.database.systemStatement((queries) => settings.execute(queries))).rows).toEqual(rows)
})

test('database ends a statement that takes too long', async () => {
  const slow = store.database.read('o1', (tx) => sql`select pg_sleep(10)`.execute(tx))
  await expect(slow).rejects.toEqual(unavailable)
})

test('database survives killed backends and retries a read', async () => {
  const database = createDatabase({ url: store.url, connections: { organizations: 2, system: 1 }, patience: 30 })
  onTestFinished(() => database.close())
  let tries = 0
  const broken = async (tx: Tx) => {
    tries++
    if (tries === 1)
      await store.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'foyer' and datname = current_database()`)
    return findHead(tx)
  }
  expect(await database.read('o1', broken)).toEqual({ organization_id: 'o1' })
  expect(tries).toBe(2)
  tries = 0
  await expect(database.write('o1', broken)).rejects.toEqual(unavailable)
  expect(tries).toBe(1)
  // The pool may not have noticed yet that an idle connection was ended too.
  await expect.poll(() => database.write('o1', lockHead).catch(() => null)).toEqual({ organization_id: 'o1' })
})

test('database completes both of two deadlocked writers', async () => {
  const gate = Promise.withResolvers<void>()
  let met = 0
  const lock = (tx: Tx, name: string) => sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
  const crossing = (first: string, second: string) =>
    store.database.write('o1', async (tx) => {
      await lock(tx, first)
      if (++met === 2) gate.resolve()
      await gate.promise
      await lock(tx, second)
      return first
    })
  expect(await Promise.all([crossing('a', 'b'), crossing('b', 'a')])).toEqual(['a', 'b'])
  expect(met).toBe(3)
})

test('database refuses when the server is unreachable', async () => {
  const nowhere = createDatabase({ url: 'postgres://u:p@127.0.0.1:1/d' })
  await expect(nowhere.read('o1', findHead)).rejects.toEqual(unavailable)
  await expect(nowhere.ping()).rejects.toThrow()
  await nowhere.close()
})

test('database refuses when the pool is exhausted', async () => {
  const small = createDatabase({ url: store.url, connections: { organizations: 1, system: 1 } })
  const { promise, resolve } = Promise.withResolvers<void>()
  // A busy server may refuse the connection itself at first.
  await vi.waitFor(() => small.read('o1', findHead))
  const holding = small.write('o1', () => promise)
  await expect(small.write('o2', lockHead)).rejects.toEqual(unavailable)
  resolve()
  await holding
  await small.close()
})

test('database neither retries nor changes the error of a bug', async () => {
  const work = vi.fn((tx: Tx) => sql`select nothing`.execute(tx))
  await expect(store.database.write('o1', work)).rejects.toThrow(/does not exist/)
  expect(work).toHaveBeenCalledTimes(1)
})

describe('database whose server hangs', () => {
  let wire: FrozenWire
  let database: Database
  beforeEach(async () => {
    wire = await freezable(store.url)
    database = createDatabase({ url: wire.url, connections: { organizations: 2, system: 2 }, heldMs: 2000 })
    await Promise.all([database.write('o1', lockHead), database.system(lockHead), database.ping()])
  })
  afterEach(async () => {
    wire.thaw()
    await database.close()
    await wire.close()
  })

  test('holds no caller longer than its deadline', async () => {
    const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
    const { promise: frozen, resolve: goOn } = Promise.withResolvers<void>()
    const under = database.write('o1', async (tx) => {
      onBegun()
      await frozen
      return lockHead(tx)
    })
    await begun
    wire.freeze()
    goOn()
    // The server never answers: without a deadline none of these would settle.
    const hanging = [under, database.read('o2', lockHead), database.system(lockHead)]
    for (const one of await Promise.allSettled(hanging))
      expect(one).toMatchObject({ status: 'rejected', reason: unavailable })
  })

  test('is reported unavailable within a second and recovers', async () => {
    const patient = createDatabase({ url: wire.url })
    await patient.ping()
    wire.freeze()
    const told = (who: string) => (error: unknown) => [who, error]
    // A caller that waits for a connection at the same moment waits a second and a half.
    const asked = [patient.ping().catch(told('ping')), patient.read('o1', lockHead).catch(told('read'))]
    expect(await Promise.race(asked)).toEqual(['ping', unavailable])
    await Promise.all(asked)
    wire.thaw()
    await until(() => patient.ping().then(() => true))
    await patient.close()
  })

  test('does not reuse its connections, because a late answer would reach the next query', async () => {
    wire.freeze()
    const left = database.system((tx) => sql<{ answer: number }>`select 1 as answer`.execute(tx))
    await expect(left).rejects.toEqual(unavailable)
    wire.thaw()
    for (const answer of [2, 3, 4]) {
      const { rows } = await database.system((tx) => sql`select ${answer}::int as answer`.execute(tx))
      expect(rows).toEqual([{ answer }])
    }
  })
})
