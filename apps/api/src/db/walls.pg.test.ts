/**
 * Verifies tenant isolation against the database's catalogue, so that tables and functions added later are covered as
 * well.
 */
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import type { Tx } from './tx.ts'

interface Table {
  readonly name: string
  /** The privileges of an organization's role on the table. */
  readonly may: {
    readonly select: boolean
    readonly insert: boolean
    readonly update: boolean
    readonly delete: boolean
  }
}

/** A key or a foreign key. */
interface Bond {
  readonly from: string
  readonly to: string
  readonly isKey: boolean
  readonly columns: readonly string[]
  readonly target: readonly string[] | null
}

let store: FreshDatabase
let tables: Table[]
let bonds: Bond[]
beforeAll(async () => {
  store = await freshDatabase()
  bonds = await store.query<Bond>(`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to", contype = 'p' as "isKey",
      (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as k (number, place)
        join pg_attribute on attrelid = conrelid and attnum = k.number) as columns,
      (select array_agg(attname::text order by place) from unnest(confkey) with ordinality as k (number, place)
        join pg_attribute on attrelid = confrelid and attnum = k.number) as target
    from pg_constraint where contype in ('p', 'f') and connamespace = 'public'::regnamespace`)
  tables = await store.query<Table>(`
    select c.relname as name, json_build_object(
      'select', has_table_privilege('foyer_app', c.oid, 'select'), 'insert', has_table_privilege('foyer_app', c.oid, 'insert'),
      'update', has_table_privilege('foyer_app', c.oid, 'update'), 'delete', has_table_privilege('foyer_app', c.oid, 'delete')) as may
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  await fill()
})
afterAll(() => store.close())

const WORTH: Readonly<Record<string, string>> = {
  integer: '7',
  smallint: '7',
  boolean: 'false',
  date: '2026-11-20',
  jsonb: '[]',
  json: '[]',
  'timestamp with time zone': '2026-11-20T12:00:00Z',
  tsvector: 'word',
}

/** Inserts one row for each of two organizations into every table, with the required columns only. */
async function fill() {
  const checks = await store.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
     where contype in ('c', 'f') and connamespace = 'public'::regnamespace order by contype desc`,
  )
  for (const { table, name } of checks)
    await store.query(`alter table ${table} drop constraint if exists ${name} cascade`)
  for (const { name } of tables)
    for (const organizationId of ['o1', 'o2']) {
      const { columns, values } = await rowOf(name, organizationId)
      // A trigger may add a row to another table.
      await store.query(`alter table ${name} disable trigger user`)
      await store.query(`insert into ${name} (${columns}) values (${values.map((_, at) => `$${at + 1}`)})`, values)
      await store.query(`alter table ${name} enable trigger user`)
    }
}

async function rowOf(table: string, organizationId: string): Promise<{ columns: string; values: string[] }> {
  const needed = await store.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and is_generated = 'NEVER' or table_name = $1 and column_name = 'organization_id'`,
    [table],
  )
  const values = needed.map(({ name, type }) => {
    if (name === 'organization_id') return organizationId
    // An id may be unique among all organizations.
    if (type === 'bigint') return organizationId.slice(1)
    return type === 'ARRAY' ? '{}' : (WORTH[type] ?? `${organizationId}-${name}`)
  })
  return { columns: needed.map(({ name }) => `"${name}"`).join(', '), values }
}

test('every tenant table has forced row-level security with the one standard policy [SEC-05]', async () => {
  const own = `(organization_id = NULLIF(current_setting('app.org'::text, true), ''::text))`
  const walls = await store.query<{ name: string; enabled: boolean; forced: boolean; policies: string[] | null }>(
    `
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      (select array_agg(p.polname || ': ' || pg_get_expr(p.polqual, p.polrelid) || ' / ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), ''))
       from pg_policy as p where p.polrelid = c.oid
         and (p.polroles && array[0::oid, 'foyer_app'::regrole::oid])) as policies
    from pg_class as c where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1`,
    [tables.map(({ name }) => name)],
  )
  expect(walls.length).toBeGreaterThan(20)
  for (const { name, enabled, forced, policies } of walls) {
    // The relays' cursors have no tenant access at all.
    if (name !== 'relay_cursors') expect([enabled, forced], name).toEqual([true, true])
    const isReached = Object.values(tables.find((table) => table.name === name)?.may ?? {}).some(Boolean)
    if (isReached) expect(policies, name).toEqual([`own_organization: ${own} / ${own}`])
    else expect(policies, name).toBeNull()
  }
})

test('no row of another organization can be read, changed, deleted or inserted, and none without an organization [SEC-05]', async () => {
  const readable = tables.filter(({ may }) => may.select)
  expect(readable.length).toBeGreaterThan(20)
  for (const { name, may } of readable) {
    const table = sql.table(name)
    const seen = (organizationId: string) =>
      store.database.read(organizationId, async (tx) => {
        const { rows } = await sql<{ organization_id: string }>`select organization_id from ${table}`.execute(tx)
        return rows.map((row) => row.organization_id)
      })
    expect([await seen('o1'), await seen('o2'), await seen(''), await seen('absent')], name).toEqual([
      ['o1'],
      ['o2'],
      [],
      [],
    ])
    const touched = (statement: ReturnType<typeof sql>) =>
      store.database.write('o1', async (tx) => Number((await statement.execute(tx)).numAffectedRows))
    if (may.update)
      expect(await touched(sql`update ${table} set organization_id = 'o1' where organization_id = 'o2'`), name).toBe(0)
    if (may.delete) expect(await touched(sql`delete from ${table} where organization_id = 'o2'`), name).toBe(0)
    if (may.insert) {
      const { columns, values } = await rowOf(name, 'o2')
      const foreign = sql`insert into ${table} (${sql.raw(columns)}) values (${sql.join(values)})`
      await expect(touched(foreign), name).rejects.toThrow(/row-level security/)
    }
    if (may.update)
      await expect(touched(sql`update ${table} set organization_id = 'o2'`), name).rejects.toThrow(/row-level security/)
  }
})

test('connection outside a transaction sees no row of any organization [SEC-05]', async () => {
  const client = new pg.Client({ connectionString: store.url, options: '-c role=foyer_app' })
  await client.connect()
  try {
    // A transaction's organization ends with it, and `reset role` returns to the role of the connection's start.
    await client.query(`begin; select set_config('app.org', 'o1', true); commit; reset role`)
    const readable = tables.filter(({ may }) => may.select)
    for (const { name } of readable) expect((await client.query(`select from ${name}`)).rowCount, name).toBe(0)
  } finally {
    await client.end()
  }
})

test('transaction gets the rights of the owner when it takes the role none, which docs/security.md accepts [SEC-05]', async () => {
  const who = (tx: Tx) =>
    sql<{ role: string; seen: string[] }>`
      select current_user as role, array(select id from organizations order by id) as seen`.execute(tx)
  await store.query(
    `insert into organizations (id, name, type, timezone) values ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`,
  )
  const risen = await store.database.read('o1', async (tx) => {
    await sql`select set_config('role', 'none', true)`.execute(tx)
    return who(tx)
  })
  const [owner] = await store.query<{ role: string }>('select current_user as role')
  expect(risen.rows).toEqual([{ role: owner?.role, seen: ['o1', 'o2'] }])
  // It lasts as long as the transaction.
  expect((await store.database.read('o1', who)).rows).toEqual([{ role: 'foyer_app', seen: ['o1'] }])
})

test('no statement of the API takes a role other than its two own [SEC-05]', () => {
  const takes =
    /\bset\s+(local\s+|session\s+)?(role(?!\s+foyer_(app|system)\b)|session\s+authorization)\b|set_config\('(role|session_authorization)'/i
  const sources = globSync('apps/api/src/**/*.ts').filter((file) => !/\.(test|suite)\.ts$/.test(file))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => takes.test(readFileSync(file, 'utf8')))).toEqual([])
})

/** A table in the text of a function, after whatever word. A function's name has a parenthesis after it. */
const TABLE = /\bpublic\.("?\w+\b"?)(?!\()/g
/**
 * Tables that a function reads without the condition: the claimed user and session are of no organization, and the clinic is
 * that of the head, which has the condition.
 */
const UNBOUND: Readonly<Record<string, readonly string[]>> = {
  enter_organization: ['"user"', 'session', 'organizations'],
}

test('functions that bypass row-level security pin their search path and are not granted to everyone [SEC-05]', async () => {
  const doors = await store.query<{
    name: string
    config: string[] | null
    isPublic: boolean
    owner: string
    body: string
  }>(`
    select proname as name, proconfig as config, has_function_privilege('public', oid, 'execute') as "isPublic",
      proowner::regrole::text as owner, prosrc as body
    from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`)
  expect(doors.length).toBeGreaterThan(3)
  for (const { name, config, isPublic, owner, body } of doors) {
    expect(config, name).toContain('search_path=pg_catalog, public, pg_temp')
    expect(isPublic, name).toBe(false)
    expect(owner, name).toBe('foyer_system')
    // Each table access in such a function must contain the policy's condition itself.
    const looks = [...body.matchAll(TABLE)].filter(([, table]) => !UNBOUND[name]?.includes(table ?? ''))
    const bounds = body.match(/organization_id = nullif\(current_setting\('app\.org', true\), ''\)/g) ?? []
    expect(bounds.length, name).toBe(looks.length)
  }
})

test("roles can't create objects or take another role, and nothing is granted to everyone [SEC-05]", async () => {
  const roles = await store.query<{ name: string; makes: boolean; above: boolean }>(`
    select rolname as name, has_schema_privilege(oid, 'public', 'create') as makes,
      rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as above
    from pg_roles where rolname in ('foyer_app', 'foyer_system') order by 1`)
  expect(roles).toEqual([
    { name: 'foyer_app', makes: false, above: false },
    { name: 'foyer_system', makes: false, above: false },
  ])
  const memberships = await store.query(`select 1 from pg_auth_members
    where member in ('foyer_app'::regrole, 'foyer_system'::regrole)`)
  expect(memberships).toEqual([])
  const open = await store.query(`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and exists (select from aclexplode(relacl) where grantee = 0)`)
  expect(open).toEqual([])
})

test('every key begins with the organization, and foreign keys stay within it [SEC-05]', () => {
  const walled = new Set(tables.map(({ name }) => name))
  const keys = bonds.filter(({ from, isKey }) => isKey && walled.has(from))
  expect(keys.length).toBeGreaterThan(20)
  const others = keys.filter(({ columns }) => columns[0] !== 'organization_id').map(({ from }) => from)
  // The audit is numbered globally and never read by number; cursors belong to the relays; an account mail belongs to
  // an address and no organization reads it. The link of a visit is found by the hash of its token, which is known before
  // the organization is, and so is a consent by the state that Google brings back.
  expect(others.sort()).toEqual(['account_mails', 'audit_log', 'listing_consents', 'relay_cursors', 'visit_links'])
  const pointers = bonds.filter(({ from, to, isKey }) => !isKey && walled.has(from) && walled.has(to))
  expect(pointers.length).toBeGreaterThan(10)
  for (const { from, to, columns, target } of pointers) {
    const place = target?.indexOf('organization_id') ?? -1
    expect([place >= 0, columns[place]], `${from} (${columns}) to ${to}`).toEqual([true, 'organization_id'])
  }
})
