import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = path.join(import.meta.dirname, 'migrations')
/** Since this one programs of before a migration work beside it. */
const LAST_OF_BEFORE = '043-text-number-days.sql'
const TAKES_AWAY = /\b(drop|rename)\b|alter column \S+ (type|set not null)|add column (?![^;,]*default)[^;,]*not null/i

test('a migration only adds, or says by its name that it is breaking', () => {
  const names = readdirSync(FOLDER).filter((name) => name > LAST_OF_BEFORE && !name.endsWith('.breaking.sql'))
  const breaking = names.filter((name) => TAKES_AWAY.test(readFileSync(path.join(FOLDER, name), 'utf8')))
  expect(breaking).toEqual([])
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
