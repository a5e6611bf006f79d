/**
 * The common frame of the operator's commands: opens the database, reports a failure in one sentence and closes
 * everything.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { type Config, readConfig } from '../config/config.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import { Refusal } from '../http/refusal.ts'
import { startProblem } from '../start/start-problem.rules.ts'

interface CommandStore {
  readonly config: Config & { readonly databaseUrl: string }
  connect(): Database
}

/** Opens DATABASE_URL, or the embedded database of DATA_DIR while nothing uses it; `make` creates a missing one. */
type Open = (options?: { readonly make?: boolean }) => Promise<CommandStore>

/** Runs a command; a failure prints its sentence to stderr and sets the exit code 1. */
export async function runOnStore(command: (open: Open) => Promise<void>): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  const open: Open = async ({ make = false } = {}) => {
    const config = readConfig(process.env)
    const databaseUrl = config.databaseUrl ?? (await openEmbedded(config, make))
    return {
      config: { ...config, databaseUrl },
      connect() {
        const database = createDatabase({ url: databaseUrl })
        undo.push(() => database.close())
        return database
      },
    }
  }
  try {
    await command(open)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  } finally {
    for (const step of undo.reverse()) await step()
  }

  async function openEmbedded({ dataDir }: Config, make: boolean): Promise<string> {
    if (!make && !existsSync(path.join(dataDir, 'postgres')))
      throw new StartRefusal(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`)
    const embedded = await startEmbedded({ dataDir })
    undo.push(() => embedded.stop())
    return embedded.url
  }
}

function sentenceOf(error: unknown): string {
  if (isOfCommand(error)) return error.message
  if (isOfOtherShape(error))
    return 'The database is empty, does not belong to Foyer, or has another version: check DATABASE_URL and DATA_DIR.'
  return startProblem(error, Number(process.env.PORT || 4000), 'The command failed')
}

/** PostgreSQL reports a missing role, table or column. */
function isOfOtherShape(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['22023', '42P01', '42703'].includes(String(error.code))
}

/** The error is due to the command's arguments or is an expected refusal. */
function isOfCommand(error: unknown): error is Error {
  if (error instanceof Refusal) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
