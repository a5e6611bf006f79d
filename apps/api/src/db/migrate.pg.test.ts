import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { migrate } from './migrate.ts'
import { migrationFolders } from './migration-files.ts'

let store: FreshDatabase
let folder: string
beforeEach(async () => {
  store = await freshDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-migrations-'))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Migrates by the product's files and those of the folders. */
const migrateWith = async (...folders: string[]) => migrate(store.url, [...(await migrationFolders()), ...folders])

const add = (name: string, sql: string) => writeFile(path.join(folder, name), sql)

test('migrate applies each file once when several processes start together', async () => {
  await add('900-more.sql', 'create table more (n int)')
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrateWith(folder)))
  expect(applied.flat()).toEqual(['900-more.sql'])
  expect(await migrateWith(folder)).toEqual([])
})

test('migrate does not apply a file again when it moved to another folder', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'foyer-migrations-'))
  await add('900-more.sql', 'create table more (n int)')
  expect(await migrateWith(folder)).toEqual(['900-more.sql'])
  await rename(path.join(folder, '900-more.sql'), path.join(other, '900-more.sql'))
  await add('901-last.sql', 'alter table more add column m int')
  expect(await migrateWith(other, folder)).toEqual(['901-last.sql'])
  await rm(other, { recursive: true })
})

test('isolate_tenant isolates a new table for reads and writes [SEC-05]', async () => {
  await add(
    '900-visits.sql',
    `create table visits (organization_id text not null, id text not null, primary key (organization_id, id));
     insert into visits values ('o1', 'a'), ('o2', 'b');
     grant select, insert on visits to foyer_app;
     select isolate_tenant('visits')`,
  )
  await migrateWith(folder)
  const visitsOf = (organizationId: string) =>
    store.database.read(organizationId, async (tx) => (await sql`select id from visits`.execute(tx)).rows)
  expect([await visitsOf('o1'), await visitsOf('o2'), await visitsOf('')]).toEqual([[{ id: 'a' }], [{ id: 'b' }], []])
  const foreign = store.database.write('o1', (tx) => sql`insert into visits values ('o2', 'c')`.execute(tx))
  await expect(foreign).rejects.toThrow('row-level security')
})

test('migrate rolls back a file that fails and keeps those before it', async () => {
  await add('900-good.sql', 'create table good (n int)')
  await add('901-bad.sql', 'create table half (n int); select nothing')
  await expect(migrateWith(folder)).rejects.toThrow('The migration 901-bad.sql failed: column "nothing"')
  const [tables] = await store.query(`select to_regclass('good') as good, to_regclass('half') as half`)
  expect(tables).toEqual({ good: 'good', half: null })
  await add('901-bad.sql', 'create table half (n int)')
  expect(await migrateWith(folder)).toEqual(['901-bad.sql'])
})

test('migrate refuses a file that changed after it was applied', async () => {
  await add('900-more.sql', 'create table more (n int)')
  await migrateWith(folder)
  await add('900-more.sql', 'create table more (n bigint)')
  await expect(migrateWith(folder)).rejects.toThrow('The migration 900-more.sql was changed')
})

test("older program starts after a newer one's migration, unless its name says breaking", async () => {
  const takenBack = async (name: string, sql: string) => {
    await add(name, sql)
    await migrateWith(folder)
    await rm(path.join(folder, name))
    return migrateWith(folder)
  }
  expect(await takenBack('900-more.sql', 'create table more (n int)')).toEqual([])
  await expect(takenBack('901-less.breaking.sql', 'drop table more')).rejects.toThrow(
    'The store is newer than this program: it has the migration 901-less.breaking.sql. Start a newer one, or bring back a backup of before it.',
  )
})

test('every tenant table has forced row-level security', async () => {
  const open = await store.query(`
    select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
      and has_any_column_privilege('foyer_app', pg_class.oid, 'select, insert, update')`)
  expect(open).toEqual([])
})
