import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { calls } from '@foyer/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { RELAY_SECRETS } from '../../../../tests/support/services.ts'
import { readConfig } from '../config/config.ts'
import { startOfProcess } from '../db/process-facts.ts'
import { type RunningApi, startApi } from './start-api.ts'

let dataDir: string
let children: ChildProcess[]
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'foyer-api-'))
  children = []
})
afterEach(async () => {
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true })
})

const settings = (more: Record<string, string>) => ({
  DATA_DIR: dataDir,
  PORT: '0',
  SEED: 'none',
  LOG_LEVEL: 'silent',
  RELAY_SECRET: RELAY_SECRETS.join(','),
  ...more,
})

/** Paths outside of the contracts; none of them has parameters or takes a body. */
const BESIDE_THE_CALLS = [
  ...[
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /api/openapi.json',
    'GET /api/docs',
    'GET /api/docs/style.css',
  ],
  ...['GET /v/page.css', 'GET /v/:token', 'POST /v/:token'],
  ...['GET /u/page.css', 'GET /u/:token', 'POST /u/:token', 'GET /s/page.css', 'GET /s/:code'],
  ...['GET /f/page.css', 'GET /f/form.css', 'GET /f/form.js', 'GET /f/work.js'],
  ...['GET /f/:formId', 'GET /f/:formId/thanks', 'POST /f/:formId'],
  // The calls by fields have no path of their own; others than POST are refused.
  ...['ALL /api/main/graphql', 'ALL /api/notes/graphql', 'ALL /api/intake/graphql', 'GET /robots.txt'],
  ...['GET', 'ALL'].map((method) => `${method} /api/main/sitemap/generate-organization-sitemap/:id`),
  ...['GET /chat/embed.js', 'GET /chat/assets/:name', 'GET /chat/:organizationId', 'POST /monitoring'],
]

/** An Express layer: a route, a nested router, or middleware. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> }
  readonly handle: { readonly stack?: readonly Layer[] }
}

function answered(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (!route) return answered(handle.stack ?? [])
    const methods = Object.keys(route.methods).map((method) => method.toUpperCase())
    // The handler that answers 405 with the allowed methods.
    const isForAll = methods.includes('_ALL') || methods.includes('TRACE')
    return (isForAll ? ['ALL'] : methods).map((method) => `${method} ${route.path}`)
  })
}

describe('API with an embedded database', () => {
  let store: FreshDatabase
  let api: RunningApi
  let url: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'foyer-api-'))
    store = await freshDatabase()
    await store.query(`insert into organizations (id, name, type, timezone) values ('o1', 'One', 'hospital', 'UTC')`)
    await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e')`)
    const own = { DATA_DIR: folder, DATABASE_URL: store.url, VITE_ERROR_REPORTING_DSN: 'https://key@reports.test/1' }
    api = await startApi(readConfig(settings(own)))
    url = await api.listen(0)
  })
  afterAll(async () => {
    await api.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  /** Reads the answer to its end, so that the connection is free again. */
  const get = async (at: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + at, { redirect: 'manual', headers })
    await answer.arrayBuffer()
    return answer
  }
  const status = async (at: string) => (await get(at)).status

  test('serves everything [OPEN-100]', async () => {
    expect(await status('/healthz')).toBe(200)
    // A busy machine may need some time until the API is ready.
    await vi.waitFor(async () => expect(await status('/readyz')).toBe(200))
    expect(await status('/api/docs')).toBe(200)
    expect(await status('/api/auth/jwks')).toBe(200)
    expect(await status('/api/auth/me')).toBe(401)
    expect(await status('/api/inbox/conversations?organizationId=o1')).toBe(401)
    expect(await status('/api/nowhere')).toBe(404)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'foyer_api_request_seconds_count{method="GET",path="/api/auth/me",status="401"} 1',
    )
  })

  test('serves only a few fixed paths beside the calls [T17]', () => {
    const { stack } = api.app.router as unknown as { readonly stack: readonly Layer[] }
    const ofCalls = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
    const others = [...new Set([...Object.values(calls).map(({ path }) => path), '/monitoring'])]
    const expected = [...ofCalls, ...BESIDE_THE_CALLS, ...others.map((path) => `ALL ${path}`)]
    expect(answered(stack).sort()).toEqual(expected.sort())
  })

  test('sends headers that forbid framing with every answer [T46]', async () => {
    for (const at of [
      '/api/docs',
      '/api/openapi.json',
      '/healthz',
      '/api/nowhere',
      '/chat/o1',
      '/chat/embed.js',
      '/monitoring',
    ]) {
      const { headers } = await get(at)
      expect(headers.get('x-frame-options'), at).toBe('DENY')
      expect(headers.get('content-security-policy'), at).toContain("frame-ancestors 'none'")
    }
  })

  test("generates ids from which others can't be guessed [T6]", () => {
    const ids = Array.from({ length: 1000 }, () => api.parts.newId())
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    // Any digit may follow at each position of the random half.
    const ends = ids.map((id) => id.slice(20).replace('-', ''))
    for (let place = 0; place < 15; place++) {
      const pairs = new Set(ends.slice(1).map((end, at) => `${ends[at]?.[place]}${end[place]}`))
      expect(pairs.size, `place ${place}`).toBeGreaterThan(200)
    }
  })

  test('answers 431 to headers that are too large [OPEN-047]', async () => {
    expect((await get('/healthz', { 'x-large': 'x'.repeat(60_000) })).status).toBe(200)
    expect((await get('/healthz', { 'x-large': 'x'.repeat(70_000) })).status).toBe(431)
  })

  test('stops in order [OPEN-100]', async () => {
    using cutOff = vi.spyOn(Server.prototype, 'closeAllConnections')
    using listened = vi.spyOn(api.parts.doorbell, 'onRing')
    const polling = fetch(`${url}/api/inbox/events?organizationId=o1&waitMs=25000`, {
      headers: { authorization: `Bearer ${RELAY_SECRETS[0]}` },
    })
    await expect.poll(() => listened.mock.calls.map(([topic]) => topic)).toContain('events')
    const [poll] = await Promise.all([polling, api.stop()])
    expect(poll.status).toBe(200)
    expect(cutOff, 'nobody was waited for in vain').not.toHaveBeenCalled()
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })
})

describe('API process', () => {
  function start(more: Record<string, string> = {}) {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
      env: { PATH: process.env.PATH, ...settings(more) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const said = { error: '' }
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.error += text
    })
    const ready = (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith('ready ')) return line.slice('ready '.length)
      }
      return undefined
    })()
    return { child, ready, said, ended: once(child, 'exit').then(([code]) => code as number | null) }
  }

  test('starts without settings, refuses a second start in one sentence, and stops its database [OPEN-100]', async () => {
    const first = start()
    const url = await first.ready
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.said.error).toBe(`The data directory ${dataDir} is in use by process ${first.child.pid}.\n`)
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
    const postgres = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    expect(startOfProcess(postgres)).toBeDefined()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(startOfProcess(postgres)).toBeUndefined()
    expect(first.said.error).toBe('')
  })

  test('reports a failed start in one sentence [OPEN-100]', async () => {
    const taken = createServer().listen(0)
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const starts = [
      [start({ PORT: String(port) }), `Port ${port} is taken: stop what listens there, or set PORT.\n`],
      [start({ PORT: 'x' }), 'PORT must be a number.\n'],
      [
        start({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' }),
        'PostgreSQL can not be reached: check DATABASE_URL and that the server runs.\n',
      ],
    ] as const
    for (const [{ ended, said }, sentence] of starts) expect([await ended, said.error]).toEqual([1, sentence])
    taken.close()
  })
})
