/** Brings the store to the newest shape: plain SQL files in the order of their names, each once, each whole or not at all. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** Any number, the same in every process: whoever holds it migrates, the others wait. */
const LOCK = 4_207_317_301

export async function migrate(url: string, folder = path.join(import.meta.dirname, 'migrations')): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists foyer_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from foyer_migrations',
    )
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const files = await readMigrations(folder)
    refuseChanged(files, applied)
    const pending = files.filter(({ name }) => !applied.has(name))
    for (const file of pending) await apply(client, file)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** A migration that programs of before it can't live with, as one that changes the type of a column; all others only add. */
const isBreaking = (name: string) => name.endsWith('.breaking.sql')

/**
 * Two stores of one version have one shape, up to what a newer program has added: that stays when an older one comes back, or
 * is started again beside it. What was applied is history: a change to it is a new file.
 */
function refuseChanged(files: readonly Migration[], applied: ReadonlyMap<string, string>) {
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const ours = known.get(name)
    if (ours === undefined && isBreaking(name))
      throw new Error(
        `The store is newer than this program: it has the migration ${name}. Start a newer one, or bring back a backup of before it.`,
      )
    if (ours !== undefined && ours !== checksum)
      throw new Error(`The migration ${name} was changed after it was applied to this store: add a new one instead.`)
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into foyer_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}
