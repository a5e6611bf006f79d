/** Statements to the store of a running world, for what no screen can do: let time pass for a row. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { World } from './world.ts'

/** Port and password are where the embedded PostgreSQL keeps them. */
export async function queryStore({ dataDir }: World, statement: string, values: readonly unknown[] = []) {
  const [, , , port] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(path.join(dataDir, 'secrets', 'postgres'), 'utf8').trim()
  const client = new pg.Client({ host: '127.0.0.1', port: Number(port), user: 'foyer', password, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
