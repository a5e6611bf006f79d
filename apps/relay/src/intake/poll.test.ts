import { expect, test, vi } from 'vitest'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

test('[DESIGN-04] without webhooks the feed is waited at, and a change reaches the screens at once', async () => {
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

test('[DESIGN-04] a feed that fails is asked again after a pause, and not at once', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock, config: { inboxSource: 'poll', windowMs: 0 } })
  const screen = await world.connected()
  await screen.subscribe()
  await vi.waitFor(() => expect(world.api.asked.feed).toBe(2))
  world.api.faults.feedDown = true
  world.api.append('org_cedar', {})
  await screen.reach(1)
  clock.advance(0)
  await vi.waitFor(() => expect(world.api.asked.feed).toBe(3))
  await screen.watch('con_1')
  clock.advance(900)
  await screen.watch('con_2')
  expect(world.api.asked.feed).toBe(3)
  world.api.faults.feedDown = false
  world.api.append('org_cedar', {})
  clock.advance(100)
  await screen.reach(2)
})
