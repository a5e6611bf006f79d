import { describe, expect, test, vi } from 'vitest'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

async function startAtNoon() {
  const clock = createManualClock('2026-11-17T12:00:00.000Z')
  return { clock, world: await startWorld({ clock }) }
}

describe('token lifetime', () => {
  test('relay asks for a new token 60 s before expiry and closes the socket at expiry [OPEN-096]', async () => {
    const { clock, world } = await startAtNoon()
    const screen = await world.connected({ ttlS: 300 })
    const expiring = new Promise((resolve) => screen.socket.once('auth.expiring', resolve))
    clock.advance(239_000)
    await screen.subscribe()
    expect(screen.received).not.toContain('auth.expiring')
    clock.advance(1_000)
    expect(await expiring).toEqual({ expiresAt: '2026-11-17T12:05:00.000Z' })
    clock.advance(59_000)
    await screen.subscribe()
    expect(screen.closed).toBeNull()
    clock.advance(1_000)
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
  })

  test('relay keeps the socket open when the token is renewed [OPEN-096]', async () => {
    const { clock, world } = await startAtNoon()
    const screen = await world.connected({ ttlS: 300 })
    clock.advance(250_000)
    const renewed = await screen.socket.emitWithAck('auth.renew', { token: await world.api.token({ ttlS: 300 }) })
    expect(renewed).toEqual({ ok: true, expiresAt: '2026-11-17T12:09:10.000Z' })
    clock.advance(200_000)
    expect(await screen.subscribe()).toMatchObject({ ok: true })
    clock.advance(100_000)
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
  })

  test("renewal fails for a bad token and for another user's token [OPEN-096]", async () => {
    const { world } = await startAtNoon()
    const screen = await world.connected()
    const refused = { ok: false, code: 'unauthenticated' }
    for (const token of ['nonsense', await world.api.token({ sub: 'usr_dana' }), await world.api.token({ ttlS: -1 })]) {
      expect(await screen.socket.emitWithAck('auth.renew', { token })).toEqual(refused)
    }
  })

  test('renewal ends the subscription when the new token no longer names the organization [OPEN-096]', async () => {
    const { world } = await startAtNoon()
    const screen = await world.connected({ organizations: ['org_cedar', 'org_harbor'] })
    await screen.subscribe()
    const token = await world.api.token({ organizations: ['org_harbor'] })
    expect(await screen.socket.emitWithAck('auth.renew', { token })).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
    await world.change('org_cedar', {})
    expect(screen.frames).toEqual([])
  })

  test('relay does not ask for renewal in a loop when a token lives for seconds [OPEN-096]', async () => {
    const { clock, world } = await startAtNoon()
    const screen = await world.connected({ ttlS: 30 })
    await screen.subscribe()
    expect(screen.received).not.toContain('auth.expiring')
    clock.advance(5_000)
    await vi.waitFor(() => expect(screen.received).toContain('auth.expiring'))
  })

  test("relay judges tokens by the API's clock when its own is ten minutes off [OPEN-096]", async () => {
    const clock = createManualClock('2026-11-17T12:10:00.000Z')
    const world = await startWorld({ clock, apiClock: createManualClock('2026-11-17T12:00:00.000Z') })
    const screen = await world.connected({ ttlS: 300 })
    clock.advance(299_000)
    await screen.subscribe()
    expect(screen.closed).toBeNull()
    clock.advance(1_000)
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
  })
})
