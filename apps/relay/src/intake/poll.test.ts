import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'
import { pauseMs } from './pause.rules.ts'
import { createPoll } from './poll.ts'

test('poll waits at the feed and delivers a change at once without webhooks [DESIGN-04]', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock, config: { inboxSource: 'poll', windowMs: 0 } })
  const screen = await world.connected()
  await screen.subscribe()
  for (let seq = 1; seq <= 3; seq += 1) {
    await vi.waitFor(() => expect(world.api.asked.feed).toBe(1 + seq))
    world.api.append('org_cedar', {})
    await vi.waitFor(() => {
      clock.advance(0)
      expect(screen.position()).toBe(seq)
    })
  }
  expect(screen.heard()).toHaveLength(3)
})

test('poll retries a failed feed after a pause [DESIGN-04]', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock, config: { inboxSource: 'poll', windowMs: 0 } })
  const screen = await world.connected()
  await screen.subscribe()
  await vi.waitFor(() => expect(world.api.waiting).toBe(1))
  const others = clock.waiting
  world.api.faults.feedDown = true
  world.api.append('org_cedar', {})
  await screen.reach(1)
  clock.advance(0)
  // The pause has begun when its timer is scheduled beside the others.
  await vi.waitFor(() => expect([world.api.asked.feed, clock.waiting]).toEqual([3, others + 1]))
  clock.advance(900)
  await screen.watch('con_2')
  expect(world.api.asked.feed).toBe(3)
  world.api.faults.feedDown = false
  world.api.append('org_cedar', {})
  clock.advance(100)
  await screen.reach(2)
})

test('poll keeps one request per organization open, and a change costs only its organization one more [DESIGN-04] [OPEN-098]', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock, config: { inboxSource: 'poll', windowMs: 0 } })
  const ids = Array.from({ length: 50 }, (_, index) => `org_${index}`)
  const screens: Awaited<ReturnType<typeof world.connected>>[] = []
  for (const organizationId of ids) {
    const screen = await world.connected({ sub: `usr_${organizationId}`, organizations: [organizationId] })
    await screen.subscribe({ organizationId })
    screens.push(screen)
  }
  await vi.waitFor(() => expect(world.api.waiting).toBe(50))
  const before = world.api.asked.feed
  world.api.append('org_7', {})
  await vi.waitFor(() => {
    clock.advance(0)
    expect(screens[7]?.position()).toBe(1)
    expect(world.api.waiting).toBe(50)
  })
  expect(world.api.asked.feed).toBe(before + 1)
})

test('pauseMs grows with each failure in a row, plus a random part [OPEN-097]', async () => {
  expect([1, 2, 3, 4, 9].map((failures) => pauseMs(failures, 0))).toEqual([1_000, 2_000, 4_000, 8_000, 8_000])
  expect(pauseMs(2, 0.5)).toBe(2_500)
  const clock = createManualClock()
  let asked = 0
  const await_ = async () => {
    asked += 1
    throw new Error('away')
  }
  const poll = createPoll({ ingest: { await: await_ }, clock, log: pino({ level: 'silent' }), random: () => 0.5 })
  poll.follow('org_cedar')
  const after = async (ms: number) => {
    clock.advance(ms)
    await new Promise((resolve) => setImmediate(resolve))
    return asked
  }
  expect([await after(0), await after(1_249), await after(1)]).toEqual([1, 1, 2])
  expect([await after(2_499), await after(1)]).toEqual([2, 3])
  poll.stop()
  expect([await after(60_000), clock.waiting]).toEqual([3, 0])
})

test('poll ends when an organization is no longer followed [OPEN-098]', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock, config: { inboxSource: 'poll', windowMs: 0 } })
  const screen = await world.connected()
  await screen.subscribe()
  await vi.waitFor(() => expect(world.api.waiting).toBe(1))
  screen.close()
  await vi.waitFor(async () => expect(await world.metric('relay_sockets')).toBe(0))
  clock.advance(300_000)
  await vi.waitFor(() => expect(world.api.waiting).toBe(0))
})
