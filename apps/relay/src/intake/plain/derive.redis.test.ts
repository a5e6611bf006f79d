/** Redis measures lease time itself, so time is real in these tests; rounds run every 50 ms. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { startPlainWorld } from '../../../test/plain-world.ts'
import { KEY } from '../../../test/redis-logs.ts'
import { startRedis } from '../../../test/redis-server.ts'
import type { Screen } from '../../../test/screen.ts'
import { redisIs } from '../../../test/two-relays.ts'
import { systemClock } from '../../clock.ts'

const LEASE = 'foyer:{org_cedar}:derives'
const soon = { interval: 20 }

async function startRelays(ofSecond: Parameters<typeof startPlainWorld>[0] = {}) {
  const redis = await startRedis()
  const settings = { config: { redis: { url: redis.url, dataKeys: [KEY] } }, clock: 'real' } as const
  const first = await startPlainWorld(settings)
  const second = await startPlainWorld({ ...settings, inbox: first.inbox, api: first.api, ...ofSecond })
  return { redis, first, second }
}

async function startTwo(ofSecond: Parameters<typeof startPlainWorld>[0] = {}) {
  const { redis, first, second } = await startRelays(ofSecond)
  first.inbox.fill(3)
  const one = await first.connected({ sub: 'usr_lena' })
  const begun = await one.subscribe()
  const lease = async () => JSON.parse((await redis.admin.get(LEASE)) ?? '{}') as { id?: string; rounds?: number }
  await vi.waitFor(async () => expect((await lease()).rounds).toBeGreaterThan(0), soon)
  const other = await second.connected({ sub: 'usr_dana' })
  const joined = await other.subscribe()
  return { redis, lease, first, second, one, other, epochs: [epochOf(begun), epochOf(joined)] }
}

const epochOf = (answer: Awaited<ReturnType<Screen['subscribe']>>) => (answer.ok ? answer.epoch : answer.code)
const toldTo = (screen: Screen) => screen.heard().map(({ seq, key }) => `${seq} ${key}`)

test('one of two relays derives, and clients of both receive the same log [DESIGN-04] [OPEN-098]', async () => {
  const { first, second, one, other, epochs, lease } = await startTwo()
  expect(epochs[1]).toBe(epochs[0])
  const { id } = await lease()
  for (const conversationId of ['org_cedar-1', 'org_cedar-2']) {
    first.inbox.text(conversationId, 'Hello')
    await first.rounds()
  }
  await one.reach(2)
  await other.reach(2)
  expect(toldTo(one)).toEqual(['1 org_cedar-1', '2 org_cedar-2'])
  expect(toldTo(other)).toEqual(toldTo(one))
  // The other relay follows and reads nothing.
  first.inbox.faults.refuses = () => true
  const ended = await first.ended()
  first.inbox.takeAsked()
  await second.rounds(3)
  const asked = first.inbox.takeAsked().length
  // The deriving relay fails at its first request; one of its rounds may already be running.
  expect(asked).toBeLessThanOrEqual((await first.ended()) - ended + 1)
  expect((await lease()).id).toBe(id)
})

test('deriving relay reads a thread that is open at the other relay [DESIGN-04] [OPEN-097]', async () => {
  const { first, one, other } = await startTwo()
  await other.watch('org_cedar-1')
  const message = first.inbox.text('org_cedar-1', 'Hello')
  await vi.waitFor(() => expect(other.heard().map(({ key }) => key)).toContain(message), soon)
  expect(one.heard().map(({ key }) => key)).toEqual(['org_cedar-1'])
})

test('second relay begins a log of its own when the deriving relay is gone [DESIGN-04] [OPEN-097]', async () => {
  const { redis, first, second, other, epochs } = await startTwo()
  await first.relay.stop()
  // Simulates the expiry of the lease.
  await redis.admin.del(LEASE)
  first.inbox.text('org_cedar-1', 'Anybody there?')
  await vi.waitFor(() => expect(other.heads.at(-1)?.epoch).not.toBe(epochs[0]), soon)
  const again = await other.subscribe({ epoch: epochs[0] ?? '', after: 0 })
  expect(again).toMatchObject({ ok: true, resync: true, counts: { unreadMessages: 1 } })
  first.inbox.text('org_cedar-2', 'Hello')
  await second.rounds()
  await vi.waitFor(() => expect(toldTo(other)).toEqual(['1 org_cedar-2']), soon)
})

test('relay without the list of ended sessions sends no events, and fetches them once it has the list [OPEN-097]', async () => {
  const api = await startFakeApi(systemClock)
  onTestFinished(() => api.stop())
  let aheadMs = 0
  const elapsed = () => systemClock.elapsed() + aheadMs
  const { first, second, one, other, epochs } = await startTwo({ api, elapsed })
  api.faults.down = true
  aheadMs = 10_000
  first.inbox.text('org_cedar-1', 'Hello')
  await one.reach(1)
  await second.rounds(2)
  await vi.waitFor(() => expect(other.upstreams.at(-1)).toBe(false), soon)
  expect(toldTo(other)).toEqual([])
  api.faults.down = false
  await vi.waitFor(() => expect(other.upstreams.at(-1)).toBe(true), soon)
  expect(other.heads.at(-1)).toMatchObject({ epoch: epochs[0], head: 1 })
  expect(await other.subscribe({ epoch: epochs[0] ?? '', after: 0 })).toMatchObject({ head: 1, events: [{ seq: 1 }] })
})

test('relays keep a log each while Redis is away and share one when it returns [OPEN-098]', async () => {
  const { redis, first, second, one, other } = await startTwo()
  const epochs = async () => (await Promise.all([one.subscribe(), other.subscribe()])).map(epochOf)
  await redis.kill()
  await Promise.all([redisIs(first, 0), redisIs(second, 0)])
  await vi.waitFor(async () => {
    const [left, right] = await epochs()
    expect(right).not.toBe(left)
  }, soon)
  await redis.start()
  await vi.waitFor(async () => {
    const [left, right] = await epochs()
    expect(right).toBe(left)
  }, soon)
  first.inbox.text('org_cedar-1', 'Hello')
  await vi.waitFor(() => expect([one, other].map(toldTo)).toEqual([['1 org_cedar-1'], ['1 org_cedar-1']]), soon)
})

test("relay that adopts another relay's log is sure only once that relay has read on [DESIGN-04] [OPEN-097]", async () => {
  const { first, second } = await startRelays()
  first.inbox.fill(3)
  const one = await first.connected({ sub: 'usr_lena' })
  const begun = await one.subscribe()
  await first.rounds()
  first.inbox.takeAsked()
  const goOn = first.inbox.hold(() => true)
  await vi.waitFor(() => expect(first.inbox.asked).not.toEqual([]), soon)
  const other = await second.connected({ sub: 'usr_dana' })
  expect(epochOf(await other.subscribe())).toBe(epochOf(begun))
  await second.rounds(2)
  expect(other.upstreams).toEqual([false])
  goOn()
  await vi.waitFor(() => expect(other.upstreams).toEqual([false, true]), soon)
})

test('relay keeps the lease while it reads a long list [DESIGN-04] [OPEN-098]', async () => {
  const { redis, first } = await startRelays()
  first.inbox.fill(500)
  const goOn = first.inbox.hold((asked) => asked === 'conversations 5')
  const one = await first.connected({ sub: 'usr_lena' })
  void one.subscribe()
  await vi.waitFor(() => expect(first.inbox.asked).toContain('conversations 5'), soon)
  await redis.admin.del(LEASE)
  const end = first.inbox.hold((asked) => asked === 'conversations 9')
  goOn()
  await vi.waitFor(() => expect(first.inbox.asked).toContain('conversations 9'), soon)
  expect(await redis.admin.exists(LEASE)).toBe(1)
  end()
})

test('relay that loses the lease while it reads a long list begins no log [DESIGN-04] [OPEN-098]', async () => {
  const { redis, first } = await startRelays()
  first.inbox.fill(500)
  const goOn = first.inbox.hold((asked) => asked === 'conversations 5')
  const one = await first.connected({ sub: 'usr_lena' })
  const answer = one.subscribe()
  await vi.waitFor(() => expect(first.inbox.asked).toContain('conversations 5'), soon)
  const holder = { id: 'another', rounds: 1, epoch: 'of another', head: 0 }
  await redis.admin.set(LEASE, JSON.stringify(holder))
  goOn()
  expect(await answer).toMatchObject({ ok: false, code: 'unavailable' })
  expect(first.inbox.asked).not.toContain('conversations 9')
})
