import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { CONSUMER_WAIT_MS, CROWD } from './database.ts'
import { insertAtPlace } from './places.ts'
import type { Tx } from './tx.ts'
import { wake } from './wakes.ts'

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase({ patience: 1 })
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e'), ('o2', 'e')`)
  await store.query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version) values
    ('o1', 'c1', 'sms', '+15125550101', '+15125550101', 'open', now(), 'josé rivera 204-8817 15125550101', 1),
    ('o2', 'c2', 'sms', '+15125550102', '+15125550102', 'open', now(), 'josé rivera 100_0001 15125550102', 1)`)
})
afterAll(() => store.close())

test('isCrowded is true while as many statements as CROWD wait for a connection', async () => {
  const one = await freshDatabase({ patience: 1, connections: { organizations: 1, system: 1 } })
  try {
    const taken = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const holding = one.database.system(async () => {
      taken.resolve()
      await done.promise
    })
    await taken.promise
    const work = () => one.database.systemStatement((queries) => sql`select 1`.execute(queries))
    const waiting = Array.from({ length: CROWD - 1 }, work)
    expect(one.database.isCrowded()).toBe(false)
    waiting.push(work())
    expect(one.database.isCrowded()).toBe(true)
    done.resolve()
    await Promise.all([holding, ...waiting])
    expect(one.database.isCrowded()).toBe(false)
  } finally {
    await one.close()
  }
})

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe('transaction of an organization', () => {
  test('reads its own rows only, even when a query lacks its condition [SEC-05]', async () => {
    const seen = (org: string) =>
      store.database.read(org, (tx) => tx.selectFrom('conversations').select('id').execute())
    expect(ids(await seen('o1'))).toEqual(['c1'])
    expect(ids(await seen('o2'))).toEqual(['c2'])
    expect(await seen('')).toEqual([])
  })

  test("can't write another organization's row, or read identity tables and relay cursors", async () => {
    const stolen = store.database.write('o1', (tx) =>
      tx.insertInto('consents').values({ organization_id: 'o2', phone_number: '+1', sms_status: 'blocked' }).execute(),
    )
    await expect(stolen).rejects.toThrow(/row-level security/)
    const moved = await store.database.write('o1', (tx) =>
      tx.updateTable('conversations').set({ version: 9 }).where('id', '=', 'c2').executeTakeFirst(),
    )
    expect(Number(moved.numUpdatedRows)).toBe(0)
    for (const table of ['relay_cursors', 'revocations', 'foyer_migrations']) {
      const looked = store.database.read('o1', (tx) => sql`select * from ${sql.table(table)}`.execute(tx))
      await expect(looked, table).rejects.toThrow(/permission denied/)
    }
  })

  test('leaves no settings on its connection', async () => {
    const one = await freshDatabase({ patience: 1, connections: { organizations: 1, system: 1 } })
    try {
      await one.database.write('o1', async () => undefined)
      await expect(one.database.write('o1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      const { rows } = await one.database.read('', (tx) =>
        sql<{ org: string }>`select current_setting('app.org', true) as org`.execute(tx),
      )
      expect(rows).toEqual([{ org: '' }])
    } finally {
      await one.close()
    }
  })

  test('is refused when another log consumer of the organization is at work for longer than CONSUMER_WAIT_MS', async () => {
    const begun = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const first = store.database.write(
      'o1',
      () => {
        begun.resolve()
        return open.promise
      },
      'consumer',
    )
    await begun.promise
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const second = expect(store.database.write('o1', async () => undefined, 'consumer')).rejects.toMatchObject({
      reason: 'unavailable',
    })
    vi.advanceTimersByTime(CONSUMER_WAIT_MS)
    vi.useRealTimers()
    await second
    open.resolve()
    await first
  })

  test('is isolated to exactly the named organization, whatever characters the name contains [SEC-05]', async () => {
    for (const name of ["o1', true), set_config('role', 'none", "'", "\\'; select 1; --", '"o1"', 'o1; reset role']) {
      const { rows } = await store.database.read(name, (tx) =>
        sql`select current_user as role, current_setting('app.org') as org, current_setting('transaction_isolation') as isolation`.execute(
          tx,
        ),
      )
      expect(rows).toEqual([{ role: 'foyer_app', org: name, isolation: 'repeatable read' }])
    }
    // PostgreSQL refuses the text, so no transaction begins and the connection serves the next one.
    await expect(store.database.read('o1\0', async () => 'read')).rejects.toThrow()
    expect(ids(await store.database.read('o1', (tx) => tx.selectFrom('conversations').select('id').execute()))).toEqual(
      ['c1'],
    )
  })

  test('transactions and statements in the system scope run as foyer_system [SEC-05]', async () => {
    const who = sql<{ role: string }>`select current_user as role`
    const inside = store.database.system(async (tx) => (await who.execute(tx)).rows)
    const alone = store.database.systemStatement(async (queries) => (await who.execute(queries)).rows)
    expect([await inside, await alone]).toEqual([[{ role: 'foyer_system' }], [{ role: 'foyer_system' }]])
  })

  test('returns bigints as numbers and dates as text', async () => {
    const { rows } = await store.database.read('o1', (tx) =>
      sql`select 41::bigint + 1 as number, date '2024-02-29' as day, count(*) as many from conversations`.execute(tx),
    )
    expect(rows).toEqual([{ number: 42, day: '2024-02-29', many: 1 }])
  })

  test('ends the place of an attempt that is repeated without an item, and that of the last with its item', async () => {
    const ended: (object | null)[] = []
    const place = { worker: 'w', leaseS: 30, end: (item: object | null) => void ended.push(item) }
    const rung: string[] = []
    const one = await freshDatabase({ offer: () => place, onWritten: (topic) => rung.push(topic) })
    try {
      let attempts = 0
      const insert = async () => ({ attempt: attempts })
      const taking = (tx: Tx) => insertAtPlace(tx, 'texts', { insert, wakeInstead: () => wake(tx, 'texts') })
      await one.database.write('o1', async (tx) => {
        attempts++
        taking(tx)
        if (attempts === 1) throw Object.assign(new Error('could not serialize'), { code: '40001' })
      })
      expect([ended.splice(0), rung]).toEqual([[null, { attempt: 2 }], []])
      await one.database
        .write('o1', async (tx) => {
          taking(tx)
          throw new Error('no')
        })
        .catch(() => undefined)
      expect([ended.splice(0), rung]).toEqual([[null], []])
      await one.database.write('o1', async (tx) => {
        insertAtPlace(tx, 'texts', { insert: async () => null, wakeInstead: () => wake(tx, 'texts') })
      })
      expect([ended, rung]).toEqual([[null], ['texts']])
    } finally {
      await one.close()
    }
  })

  test('wakes the workers of a topic as soon as the most urgent of its rings asks', async () => {
    const rung: string[] = []
    const one = await freshDatabase({ onWritten: (...ring) => rung.push(ring.join(' ')) })
    try {
      await one.database.write('o1', async (tx) => {
        for (const [topic, withinMs] of [
          ['events', 250],
          ['texts', 100],
          ['events', 0],
          ['texts', 250],
        ] as const)
          wake(tx, topic, undefined, withinMs)
      })
      expect(rung).toEqual(['events o1 0', 'texts o1 100'])
    } finally {
      await one.close()
    }
  })

  test("wakes each topic's workers once after its commit and not after a rollback", async () => {
    const rung: string[] = []
    const one = await freshDatabase({ onWritten: (topic, organizationId) => rung.push(`${topic} ${organizationId}`) })
    try {
      await one.database.write('o1', async (tx) => {
        for (const topic of ['texts', 'events', 'texts']) wake(tx, topic)
        expect(rung).toEqual([])
      })
      expect(rung.splice(0)).toEqual(['texts o1', 'events o1'])
      await one.database.system(async (tx) => {
        wake(tx, 'mails')
        wake(tx, 'events', 'o3')
      })
      expect(rung.splice(0)).toEqual(['mails null', 'events o3'])
      await one.database.systemStatement(async (queries) => {
        wake(queries, 'events', 'o4')
        await sql`select 1`.execute(queries)
        expect(rung).toEqual([])
      })
      expect(rung.splice(0)).toEqual(['events o4'])
      await one.database.write('o1', async () => undefined)
      await one.database
        .write('o2', async (tx) => {
          wake(tx, 'texts')
          throw new Error('no')
        })
        .catch(() => undefined)
      expect(rung).toEqual([])
      await expect(one.database.read('o1', async (tx) => wake(tx, 'texts'))).rejects.toThrow(
        'wakes the workers of texts',
      )
    } finally {
      await one.close()
    }
  })
})

describe('patient search', () => {
  const found = (org: string, search: string) =>
    store.database.read(org, async (tx) => {
      const { rows } = await sql<{ id: string }>`select matching_conversations(${search}) as id`.execute(tx)
      return ids(rows)
    })

  test('finds parts of names, MRNs and digits within its own organization', async () => {
    expect(await found('o1', 'RIVERA')).toEqual(['c1'])
    expect(await found('o2', 'rivera')).toEqual(['c2'])
    expect(await found('o1', '204-88')).toEqual(['c1'])
    expect(await found('o1', '5550101')).toEqual(['c1'])
    expect(await found('o1', '5550102')).toEqual([])
    expect(await found('', 'rivera')).toEqual([])
  })

  test('treats a wildcard as a plain character', async () => {
    expect(await found('o1', '%')).toEqual([])
    expect(await found('o2', '100_0001')).toEqual(['c2'])
    expect(await found('o2', '100x0001')).toEqual([])
    expect(await found('o1', '\\')).toEqual([])
  })

  test('uses the trigram index', async () => {
    await store.query(`insert into conversations
      (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
      select 'o2', 'x' || n, 'sms', 's' || n, 'p' || n, 'open', now(), md5(n::text), 1 from generate_series(1, 20000) n`)
    await store.query('analyze conversations')
    const [definition] = await store.query<{ body: string }>(
      `select prosrc as body from pg_proc where proname = 'matching_conversations'`,
    )
    const body = definition!.body.replaceAll('search)', '$1)')
    const plan = await store.database.system(async (tx) => {
      await sql`select set_config('app.org', 'o2', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
        tx,
      )
      await sql.raw(`prepare found (text) as ${body}`).execute(tx)
      const { rows } = await sql.raw<Record<string, string>>(`explain execute found ('rivera')`).execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('Bitmap Index Scan on conversations_search')
  })
})
