import { expect, test, vi } from 'vitest'
import { EPOCH, event, run, state } from '../../test/events.ts'
import { openLogs } from '../../test/redis-logs.ts'
import { startRedis } from '../../test/redis-server.ts'
import { ANNOUNCED_BYTES } from './announcement.ts'

const ORG = 'org_cedar'

test('append announces small events in full and larger ones without content [OPEN-097]', async () => {
  const { url, admin } = await startRedis()
  const [one, other] = await Promise.all([openLogs({ url }), openLogs({ url })])
  await one.redis.replace(ORG, state(run(1, 3)))
  const heard: number[] = []
  const said: string[] = []
  await other.redis.tail(ORG, (change) => {
    if (change.kind === 'appended') heard.push(...change.events.map(({ seq }) => seq))
  })
  await other.link.subscribe(`foyer:{${ORG}}:changes`, (message) => void said.push(`${message}`))
  const readings = async () => Number(/cmdstat_xrange:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1] ?? 0)

  await one.redis.append(ORG, run(2, 5))
  await one.redis.append(ORG, [event(6, { data: 'x'.repeat(ANNOUNCED_BYTES - 1_000) })])
  await vi.waitFor(() => expect(heard).toEqual([4, 5, 6]))
  expect(await readings()).toBe(0)

  await one.redis.append(ORG, [event(7, { data: 'x'.repeat(ANNOUNCED_BYTES) })])
  await vi.waitFor(() => expect(heard).toEqual([4, 5, 6, 7]))
  expect(await readings()).toBe(1)

  // Relays of older releases read the first three words only.
  expect(said.map((text) => text.split(' ').slice(0, 3))).toEqual(
    [5, 6, 7].map((head) => ['appended', `${head}`, EPOCH]),
  )
  expect(said.map((text) => text.split('\n')[0]?.split(' ').length)).toEqual([5, 4, 3])
})
