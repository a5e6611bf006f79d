/** One PostgreSQL for the whole run, with a migrated database that each test file gets a copy of. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { removeLeftovers } from './leftovers.ts'
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

/** A statement through a socket of the file system takes two thirds of the processor that one through TCP takes. */
const HAS_SOCKETS = process.platform !== 'win32'

export default async function setup(project: TestProject) {
  const folder = memoryFolder()
  await removeLeftovers(folder, async (name) => name.startsWith(PREFIX) && (await isOld(path.join(folder, name))))
  const dataDir = await mkdtemp(path.join(folder, PREFIX))
  const sockets = path.join(dataDir, 'postgres')
  const settings = [...FORGETFUL, 'max_connections=300', ...(HAS_SOCKETS ? [`unix_socket_directories=${sockets}`] : [])]
  const server = await startEmbedded({ dataDir, settings })
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
  const url = new URL(server.url)
  if (HAS_SOCKETS) url.searchParams.set('host', sockets)
  project.provide('postgresUrl', url.href)
  return clear
}

/** A folder that is gone is not old. */
const isOld = (dataDir: string) =>
  stat(dataDir).then(
    ({ mtimeMs }) => Date.now() - mtimeMs >= LEFTOVER_MS,
    () => false,
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
