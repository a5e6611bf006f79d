import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { Refusal } from '../http/refusal.ts'
import { entryOf, namingOrganization } from './entry.ts'
import { LockedTooLong } from './failure.rules.ts'
import { causeOf, liftLockLimit, limitLocks, rollBackTo, sendUnawaited } from './transaction.ts'
import type { Tx } from './tx.ts'

let store: FreshDatabase
let waits = 0
beforeAll(async () => {
  store = await freshDatabase({ patience: 1, connections: { organizations: 1, system: 1 }, onWait: () => waits++ })
  await store.query(`insert into organizations (id, name, type, timezone) values ('o1', 'One', 'hospital', 'UTC')`)
  await store.database.read('o1', async () => undefined)
})
beforeEach(async () => {
  await store.query('delete from canned_messages')
  waits = 0
})
afterAll(() => store.close())

const add = (tx: Tx, id: string, title: unknown = `Parking ${id}`) =>
  tx.insertInto('canned_messages').values({ organization_id: 'o1', id, title: title as string, message: 'In front' })
const stored = () => store.query<{ id: string }>('select id from canned_messages order by id')

test('transaction costs one wait for its start with its first statement, and one for its unawaited rest with the commit', async () => {
  await store.database.write('o1', async (tx) => {
    await add(tx, 'c1').execute()
    sendUnawaited(tx, add(tx, 'c2'))
    sendUnawaited(tx, add(tx, 'c3'))
  })
  expect(waits).toBe(2)
  expect(await stored()).toEqual([{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }])
})

test('write sends a statement that needs no row of the entry with its start, also when the statement asks for it', async () => {
  const read = async (tx: Tx) => {
    const entered = entryOf(tx)
    return (entered && (await entered)) ?? (await sql`select current_setting('app.org')`.execute(tx))
  }
  await store.database.write('o1', (tx) => Promise.all([read(tx), read(tx)]))
  expect(waits).toBe(2)
})

test('read costs one wait, however many statements it sends together', async () => {
  const one = (tx: Tx) => sql<{ org: string }>`select current_setting('app.org') as org`.execute(tx)
  const read = await store.database.read('o1', (tx) => Promise.all([one(tx), one(tx), one(tx)]))
  expect(read.map(({ rows }) => rows)).toEqual(Array(3).fill([{ org: 'o1' }]))
  expect(waits).toBe(1)
})

test('transaction does not commit when an unawaited statement fails at the server', async () => {
  const writing = store.database.write('o1', async (tx) => {
    sendUnawaited(tx, add(tx, 'c1'))
    sendUnawaited(tx, add(tx, 'c1'))
  })
  await expect(writing).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual([])
})

test('transaction does not commit when an unawaited statement can not be sent', async () => {
  const unsendable = {
    toPostgres() {
      throw new Error('no value')
    },
  }
  const writing = store.database.write('o1', async (tx) => {
    await add(tx, 'c1').execute()
    sendUnawaited(tx, add(tx, 'c2', unsendable))
  })
  await expect(writing).rejects.toThrow('no value')
  expect(await stored()).toEqual([])
})

test('transaction fails with the error of its first failed statement when later ones fail because of it', async () => {
  const writing = store.database.write('o1', async (tx) => {
    sendUnawaited(tx, add(tx, 'c1'))
    sendUnawaited(tx, add(tx, 'c1'))
    await add(tx, 'c2').execute()
  })
  await expect(writing).rejects.toMatchObject({ code: '23505' })
})

test('transaction does not commit when its work ignores the error of a statement', async () => {
  const writing = store.database.write('o1', async (tx) => {
    await add(tx, 'c1').execute()
    await add(tx, 'c1')
      .execute()
      .catch(() => undefined)
  })
  await expect(writing).rejects.toThrow('rolled back')
  expect(await stored()).toEqual([])
})

test('work gets no row when the entry is refused, and its connection serves the next transaction', async () => {
  const seen: unknown[] = []
  const refusing = {
    statement: namingOrganization('o1'),
    check() {
      throw new Refusal('no_session', 'Sign in first.')
    },
  }
  const reading = store.database.read(
    'o1',
    async (tx) => seen.push(await sql`select 1 as one`.execute(tx)),
    'staff',
    refusing,
  )
  await expect(reading).rejects.toMatchObject({ reason: 'no_session' })
  const idle = store.database.read('o1', async () => 'nothing', 'staff', refusing)
  await expect(idle).rejects.toMatchObject({ reason: 'no_session' })
  expect(seen).toEqual([])
  expect(await store.database.read('o1', async () => 'read')).toBe('read')
})

test('transaction sends no statement when its work continues after its end', async () => {
  const ended = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  const failing = store.database.write('o1', async (tx) => {
    const tooLate = ended.promise.then(() => add(tx, 'c1').execute())
    late = expect(tooLate).rejects.toThrow('The transaction is over.')
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  // The pool has one connection, so this transaction has the failed one's.
  await store.database.write('o1', async (tx) => {
    await add(tx, 'c2').execute()
    ended.resolve()
    await late
  })
  expect(await stored()).toEqual([{ id: 'c2' }])
})

test('read can not write', async () => {
  await expect(store.database.read('o1', (tx) => add(tx, 'c1').execute())).rejects.toMatchObject({ code: '25006' })
})

test('connection keeps a bounded number of named statements', async () => {
  await store.database.system(async (tx) => {
    for (const round of [1, 2])
      for (let number = 0; number < 350; number++)
        await sql`${sql.raw(`select ${number} as number, ${round > 0}`)}, ${'value'}::text`.execute(tx)
    const { rows } = await sql<{ named: number }>`select count(*)::int as named from pg_prepared_statements`.execute(tx)
    expect(rows[0]?.named).toBeLessThanOrEqual(301)
    expect(rows[0]?.named).toBeGreaterThan(250)
  })
})

const numbered = (tx: Tx, name: string, value: unknown = 1) =>
  sql<{ value: string }>`select ${value}::text as value, 1 as ${sql.ref(name)}`.execute(tx)

test('connection keeps a bounded number of named statements when the process forgets their texts', async () => {
  for (const round of [1, 2, 3]) {
    await store.database.system(async (tx) => {
      for (let number = 0; number < 200; number++) for (const _time of [1, 2]) await numbered(tx, `often_${number}`)
    })
    await store.database.system((tx) =>
      Promise.all(Array.from({ length: 2100 }, (_, number) => numbered(tx, `once_${round}_${number}`))),
    )
  }
  await store.database.system(async (tx) => {
    const { rows } = await sql<{ named: number }>`select count(*)::int as named from pg_prepared_statements`.execute(tx)
    expect(rows[0]?.named).toBeLessThanOrEqual(301)
  })
})

test('causeOf names the failure since the last savepoint when a later statement is refused because of it', async () => {
  const causes: unknown[] = []
  const caught = (tx: Tx) => (error: unknown) => void causes.push(causeOf(tx, error))
  const code = (value: string) => expect.objectContaining({ code: value })
  await store.database
    .write('o1', async (tx) => {
      await add(tx, 'c1').execute()
      await sql`savepoint one`.execute(tx)
      sendUnawaited(tx, { compile: () => sql`select 1 / 0`.compile(tx) })
      await add(tx, 'c2').execute().catch(caught(tx))
      await rollBackTo(tx, 'one')
      causes.push(causeOf(tx, Object.assign(new Error('Not parsed'), { code: '26000' })))
      const collides = add(tx, 'c1').execute()
      collides.catch(() => undefined)
      await add(tx, 'c3').execute().catch(caught(tx))
      throw new Error('Enough.')
    })
    .catch(() => undefined)
  expect(causes).toEqual([code('22012'), code('26000'), code('23505')])
  const own = new Error('Nothing of the database')
  expect(await store.database.write('o1', async (tx) => causeOf(tx, own))).toBe(own)
})

test('transaction fails with its first error and runs once when a later statement is not parsed because of it', async () => {
  await store.database.write('o1', (tx) => numbered(tx, 'not_parsed'))
  let runs = 0
  const writing = store.database.write('o1', async (tx) => {
    runs++
    sendUnawaited(tx, add(tx, 'c1'))
    sendUnawaited(tx, add(tx, 'c1'))
    const [, second] = await Promise.allSettled([numbered(tx, 'not_parsed'), numbered(tx, 'not_parsed')])
    if (second.status === 'rejected') throw second.reason
  })
  await expect(writing).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
})

test('statement is sent again under its name after a value that can not be sent', async () => {
  const unsendable = {
    toPostgres() {
      throw new Error('no value')
    },
  }
  await store.database.write('o1', (tx) => numbered(tx, 'unsent'))
  await expect(store.database.write('o1', (tx) => numbered(tx, 'unsent', unsendable))).rejects.toThrow('no value')
  let runs = 0
  await store.database.write('o1', (tx) => {
    runs++
    return numbered(tx, 'unsent')
  })
  expect(runs).toBe(1)
})

test('limitLocks bounds the wait for a lock until liftLockLimit, and the failure says that the limit caused it', async () => {
  await store.query(`insert into canned_messages (organization_id, id, title, message) values ('o1', 'held', 'T', 'M')`)
  const holder = new pg.Client({ connectionString: store.url })
  await holder.connect()
  await holder.query(`begin; update canned_messages set title = 'Held' where id = 'held'`)
  const writing = store.database.write('o1', async (tx) => {
    limitLocks(tx, 20)
    await tx.updateTable('canned_messages').set({ title: 'Other' }).where('id', '=', 'held').execute()
  })
  await expect(writing).rejects.toBeInstanceOf(LockedTooLong)
  await holder.end()
  const limit = (tx: Tx) => sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)
  await store.database.write('o1', async (tx) => {
    limitLocks(tx, 20)
    expect((await limit(tx)).rows).toEqual([{ lock_timeout: '20ms' }])
    liftLockLimit(tx)
    expect((await limit(tx)).rows).toEqual([{ lock_timeout: '2s' }])
  })
})
