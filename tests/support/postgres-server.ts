/** One PostgreSQL for the whole run, with a migrated database that each test file gets a copy of. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { stopOrphan } from '../../apps/api/src/db/orphan.ts'
import { lockDataDirectory } from '../../apps/api/src/db/owner-lock.ts'
import { memoryFolder } from './memory-folder.ts'

const TEMPLATE = 'foyer_template'
const PREFIX = 'foyer-test-'
/** A younger folder may belong to a run that has not locked it yet. */
const LEFTOVER_MS = 60_000
/** Test data need not survive a crash, so the server runs without durability. */
const FORGETFUL = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

export default async function setup(project: TestProject) {
  const folder = memoryFolder()
  await removeLeftovers(folder)
  const dataDir = await mkdtemp(path.join(folder, PREFIX))
  const server = await startEmbedded({ dataDir, settings: [...FORGETFUL, 'max_connections=300'] })
  const clear = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server.url)
  } catch (error) {
    await clear()
    throw error
  }
  project.provide('postgresUrl', server.url)
  return clear
}

/** A run that was killed leaves its server and its folder, which takes memory. */
async function removeLeftovers(folder: string) {
  for (const name of await readdir(folder)) {
    const dataDir = path.join(folder, name)
    if (!name.startsWith(PREFIX) || Date.now() - (await changedAt(dataDir)) < LEFTOVER_MS) continue
    try {
      lockDataDirectory(dataDir)
    } catch {
      // Its run goes on, or another run removes it.
      continue
    }
    await stopOrphan(path.join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** When the folder was last changed; now if it is gone. */
const changedAt = (dataDir: string) =>
  stat(dataDir).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )

async function makeTemplate(serverUrl: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await makeSignInQuick(client, serverUrl)
  await client.end()
  const template = new URL(serverUrl)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href)
}

/** Every test file opens some twenty connections, and the 4,096 rounds of the password's hash take half of the time of one. */
async function makeSignInQuick(client: pg.Client, serverUrl: string) {
  const { username, password } = new URL(serverUrl)
  await client.query('set scram_iterations = 1')
  const secret = client.escapeLiteral(decodeURIComponent(password))
  await client.query(`alter role ${client.escapeIdentifier(username)} password ${secret}`)
}
