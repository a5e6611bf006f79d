import { expect, test, vi } from 'vitest'
import { KEY } from '../test/redis-logs.ts'
import type { RedisServer } from '../test/redis-server.ts'
import { hasAll, ORG, startTwoRelays } from '../test/two-relays.ts'

const MARKED = 'Marked-Patient-Text'

/** Everything stored in Redis and everything published while this runs. */
async function contents({ admin }: RedisServer): Promise<string> {
  const parts: string[] = []
  for (const key of await admin.keys('*')) {
    const type = await admin.type(key)
    const value =
      type === 'stream'
        ? await admin.xrangeBuffer(key, '-', '+')
        : type === 'hash'
          ? await admin.hgetallBuffer(key)
          : await admin.getBuffer(key)
    parts.push(key, ...bytesOf(value).map((bytes) => bytes.toString('latin1')))
  }
  return parts.join('\n')
}

function bytesOf(value: unknown): Buffer[] {
  if (Buffer.isBuffer(value)) return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(bytesOf)
  return []
}

async function dumpOf(keys: readonly Buffer[]): Promise<string> {
  const two = await startTwoRelays({ keys: [keys, keys] })
  const said: string[] = []
  const monitor = await two.redis.admin.monitor()
  monitor.on('monitor', (_time: string, args: string[]) => said.push(...args))
  const [one, other] = await two.screens()
  await one.watch('con_1')
  await one.socket.emitWithAck('presence', { organizationId: ORG, conversationId: 'con_1', state: 'replying' })
  await two.first.change(ORG, { key: MARKED, data: { text: MARKED } }, { audience: 'staff:usr_dana', data: [MARKED] })
  await two.second.change(ORG, { data: { text: MARKED } })
  await one.reach(3)
  await hasAll(other, 3)
  await vi.waitFor(async () => expect(await two.redis.admin.xlen(`foyer:{${ORG}}:log`)).toBe(3))
  await vi.waitFor(() => expect(said.join()).toContain('con_1'))
  monitor.disconnect()
  return [await contents(two.redis), ...said].join('\n')
}

test('relays with REDIS_DATA_KEY put no readable word of a patient into Redis [OPEN-098]', async () => {
  expect(await dumpOf([KEY])).not.toContain(MARKED)
})

test("dump finds a patient's word when no key is set [OPEN-098]", async () => {
  expect(await dumpOf([])).toContain(MARKED)
})

test('relays lose no event while the data key is rotated on one relay at a time [OPEN-098]', async () => {
  const newer = Buffer.alloc(32, 9)
  const two = await startTwoRelays({
    keys: [
      [newer, KEY],
      [KEY, newer],
    ],
  })
  const [one, other] = await two.screens()
  for (let index = 0; index < 10; index += 1) await (index % 2 ? two.first : two.second).change(ORG, {})
  await hasAll(one, 10)
  await hasAll(other, 10)
  expect(await two.second.metric('relay_redis_unreadable_total')).toBe(0)
})

test('relay with another key reads nothing from Redis and still sends its clients everything [OPEN-097]', async () => {
  const two = await startTwoRelays({ keys: [[KEY], [Buffer.alloc(32, 9)]] })
  const [one, other] = await two.screens()
  for (let index = 0; index < 10; index += 1) await two.change({}, {})
  await hasAll(one, 20)
  await hasAll(other, 20)
})
