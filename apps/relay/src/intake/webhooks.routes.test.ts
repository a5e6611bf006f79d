import { type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Audience } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { event } from '../../test/events.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { sign, startWorld } from '../../test/world.ts'

const seqs = (events: readonly { seq: number }[]) => events.map(({ seq }) => seq)

describe('webhooks', () => {
  test("webhook brings a change to the organization's clients without polling [DESIGN-04] [DESIGN-05]", async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const [lena, dana] = [await world.connected(), await world.connected({ sub: 'usr_dana' })]
    const ruth = await world.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await lena.subscribe()
    await dana.subscribe()
    await ruth.subscribe({ organizationId: 'org_harbor' })
    const { feed } = world.api.asked
    await world.change('org_cedar', { type: 'conversation.changed', data: { lastMessage: 'hello' } })
    for (const screen of [lena, dana]) await screen.reach(1)
    expect(lena.heard()).toMatchObject([{ type: 'conversation.changed', data: { lastMessage: 'hello' } }])
    expect(world.api.asked.feed).toBe(feed)
    await world.change('org_harbor', {})
    await ruth.reach(1)
    expect(ruth.frames).toHaveLength(1)
    expect(ruth.heard()[0]?.organizationId).toBe('org_harbor')
  })

  test('webhook brings the counts as of the change [DESIGN-06]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    await screen.subscribe()
    await world.change('org_cedar', {}, {})
    await screen.reach(2)
    expect(screen.frames[0]?.counts.unreadMessages).toBe(2)
  })

  test('webhooks that arrive twice, late or out of order apply each change once, in order [OPEN-097]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    await screen.subscribe()
    const events = world.api.append('org_cedar', {}, {}, {}, {}, {}, {})
    const [one, two, three, four, five, six] = events
    // The later events open a gap, which the feed fills.
    await world.tell([three!, four!])
    await world.tell([one!, two!])
    await world.tell([two!, three!])
    await world.tell([six!])
    await world.tell([five!])
    await world.tell([one!])
    await screen.reach(6)
    expect(seqs(screen.heard())).toEqual([1, 2, 3, 4, 5, 6])
    expect(world.api.asked.feed).toBe(2)
  })

  test('event of an unknown type and audience from a newer API keeps its place and blocks nothing [OPEN-097]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    await screen.subscribe()
    const more = { room: 1 } as object
    await world.change(
      'org_cedar',
      { type: 'room.opened', data: null, ...more },
      { audience: 'room:1' as Audience },
      { audience: 'rooms' as Audience },
      { counts: { ...noCounts, openRooms: 1 } as Counts },
    )
    await screen.reach(4)
    expect(screen.heard().map(({ seq, type }) => `${seq} ${type}`)).toEqual(['1 room.opened', '4 thing.changed'])
  })

  test('webhook is not acknowledged, and so repeated, when a gap cannot be filled [OPEN-097]', async () => {
    const world = await startWorld({ clock: createManualClock() })
    const screen = await world.connected()
    await screen.subscribe()
    const [, , third] = world.api.append('org_cedar', {}, {}, {})
    world.api.faults.feedDown = true
    expect(await world.tell([third!])).toBe(503)
    world.api.faults.feedDown = false
    expect(await world.tell([third!])).toBe(204)
    await screen.reach(3)
    expect(seqs(screen.heard())).toEqual([1, 2, 3])
  })

  test('late event of an earlier epoch is dropped, and the first event of a new epoch begins it [OPEN-097]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    const old = world.api.append('org_cedar', {}, {})
    await screen.subscribe({ epoch: 'epoch-1', after: 0 })
    world.api.begin('org_cedar', 'epoch-2')
    await world.change('org_cedar', {})
    await vi.waitFor(() => expect(screen.heads.at(-1)).toMatchObject({ epoch: 'epoch-2', head: 1 }))
    expect(await world.tell([{ ...old[1]!, seq: 3 }])).toBe(204)
    expect(await screen.subscribe({ epoch: 'epoch-1', after: 2 })).toMatchObject({
      epoch: 'epoch-2',
      head: 1,
      resync: true,
    })
  })

  test('log is replaced and clients load again when the feed no longer holds the gap [OPEN-097]', async () => {
    const world = await startWorld({ clock: createManualClock() })
    const screen = await world.connected()
    world.api.append('org_cedar', {}, {})
    await screen.subscribe()
    const later = world.api.append('org_cedar', {}, {}, {}, {})
    world.api.logOf('org_cedar').trimmed = 4
    expect(await world.tell([later[3]!])).toBe(204)
    await vi.waitFor(() => expect(screen.heads.at(-1)).toMatchObject({ head: 6 }))
    expect(screen.frames).toEqual([])
    expect(await screen.subscribe({ epoch: 'epoch-1', after: 2 })).toMatchObject({ head: 6, resync: true })
  })

  test('webhook for an organization that is not followed is acknowledged and not stored [OPEN-096]', async () => {
    const world = await startWorld()
    expect(await world.tell([event(1)])).toBe(204)
    expect(await world.metric('relay_events_appended_total')).toBe(0)
    expect(world.api.asked.feed).toBe(0)
  })

  test('webhook is refused with 403 for a bad signature and 401 for a wrong time [OPEN-096]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    await screen.subscribe()
    const events = world.api.append('org_cedar', {})
    const path = '/relay/webhooks/inbox'
    expect(await world.post(path, { events }, { 'webhook-signature': 'v1,bm8=' })).toBe(403)
    expect(await world.post(path, { events }, { 'webhook-id': '' })).toBe(403)
    const old = sign(JSON.stringify({ events }), { at: new Date(clock.now().getTime() - 301_000) })
    expect(await world.post(path, { events }, old)).toBe(401)
    const text = await world.relay.metrics.metrics()
    expect(text).toContain('relay_webhook_failures_total{reason="bad_signature"} 2')
    expect(text).toContain('relay_webhook_failures_total{reason="clock_skew"} 1')
    expect(await world.metric('relay_events_appended_total')).toBe(0)
  })

  test('invalid webhook is answered with 400 that quotes nothing of it [OPEN-096]', async () => {
    const world = await startWorld()
    const body = '{"events":[{"data":"Ada Lovelace"'
    const headers = sign(body, { at: new Date() })
    const answer = await fetch(`${world.url}/relay/webhooks/inbox`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    const problem = await answer.json()
    expect(problem).toMatchObject({ code: 'error', reason: 'not_valid', requestId: expect.any(String) })
    expect(JSON.stringify(problem)).not.toContain('Ada')
    expect(await world.post('/relay/webhooks/inbox', { events: [] })).toBe(400)
    expect(await world.post('/relay/webhooks/elsewhere', {})).toBe(404)
  })

  test('webhook with an accepted id is acknowledged and not processed again [OPEN-097]', async () => {
    const world = await startWorld({ clock: createManualClock() })
    const screen = await world.connected()
    await screen.subscribe()
    const [first, second] = world.api.append('org_cedar', {}, {})
    const at = new Date('2026-11-17T15:00:00.000Z')
    const post = async (one: unknown) => {
      const body = JSON.stringify({ events: [one] })
      const headers = sign(body, { id: 'msg_1', at })
      return (await fetch(`${world.url}/relay/webhooks/inbox`, { method: 'POST', headers, body })).status
    }
    expect([await post(first), await post(first), await post(second)]).toEqual([204, 204, 204])
    expect(await world.metric('relay_events_appended_total')).toBe(1)
  })
})
