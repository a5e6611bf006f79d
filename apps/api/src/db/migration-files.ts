/** Reads the SQL migrations of all modules in the order of their numbers. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCES = path.join(import.meta.dirname, '..')

export interface MigrationFile {
  /** For example `045-isolate-tenant.sql`. The database records applied files by this name only, not by folder. */
  readonly name: string
  readonly sql: string
}

/** A module keeps its files in `modules/<name>/migrations/`; older files are in `db/migrations/`. */
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
