import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPlainWorld } from '../test/plain-world.ts'
import { startRedis } from '../test/redis-server.ts'
import { hasAll, ORG, redisIs, startTwoRelays } from '../test/two-relays.ts'

const COMPOSE = readFileSync(path.resolve(import.meta.dirname, '../../../docker-compose.yml'), 'utf8')
const REDIS_PASSWORD = 'a password, with signs > and $'

/** The command line of docker-compose's Redis, as its shell parses it. */
function composedSettings(): string[] {
  const [, words = ''] = /exec redis-server ([\s\S]*?)\n {4}environment:/.exec(COMPOSE) ?? []
  const line = words.replaceAll('$$', '$').replaceAll('\n', ' ')
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${line}`], { env: { REDIS_PASSWORD }, encoding: 'utf8' })
  return stdout.split('\n').slice(0, -1)
}

/** The composed Redis, with a second user who may read what it has denied. */
async function startComposed() {
  const server = await startRedis([...composedSettings(), ...'--user auditor on nopass -@all +acl|log'.split(' ')])
  const auditor = new Redis(`redis://auditor:any@127.0.0.1:${server.port}`, {
    disableClientInfo: true,
    enableReadyCheck: false,
  })
  onTestFinished(() => auditor.disconnect())
  return { server, denied: () => auditor.call('acl', 'log') }
}

test("docker-compose's Redis allows its user what relays do, and nothing else [DESIGN-15] [DESIGN-16]", async () => {
  const { server, denied } = await startComposed()
  const url = `redis://relay:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:${server.port}`
  const two = await startTwoRelays({ redis: { ...server, url } })
  const [one, other] = await two.screens()
  await redisIs(two.first, 1)
  await other.watch('con_1')
  await one.socket.emitWithAck('presence', { organizationId: ORG, conversationId: 'con_1', state: 'viewing' })
  await two.first.change(ORG, {}, {})
  await hasAll(other, 2)
  await vi.waitFor(() => expect(other.present.at(-1)?.staff).toHaveLength(1))
  await vi.waitFor(async () => expect(await two.second.metric('relay_redis_events_pulled_total')).toBe(2))
  expect(await denied()).toEqual([])
  expect(await two.first.metric('relay_redis_logs_begun_total')).toBe(1)

  const client = new Redis(url, { disableClientInfo: true, enableReadyCheck: false })
  onTestFinished(() => client.disconnect())
  for (const [command, ...words] of [
    ['flushall'],
    ['keys', '*'],
    ['config', 'get', '*'],
    ['monitor'],
    ['get', 'others'],
    ['publish', 'others', 'x'],
    ['client', 'list'],
  ] as const)
    await expect(client.call(command, ...words)).rejects.toThrow(/NOPERM/)
  const stranger = new Redis(server.url, { disableClientInfo: true, enableReadyCheck: false, retryStrategy: null })
  onTestFinished(() => stranger.disconnect())
  stranger.on('error', () => {})
  await expect(stranger.get('foyer:x')).rejects.toThrow()
  expect(await denied()).not.toEqual([])
})

test("docker-compose's Redis also allows what deriving changes from plain lists needs [DESIGN-04] [DESIGN-16]", async () => {
  const { server, denied } = await startComposed()
  const url = `redis://relay:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:${server.port}`
  const world = await startPlainWorld({ config: { redis: { url, dataKeys: [] } }, clock: 'real' })
  world.inbox.fill(1)
  const screen = await world.connected()
  expect((await screen.subscribe()).ok).toBe(true)
  await screen.watch('org_cedar-1')
  await world.rounds(2)
  await vi.waitFor(async () => expect(await world.metric('relay_redis_up')).toBe(1))
  expect(await denied()).toEqual([])
})

test('docker-compose runs two relays behind the edge, with Redis and a data key [DESIGN-15]', () => {
  expect(COMPOSE).toMatch(/^ {2}relay-1: \*relay$/m)
  expect(COMPOSE).toMatch(/^ {2}relay-2: \*relay$/m)
  expect(COMPOSE).toContain('RELAY_URLS: http://relay-1:4100,http://relay-2:4100')
  expect(COMPOSE).toMatch(/REDIS_DATA_KEY: \$\{REDIS_DATA_KEY:\?/)
  const settings = composedSettings()
  expect(settings.slice(0, 4)).toEqual(['--save', '', '--appendonly', 'no'])
  expect(settings.slice(settings.indexOf('--maxmemory-policy')).slice(0, 2)).toEqual([
    '--maxmemory-policy',
    'allkeys-lru',
  ])
  const nginx = readFileSync(path.resolve(import.meta.dirname, '../../../docker/nginx.conf'), 'utf8')
  for (const relay of ['relay-1', 'relay-2']) expect(nginx).toContain(`server ${relay}:4100 max_fails=1`)
})

test('password made as env.example says needs no escaping in an address [DESIGN-15]', () => {
  const example = readFileSync(path.resolve(import.meta.dirname, '../../../docker/env.example'), 'utf8')
  expect(example).toMatch(/^# openssl rand -hex \d+\b.*\nPOSTGRES_PASSWORD=\nREDIS_PASSWORD=$/m)
})
