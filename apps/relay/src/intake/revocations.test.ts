import { describe, expect, test, vi } from 'vitest'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

const at = '2026-11-17T15:00:00.000Z'
const session = { id: 'rev_1', sid: 'ses_1', sub: 'usr_lena', at }
const PATH = '/relay/webhooks/revocations'

describe('revocations', () => {
  test('posted revocation ends the sockets of its session only [OPEN-096]', async () => {
    const world = await startWorld()
    const ended = await world.connected({ sid: 'ses_1' })
    const other = await world.connected({ sid: 'ses_2' })
    expect(await world.post(PATH, { revocations: [session] })).toBe(204)
    await vi.waitFor(() => expect(ended.closed).toBe('io server disconnect'))
    expect(await other.subscribe()).toMatchObject({ ok: true })
    expect(await world.screen(await world.api.token({ sid: 'ses_1' })).opened()).toBe('unauthenticated')
  })

  test("user's revocation refuses all older tokens and accepts a newer one [OPEN-096]", async () => {
    const clock = createManualClock(at)
    const world = await startWorld({ clock })
    const old = await world.api.token({ sid: 'ses_2' })
    const first = await world.connected({ sid: 'ses_1' })
    await world.post(PATH, { revocations: [{ ...session, sid: null }] })
    await vi.waitFor(() => expect(first.closed).toBe('io server disconnect'))
    expect(await world.screen(old).opened()).toBe('unauthenticated')
    clock.advance(1_000)
    expect(await world.screen(await world.api.token({ sid: 'ses_3' })).opened()).toBe('connected')
  })

  test('starting relay loads the revocations of the last token lifetime before it accepts a socket [OPEN-096]', async () => {
    const clock = createManualClock(at)
    const first = await startWorld({ clock })
    const { api } = first
    api.revocations.push(session)
    api.faults.down = true
    const world = await startWorld({ clock, config: { apiUrl: api.url } })
    expect(await world.screen(await api.token()).opened()).toBe('unavailable')
    expect(world.relay.health()).toMatchObject({ ready: false, checks: { upstream: false, keys: false } })
    api.faults.down = false
    clock.advance(2_000)
    await vi.waitFor(() => expect(world.relay.health().ready).toBe(true))
    expect(await world.screen(await api.token({ sid: 'ses_1' })).opened()).toBe('unauthenticated')
    expect(await world.screen(await api.token({ sid: 'ses_2' })).opened()).toBe('connected')
  })

  test('revocation ends the sockets within 5 s when its webhook is lost [OPEN-096]', async () => {
    const clock = createManualClock(at)
    const world = await startWorld({ clock })
    const screen = await world.connected()
    world.api.revocations.push(session)
    clock.advance(2_000)
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
  })

  test('relay that was cut off passes events on only after it knows which sessions ended meanwhile [OPEN-096]', async () => {
    const clock = createManualClock(at)
    const world = await startWorld({ clock })
    const { api, tell } = world
    const [ended, other] = [await world.connected({ sid: 'ses_1' }), await world.connected({ sid: 'ses_2' })]
    for (const screen of [ended, other]) expect(await screen.subscribe()).toMatchObject({ ok: true })
    api.faults.down = true
    clock.advance(5_000)
    api.revocations.push(session)
    expect(await tell(api.append('org_cedar', {}))).toBe(503)

    api.faults.down = false
    expect(await tell(api.append('org_cedar', {}))).toBe(204)
    await other.reach(2)
    await vi.waitFor(() => expect(ended.closed).toBe('io server disconnect'))
    expect(ended.heard()).toEqual([])
  })

  test('revoked token cannot be renewed [OPEN-096]', async () => {
    const world = await startWorld()
    const screen = await world.connected({ sid: 'ses_2' })
    await world.post(PATH, { revocations: [session] })
    const token = await world.api.token({ sid: 'ses_1' })
    expect(await screen.socket.emitWithAck('auth.renew', { token })).toEqual({ ok: false, code: 'unauthenticated' })
  })
})
