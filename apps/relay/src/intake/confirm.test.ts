import { describe, expect, test, vi } from 'vitest'
import { EPOCH } from '../../test/events.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

describe('confirmation', () => {
  test('relay fetches a change within 2 s when its webhook is lost [OPEN-097]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    await screen.subscribe()
    world.api.append('org_cedar', {}, {})
    clock.advance(1_999)
    await screen.watch('con_1')
    expect(screen.frames).toEqual([])
    clock.advance(1)
    await screen.reach(2)
  })

  test("relay's certainty is unaffected when the wall clock is set forwards or backwards [OPEN-097]", async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    await screen.subscribe()
    clock.set(600_000)
    clock.advance(1_000)
    await screen.watch('con_1')
    expect(screen.upstreams).toEqual([true])
    world.api.faults.down = true
    clock.set(-3_600_000)
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1_000)
      await screen.watch('con_1')
    }
    expect(screen.upstreams).toEqual([true, false])
    expect(world.relay.health().ready).toBe(false)
  })

  test('relay confirms all followed organizations in one call [OPEN-097]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    for (const organizationId of ['org_cedar', 'org_harbor', 'org_lakeside']) {
      const screen = await world.connected({ sub: `usr_${organizationId}`, organizations: [organizationId] })
      await screen.subscribe({ organizationId })
    }
    const before = world.api.asked.heads
    clock.advance(2_000)
    await vi.waitFor(() => expect(world.api.asked.heads).toBe(before + 1))
  })

  test('relay sends upstream false and no head after 9 s without confirmation, and both return with it [OPEN-097]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    await screen.subscribe()
    expect(screen.upstreams).toEqual([true])
    world.api.faults.down = true
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1_000)
        await screen.watch('con_1')
      }
    }
    await pass(9)
    expect(screen.upstreams).toEqual([true])
    await pass(1)
    expect(screen.upstreams).toEqual([true, false])
    const heads = screen.heads.length
    await pass(20)
    expect(screen.heads).toHaveLength(heads)
    expect(await world.metric('relay_upstream_lag_seconds')).toBe(30)
    expect(world.relay.health()).toMatchObject({ ready: false, checks: { upstream: false } })
    const late = await world.connected({ sub: 'usr_dana' })
    await late.subscribe()
    await vi.waitFor(() => expect(late.upstreams).toEqual([false]))
    expect(late.heads).toEqual([])

    world.api.faults.down = false
    world.api.append('org_cedar', {})
    await vi.waitFor(async () => {
      clock.advance(1_000)
      await screen.watch('con_1')
      expect(screen.upstreams).toEqual([true, false, true])
    })
    await screen.reach(1)
    clock.advance(4_000)
    await vi.waitFor(() => expect(screen.heads).toHaveLength(heads + 1))
    expect(screen.heads.at(-1)).toMatchObject({ head: 1 })
  })

  test('relay stays sure of the other organizations when one cannot be read [OPEN-097]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const cedar = await world.connected()
    const harbor = await world.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await cedar.subscribe()
    await harbor.subscribe({ organizationId: 'org_harbor' })
    world.api.append('org_cedar', {})
    world.api.faults.feedDown = true
    for (let second = 0; second < 14; second += 1) {
      const { heads } = world.api.asked
      clock.advance(1_000)
      if (second % 2 === 1) await vi.waitFor(() => expect(world.api.asked.heads).toBeGreaterThan(heads))
      await harbor.watch('con_1', 'org_harbor')
    }
    await vi.waitFor(() => expect(cedar.upstreams).toEqual([true, false]))
    expect(harbor.upstreams).toEqual([true])
    // The lag metric counts events that the relay knows of and can't fetch; late events that it fetched don't count.
    expect(await world.metric('relay_upstream_lag_events')).toBe(1)
    world.api.faults.feedDown = false
    clock.advance(2_000)
    await vi.waitFor(() => expect(cedar.upstreams).toEqual([true, false, true]))
    clock.advance(1_000)
    expect(await world.metric('relay_upstream_lag_events')).toBe(0)
  })

  test('relay replaces its log and clients load again when the log is ahead of the API [OPEN-097]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    world.api.append('org_cedar', {}, {}, {}, {}, {})
    await screen.subscribe({ epoch: EPOCH, after: 5 })
    // The API was restored to an older state without a new epoch.
    world.api.logOf('org_cedar').events.splice(2)
    clock.advance(2_000)
    await vi.waitFor(() => expect(screen.heads.at(-1)).toMatchObject({ epoch: EPOCH, head: 2 }))
    expect(await screen.subscribe({ epoch: EPOCH, after: 5 })).toMatchObject({ ok: true, head: 2, resync: true })
    // A new event reuses a sequence number of the old state and must not be dropped as seen.
    await world.change('org_cedar', { key: 'another third' })
    await screen.reach(3)
    expect(screen.heard().at(-1)).toMatchObject({ seq: 3, key: 'another third' })
  })

  test('relay keeps its log when the heads were read before the newest event arrived [OPEN-097]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    world.api.append('org_cedar', {}, {})
    await screen.subscribe({ epoch: EPOCH, after: 2 })
    const heads = screen.heads.length
    world.api.answerHeadsOnceAs('org_cedar', { epoch: EPOCH, head: 1 })
    const asked = world.api.asked.heads
    clock.advance(2_000)
    await vi.waitFor(() => expect(world.api.asked.heads).toBe(asked + 2))
    await screen.watch('con_1')
    expect(screen.heads).toHaveLength(heads)
    expect(world.api.asked.feed).toBe(1)
  })
})
