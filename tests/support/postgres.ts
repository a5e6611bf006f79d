import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database, type DatabaseOptions } from '../../apps/api/src/db/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address; its database `foyer_template` is migrated and used by no test. */
    postgresUrl: string
  }
}

export interface FreshDatabase {
  /** The address as the owner, who bypasses row-level security. */
  readonly url: string
  readonly database: Database
  /** Runs one statement as the owner: to arrange test data, and to check the store without the API. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Other programs may keep the tests from the processor for longer than the store's deadlines. Tests of deadlines set 1. */
const PATIENCE = 10

/** Creates a migrated, empty database within some 50 ms. Copying its files takes half of the time of logging their pages. */
export async function freshDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<FreshDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await once(serverUrl, `create database ${name} template foyer_template strategy file_copy`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const connections = { organizations: 12, system: 4 }
  // Tests hold several writes of an organization at once, so its writes may have the whole lane of staff.
  const database = createDatabase({ url, connections, writersShare: 0.4, patience: PATIENCE, ...options })
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => undefined)
  return {
    url,
    database,
    query: async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await owner.query(sql, values)).rows as Row[],
    async close() {
      await Promise.all([database.close(), owner.end()])
      await once(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function once(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
