import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { startOfProcess } from './process-facts.ts'

/**
 * A process that owns the directory: prints its server's url and pid, then each number that the server acknowledged.
 */
const OWNER = `
  import pg from '${import.meta.resolve('pg')}'
  import { startEmbedded } from '${import.meta.resolve('./embedded.ts')}'
  const server = await startEmbedded({ dataDir: process.argv[1] })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create table if not exists kept (n int)')
  console.log(JSON.stringify({ pid: server.pid }))
  for (let n = 1; ; n++) {
    await client.query('insert into kept values ($1)', [n])
    console.log(JSON.stringify({ n }))
  }`

let dataDir: string
let server: Embedded | undefined
let owner: ChildProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'foyer-embedded-'))
})
afterEach(async () => {
  owner?.kill('SIGKILL')
  await server?.stop()
  server = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function rows(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('embedded PostgreSQL keeps every acknowledged row when its owner is killed while writing [OPEN-100]', async () => {
  owner = spawn(process.execPath, ['--input-type=module', '-e', OWNER, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(owner, 'exit')
  let orphan = 0
  let acknowledged = 0
  for await (const line of createInterface({ input: owner.stdout! })) {
    const said = JSON.parse(line)
    orphan = said.pid ?? orphan
    acknowledged = said.n ?? acknowledged
    if (acknowledged === 50) owner.kill('SIGKILL')
  }
  await gone
  expect(acknowledged).toBeGreaterThanOrEqual(50)
  expect(startOfProcess(orphan), 'the server outlived its owner').toBeDefined()

  server = await startEmbedded({ dataDir })
  expect(startOfProcess(orphan), 'the orphan was stopped').toBeUndefined()
  const [{ many, highest }] = await rows(server.url, 'select count(*)::int as many, max(n) as highest from kept')
  expect(many).toBeGreaterThanOrEqual(acknowledged)
  expect(highest).toBe(many)
})

test('embedded PostgreSQL refuses a second start on the same directory in one sentence [OPEN-100]', async () => {
  server = await startEmbedded({ dataDir })
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `The data directory ${dataDir} is in use by process ${process.pid}.`,
  )
  expect(await rows(server.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('embedded PostgreSQL releases the directory intact when it stops [OPEN-100]', async () => {
  const first = await startEmbedded({ dataDir })
  await rows(first.url, 'create table kept as select 7 as n')
  await first.stop()
  expect(startOfProcess(first.pid)).toBeUndefined()
  server = await startEmbedded({ dataDir })
  expect(await rows(server.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('embedded PostgreSQL starts despite the lock and pid file of processes that are gone [OPEN-100]', async () => {
  await (await startEmbedded({ dataDir })).stop()
  const stranger = spawn('sleep', ['60'])
  try {
    await writeFile(path.join(dataDir, 'owner.lock'), `${stranger.pid} another-start`)
    await writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), `${stranger.pid}\n${dataDir}\n`)
    server = await startEmbedded({ dataDir })
    expect(stranger.exitCode).toBeNull()
    expect(startOfProcess(stranger.pid!)).toBeDefined()
  } finally {
    stranger.kill()
  }
})

test('embedded PostgreSQL restarts at the same address when its server dies [OPEN-100]', async () => {
  const crashed = new Promise<void>((resolve) => {
    void startEmbedded({ dataDir, onCrash: () => resolve() }).then((started) => {
      server = started
      process.kill(started.pid, 'SIGQUIT')
    })
  })
  await crashed
  await expect.poll(() => rows(server!.url, 'select 1 as alive').catch(() => [])).toHaveLength(1)
})

test('embedded PostgreSQL has a password, owner-only files and listens on loopback only', async () => {
  server = await startEmbedded({ dataDir })
  const url = new URL(server.url)
  expect(url.hostname).toBe('127.0.0.1')
  url.password = 'guess'
  await expect(rows(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  for (const [file, mode] of [
    ['secrets/postgres', 0o600],
    ['secrets', 0o700],
    ['postgres', 0o700],
    ['postgres.log', 0o600],
  ] as const)
    expect((await stat(path.join(dataDir, file))).mode & 0o777, file).toBe(mode)
})

test('embedded PostgreSQL keeps the text of a failing statement out of its log', async () => {
  server = await startEmbedded({ dataDir })
  await rows(server.url, 'create table patients (name text primary key)')
  await rows(server.url, "insert into patients values ('Xenia Marked')")
  await expect(rows(server.url, "insert into patients values ('Xenia Marked')")).rejects.toThrow(/duplicate key/)
  const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('Xenia')
})
