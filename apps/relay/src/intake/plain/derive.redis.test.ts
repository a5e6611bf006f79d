import { expect, test, vi } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { startPlainWorld } from '../../../test/plain-world.ts'
import { KEY } from '../../../test/redis-logs.ts'
import { startRedis } from '../../../test/redis-server.ts'
import type { Screen } from '../../../test/screen.ts'

async function startTwo() {
  const redis = await startRedis()
  const config = { redis: { url: redis.url, dataKeys: [KEY] } }
  const clock = createManualClock()
  const first = await startPlainWorld({ config, clock })
  const second = await startPlainWorld({ config, clock, inbox: first.inbox, api: first.api })
  first.inbox.fill(3)
  const one = await first.connected({ sub: 'usr_lena' })
  const begun = await one.subscribe()
  await vi.waitFor(async () => expect(await redis.admin.exists('foyer:{org_cedar}:head')).toBe(1))
  const other = await second.connected({ sub: 'usr_dana' })
  const joined = await other.subscribe()
  return { redis, first, second, clock, one, other, epochs: [epochOf(begun), epochOf(joined)] }
}

const epochOf = (answer: Awaited<ReturnType<Screen['subscribe']>>) => (answer.ok ? answer.epoch : answer.code)
const deliveredTo = (screen: Screen) => screen.heard().map(({ seq, key }) => `${seq} ${key}`)

test('[DESIGN-04] [OPEN-098] of two relays one derives, and the screens of both hear the same log', async () => {
  const { first, clock, one, other, epochs } = await startTwo()
  expect(epochs[1]).toBe(epochs[0])
  first.inbox.takeAsked()
  for (const id of ['org_cedar-1', 'org_cedar-2']) {
    first.inbox.text(id, 'Hello')
    await first.rounds()
  }
  await one.reach(2)
  await other.reach(2)
  expect(deliveredTo(other)).toEqual(deliveredTo(one))
  // Two rounds of one relay, each of which looked for more behind what was new.
  expect(first.inbox.takeAsked()).toHaveLength(4)
  // The other one is sure by the rounds of the first.
  for (let second = 0; second < 14; second += 1) {
    clock.advance(1_000)
    await other.watch('org_cedar-0')
    await one.watch('org_cedar-0')
  }
  expect(other.upstreams).not.toContain(false)
})

test('[DESIGN-04] [OPEN-097] when the one that derives is gone, the other begins a log of its own', async () => {
  const { first, second, clock, other, epochs } = await startTwo()
  await first.relay.stop()
  first.inbox.text('org_cedar-1', 'Anybody there?')
  await vi.waitFor(
    async () => {
      clock.advance(2_000)
      await other.watch('org_cedar-0')
      expect(other.heads.at(-1)?.epoch).not.toBe(epochs[0])
    },
    { timeout: 15_000, interval: 50 },
  )
  const again = await other.subscribe({ epoch: epochs[0] ?? '', after: 0 })
  expect(again).toMatchObject({ ok: true, resync: true, counts: { unreadMessages: 1 } })
  first.inbox.text('org_cedar-2', 'Hello')
  await second.rounds()
  await vi.waitFor(() => expect(deliveredTo(other).at(-1)).toMatch(/org_cedar-2$/))
})

test('[OPEN-098] without their Redis each goes on with a log of its own, and with it they have one again', async () => {
  const { redis, first, second, clock, one, other } = await startTwo()
  await redis.kill()
  await vi.waitFor(
    async () => {
      clock.advance(1_000)
      expect(await Promise.all([first, second].map((world) => world.metric('relay_redis_up')))).toEqual([0, 0])
    },
    { timeout: 8_000, interval: 20 },
  )
  const next = async () => {
    clock.advance(2_000)
    const answers = await Promise.all([one.subscribe(), other.subscribe()])
    return answers.map(epochOf)
  }
  await vi.waitFor(
    async () => {
      const [left, right] = await next()
      expect(right).not.toBe(left)
    },
    { timeout: 15_000, interval: 50 },
  )
  await redis.start()
  await vi.waitFor(
    async () => {
      const [left, right] = await next()
      expect(right).toBe(left)
    },
    { timeout: 15_000, interval: 50 },
  )
})
