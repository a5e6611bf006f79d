/** Migrates the database: applies plain SQL files in name order, each once and each in one transaction. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { type MigrationFile, migrationFolders, readMigrations } from './migration-files.ts'

/** An arbitrary number, the same in every process: the process with this lock migrates while the others wait. */
const LOCK = 4_207_317_301

/** Returns the names of the files that it applied. */
export async function migrate(url: string, folders?: readonly string[]): Promise<string[]> {
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
    const files = (await readMigrations(folders ?? (await migrationFolders()))).map(withChecksum)
    refuseChanged(files, applied)
    const pending = files.filter(({ name }) => !applied.has(name))
    for (const file of pending) await apply(client, file)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

interface Migration extends MigrationFile {
  readonly checksum: string
}

function withChecksum(file: MigrationFile): Migration {
  return { ...file, checksum: createHash('sha256').update(file.sql).digest('hex') }
}

/** A breaking migration changes what older programs rely on, such as a column's type; all others only add. */
const isBreaking = (name: string) => name.endsWith('.breaking.sql')

/**
 * Applied files must not change, so databases of one version have the same schema. What a newer program added stays
 * when an older one starts again or runs beside it.
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
