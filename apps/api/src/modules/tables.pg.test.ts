import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tests/support/postgres.ts'
import { modules } from '../modules.ts'

test('modules list every table of the store exactly once', async () => {
  const store = await freshDatabase()
  const tables = await store.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'foyer_migrations'`,
  )
  await store.close()
  const named = modules.flatMap(({ tables: own }) => own)
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
