/** The SQL files that make the store: those of all modules together, in the order of their numbers. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCES = path.join(import.meta.dirname, '..')

export interface MigrationFile {
  /** `045-isolate-tenant.sql`; a store remembers the files that were applied by this name alone, wherever they lie. */
  readonly name: string
  readonly sql: string
}

/** A module keeps its files in `modules/<name>/migrations/`; files from before that lie in `db/migrations/`. */
export async function migrationFolders(sources = SOURCES): Promise<string[]> {
  const entries = await readdir(path.join(sources, 'modules'), { withFileTypes: true, recursive: true })
  const own = entries.filter((entry) => entry.isDirectory() && entry.name === 'migrations')
  return [path.join(sources, 'db/migrations'), ...own.map((entry) => path.join(entry.parentPath, entry.name))]
}

export async function readMigrations(folders: readonly string[]): Promise<MigrationFile[]> {
  const files = await Promise.all(folders.map(readFolder))
  return files.flat().sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function readFolder(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(path.join(folder, name), 'utf8') })))
}
