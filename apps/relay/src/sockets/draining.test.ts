import { expect, test, vi } from 'vitest'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

test('draining relay announces it, reports not ready, refuses sockets, and ends once the clients have left [OPEN-096]', async () => {
  const world = await startWorld({ clock: createManualClock() })
  const screen = await world.connected()
  const draining = new Promise((resolve) => screen.socket.once('draining', resolve))
  const stopped = world.relay.stop()
  expect(await draining).toEqual({ withinMs: 5_000 })
  const ready = await fetch(`${world.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { draining: true } }])
  expect(ready.headers.get('retry-after')).toBe('1')
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
  expect(await world.screen(await world.api.token()).opened()).toBe('unavailable')
  screen.close()
  await stopped
})

test('draining relay disconnects the clients that do not leave [OPEN-096]', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock })
  const screen = await world.connected()
  const stopped = world.relay.stop()
  await vi.waitFor(() => expect(screen.received).toContain('draining'))
  clock.advance(4_999)
  expect(screen.closed).toBeNull()
  clock.advance(1)
  await stopped
  await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
})

test('draining relay leaves no timer behind when it has stopped [OPEN-096]', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock })
  const screen = await world.connected()
  await screen.subscribe()
  screen.close()
  await world.relay.stop()
  expect(clock.waiting).toBe(0)
})
