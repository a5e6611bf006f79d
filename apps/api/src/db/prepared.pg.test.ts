import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { prepared, preparedForRows } from './prepared.ts'
import { NamingClient } from './statement-names.ts'
import type { Queries } from './tx.ts'

/** One connection, so that a later query runs where the earlier ones did. */
let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase({ connections: { organizations: 1, system: 1 } })
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(`insert into canned_messages (organization_id, id, title, message) values
    ('o1', 'c1', 'Parking', 'In front'), ('o2', 'c2', 'Parking', 'Nowhere')`)
})
afterAll(() => store.close())

let built = 0
const findCanned = prepared('find_canned', (queries, { title, most }: { title: string; most: number }) => {
  built += 1
  return queries.selectFrom('canned_messages').select(['id', 'message']).where('title', '=', title).limit(most)
})

/** The statements that this connection has parsed for `find_canned`. */
const known = async (queries: Queries) => {
  const { rows } = await sql`select from pg_prepared_statements where statement like '%canned_messages%'`.execute(
    queries,
  )
  return rows.length
}

test('prepared statement is parsed once per connection and gets new values each time', async () => {
  const found = (title: string) => store.database.read('o1', (tx) => findCanned(tx, { title, most: 5 }))
  expect(await found('Parking')).toEqual([{ id: 'c1', message: 'In front' }])
  expect(await found('Fax')).toEqual([])
  for (let asked = 0; asked < 10; asked += 1) expect(await found('Parking')).toHaveLength(1)
  expect(built).toBe(1)
  expect(await store.database.read('o1', known)).toBe(1)
  expect(await store.database.system(known)).toBe(0)
})

test('prepared statement is isolated to the organization of the current transaction [SEC-05]', async () => {
  const seen = (organizationId: string) =>
    store.database.read(organizationId, (tx) => findCanned(tx, { title: 'Parking', most: 5 }))
  for (let round = 0; round < 8; round += 1) {
    expect(await seen('o1')).toEqual([{ id: 'c1', message: 'In front' }])
    expect(await seen('o2')).toEqual([{ id: 'c2', message: 'Nowhere' }])
    expect(await seen('')).toEqual([])
  }
})

test('prepared statement survives a server that lost it or has an outdated plan', async () => {
  const seen = () => store.database.read('o1', (tx) => findCanned(tx, { title: 'Parking', most: 5 }))
  expect(await seen()).toHaveLength(1)
  await store.database.read('o1', (tx) => sql`deallocate all`.execute(tx))
  expect(await seen()).toHaveLength(1)
})

test('prepared statement is retried when a column changed its type', async () => {
  const find = prepared('find_message', (queries, { title }: { title: string }) =>
    queries.selectFrom('canned_messages').select('message').where('title', '=', title),
  )
  const seen = () => store.database.read('o1', (tx) => find(tx, { title: 'Parking' }))
  expect(await seen()).toEqual([{ message: 'In front' }])
  await store.query('alter table canned_messages alter column message type varchar(2000)')
  expect(await seen()).toEqual([{ message: 'In front' }])
})

test("prepared statement has a unique name, and its builder can't read values", async () => {
  expect(() => prepared('find_canned', (queries) => queries.selectFrom('organizations').selectAll())).toThrow('Two')
  const looking = (name: string, like: (values: { title: string }) => string) =>
    prepared(name, (queries, values: { title: string }) =>
      queries.selectFrom('canned_messages').select('id').where('title', '=', like(values)),
    )
  const find = [
    looking('of_text', ({ title }) => `${title}%`),
    looking('of_json', (values) => JSON.stringify([values.title])),
    looking('of_all', (values) => ({ ...values }).title),
  ]
  for (const one of find) await expect(store.database.read('o1', (tx) => one(tx, { title: 'P' }))).rejects.toThrow()
})

test('prepared statement survives a failure and an added column', async () => {
  const seen = () => store.database.read('o1', (tx) => findCanned(tx, { title: 'Parking', most: 5 }))
  expect(await seen()).toHaveLength(1)
  const wrong = store.database.read('o1', (tx) => findCanned(tx, { title: 'Parking', most: 'many' as never }))
  await expect(wrong).rejects.toThrow()
  expect(await seen()).toHaveLength(1)
  await store.query('alter table canned_messages add column later text')
  expect(await seen()).toEqual([{ id: 'c1', message: 'In front' }])
})

/** Six statements that read a table each, sent together and one after the other, on a number of connections at once. */
async function useTables(connections: number) {
  // Those of an organization may use four of ten, and the only one.
  const organizations = connections === 1 ? 1 : 10
  const other = await freshDatabase({ connections: { organizations, system: 1 } })
  const tables = ['t1', 't2', 't3', 't4', 't5', 't6']
  for (const table of tables) {
    await other.query(`create table ${table} (v text)`)
    await other.query(`grant select on ${table} to foyer_app`)
  }
  const one = (tx: Queries, table: string) => sql`select v from ${sql.table(table)} where v = ${'x'}`.execute(tx)
  const inOneTransaction = (isTogether: boolean, ready: () => Promise<void>) =>
    other.database.read('o1', async (tx) => {
      await ready()
      if (isTogether) return Promise.all(tables.map((table) => one(tx, table)))
      for (const table of tables) await one(tx, table)
    })
  async function useAll(isTogether: boolean) {
    const all = Promise.withResolvers<void>()
    let begun = 0
    // Each transaction begins before any goes on, so that each has a connection of its own.
    const ready = async () => {
      if (++begun === connections) all.resolve()
      await all.promise
    }
    await Promise.all(Array.from({ length: connections }, () => inOneTransaction(isTogether, ready)))
  }
  for (let round = 0; round < 3; round += 1) await useAll(true)
  return { other, tables, useAll }
}

test.each([
  ['together', 1],
  ['one after the other', 1],
  ['together', 4],
  ['one after the other', 4],
])('statements that are sent %s survive new types of six tables on %i connections', async (how, connections) => {
  const { other, tables, useAll } = await useTables(connections)
  for (const table of tables) await other.query(`alter table ${table} alter column v type varchar(20)`)
  await useAll(how === 'together')
  await other.close()
})

test.each([['together'], ['one after the other']])(
  'statements that are sent %s survive a server that lost all of them',
  async (how) => {
    const { other, useAll } = await useTables(1)
    await other.database.read('o1', (tx) => sql`deallocate all`.execute(tx))
    await useAll(how === 'together')
    await other.close()
  },
)

test.each([
  ['text', 'integer', 3, 7, 7],
  ['text', 'uuid', 3, '01981c1c-0000-7000-8000-000000000000', '01981c1c-0000-7000-8000-000000000001'],
  ['integer', 'bigint', 1, 7, 3_000_000_000],
])(
  'statements with parameters of type %s survive that the columns become %s',
  async (from, to, most, before, after) => {
    const other = await freshDatabase({ connections: { organizations: 1, system: 1 } })
    const tables = ['t1', 't2', 't3'].slice(0, most)
    for (const table of tables) {
      await other.query(`create table ${table} (v ${from})`)
      await other.query(`grant select, insert on ${table} to foyer_app`)
    }
    const use = (value: unknown) =>
      other.database.write('o1', async (tx) => {
        for (const table of tables) {
          await sql`insert into ${sql.table(table)} (v) values (${value})`.execute(tx)
          const { rows } = await sql`select v from ${sql.table(table)} where v = ${value}`.execute(tx)
          expect(rows).toContainEqual({ v: value })
        }
      })
    for (let round = 0; round < 3; round += 1) await use(from === 'text' ? String(before) : before)
    for (const table of tables) await other.query(`alter table ${table} alter column v type ${to} using v::${to}`)
    await use(after)
    await other.close()
  },
)

test('statement whose value is wrong each time costs no other statement its name', async () => {
  const other = await freshDatabase({ connections: { organizations: 1, system: 1 } })
  const find = (value: string) => other.database.read('o1', (tx) => sql`select ${value}::integer`.execute(tx))
  const findOther = () => other.database.read('o1', (tx) => sql`select ${'x'}::text as other`.execute(tx))
  const parsedOther = async () => {
    const { rows } = await other.database.read('o1', (tx) =>
      sql`select prepare_time from pg_prepared_statements where statement like '%as other'`.execute(tx),
    )
    return rows
  }
  for (let round = 0; round < 3; round += 1) await Promise.all([find('1'), findOther()])
  const before = await parsedOther()
  expect(before).toHaveLength(1)
  for (let round = 0; round < 3; round += 1) await expect(find('wrong')).rejects.toMatchObject({ code: '22P02' })
  await Promise.all([find('1'), findOther()])
  expect(await parsedOther()).toEqual(before)
  await other.close()
})

test('statement for rows answers in their order, by few statements of fixed sizes, when it gets any number of rows', async () => {
  const double = preparedForRows('double', (queries, rows: readonly { readonly one: number }[]) => {
    const values = sql.join(rows.map(({ one }) => sql`(${one}::int)`))
    const query = sql<{ twice: number }>`select one * 2 as twice from (values ${values}) as given (one) order by one`
    return { compile: () => query.compile(queries) }
  })
  const send = vi.spyOn(NamingClient.prototype, 'send')
  for (const [many, statements] of [
    [0, []],
    [1, [1]],
    [3, [3]],
    [23, [16, 4, 3]],
    [130, [64, 64, 2]],
  ] as const) {
    send.mockClear()
    const rows = Array.from({ length: many }, (_, one) => ({ one }))
    const doubled = await store.database.read('o1', (tx) => double(tx, rows))
    expect(doubled).toEqual(rows.map(({ one }) => ({ twice: one * 2 })))
    const sent = send.mock.calls.filter(([text]) => text.includes('as twice'))
    expect(sent.map(([, values]) => values.length)).toEqual(statements)
  }
  send.mockRestore()
})
