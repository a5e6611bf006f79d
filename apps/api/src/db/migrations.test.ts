import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrationFolders, readMigrations } from './migration-files.ts'

/** Since this file, older programs run beside newer ones. */
const LAST_OF_BEFORE = '043-text-number-days.sql'
const TAKES_AWAY = /\b(drop|rename)\b|alter column \S+ (type|set not null)|add column (?![^;,]*default)[^;,]*not null/i

test('migrations only add, or are named breaking', async () => {
  const files = await readMigrations(await migrationFolders())
  expect(files.length).toBeGreaterThan(20)
  const later = files.filter(({ name }) => name > LAST_OF_BEFORE && !name.endsWith('.breaking.sql'))
  expect(later.filter(({ sql }) => TAKES_AWAY.test(sql)).map(({ name }) => name)).toEqual([])
})

test('migrations of modules are read with the others, in the order of their numbers', async () => {
  const sources = await mkdtemp(path.join(tmpdir(), 'foyer-sources-'))
  const add = async (file: string) => {
    await mkdir(path.dirname(path.join(sources, file)), { recursive: true })
    await writeFile(path.join(sources, file), 'select 1')
  }
  await add('db/migrations/001-foundation.sql')
  await add('db/migrations/045-isolate-tenant.sql')
  await add('modules/visits/migrations/046-visits.sql')
  await add('modules/doctors/migrations/040-doctors.sql')
  const names = (await readMigrations(await migrationFolders(sources))).map(({ name }) => name)
  expect(names).toEqual(['001-foundation.sql', '040-doctors.sql', '045-isolate-tenant.sql', '046-visits.sql'])
  await rm(sources, { recursive: true })
})

test.each([
  'alter table messages drop column body',
  'alter table messages rename to texts',
  'alter table messages alter column body type varchar(10)',
  'alter table messages add column size int not null',
])('%s is breaking', (sql) => expect(sql).toMatch(TAKES_AWAY))

test.each([
  'alter table messages add column size int',
  'alter table messages add column size int not null default 0, add column kind text',
  'create index on messages (size)',
])('%s only adds', (sql) => expect(sql).not.toMatch(TAKES_AWAY))
