import { expect, test, vi } from 'vitest'
import { event, run, state } from '../../test/events.ts'
import { openLogs } from '../../test/redis-logs.ts'
import { startRedis } from '../../test/redis-server.ts'

const ORG = 'org_cedar'

test('relay takes nothing from Redis while ended sessions are unknown and gets the events from the API later [OPEN-096]', async () => {
  const { url } = await startRedis()
  let isInformed = true
  const [told, other, cutOff] = await Promise.all([
    openLogs({ url }),
    openLogs({ url }),
    openLogs({ url, isInformed: () => isInformed }),
  ])
  const heads = async () => {
    const all = await Promise.all([told, other, cutOff].map(({ memory }) => memory.head(ORG)))
    return all.map((one) => one?.head)
  }
  for (const { shared } of [told, other, cutOff]) await shared.fill(ORG, async () => state(run(1, 3)))
  await told.shared.append(ORG, [event(4)])
  await vi.waitFor(async () => expect(await heads()).toEqual([4, 4, 4]))

  isInformed = false
  for (let seq = 5; seq <= 12; seq += 1) {
    await told.shared.append(ORG, [event(seq)])
    await vi.waitFor(async () => expect((await heads())[1]).toBe(seq))
  }
  expect(await heads()).toEqual([12, 12, 4])
  // Filling another organization's log does not use Redis either.
  expect(await cutOff.shared.fill('org_harbor', async () => state(run(1, 1)))).toBe('loaded')

  isInformed = true
  await cutOff.shared.append(ORG, [event(5)])
  await told.shared.append(ORG, [event(13)])
  await vi.waitFor(async () => expect(await heads()).toEqual([13, 13, 13]))
})
