import type { Audience } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { ORIGIN } from '../../test/fake-api.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

const to = (visitorId: string): { audience: Audience; type: string } => ({
  audience: `visitor:${visitorId}`,
  type: 'thing.said',
})

describe('handshake of visitors', () => {
  test("visitors' handshake opens a socket for a valid token and refuses a missing, bad or expired one [SEC-01] [INBOX-02]", async () => {
    const world = await startWorld()
    expect(await world.chat(await world.api.visitorToken()).opened()).toBe('connected')
    expect(await world.metric('relay_visitors')).toBe(1)
    const bad = [
      undefined,
      42,
      'not a token',
      await world.api.visitorToken({ ttlS: -1 }),
      await world.api.visitorToken({ aud: 'elsewhere' }),
      await world.api.visitorToken({ iss: 'http://elsewhere.test' }),
    ]
    for (const token of bad) expect(await world.chat(token).opened()).toBe('unauthenticated')
    expect(await world.metric('relay_visitors')).toBe(1)
  })

  test("visitors' namespace refuses staff tokens, and the staff's namespace refuses visitors' tokens [SEC-01]", async () => {
    const world = await startWorld()
    expect(await world.chat(await world.api.token()).opened()).toBe('unauthenticated')
    expect(await world.screen(await world.api.visitorToken()).opened()).toBe('unauthenticated')
  })

  test.each(['websocket', 'polling'])(
    "visitors' handshake refuses a socket from another origin over %s [OPEN-096]",
    async (transport) => {
      const world = await startWorld()
      const token = await world.api.visitorToken()
      const options = { transports: [transport] }
      expect(await world.chat(token, { ...options, origin: 'http://clinic.test' }).opened()).not.toBe('connected')
      expect(await world.chat(token, { ...options, origin: ORIGIN }).opened()).toBe('connected')
    },
  )

  test("visitors' handshake limits the sockets of a visitor and frees a slot when one closes [OPEN-096]", async () => {
    const world = await startWorld()
    const first = await world.chatting()
    for (let more = 0; more < 4; more++) await world.chatting()
    const token = await world.api.visitorToken()
    expect(await world.chat(token).opened()).toBe('rate_limited')
    expect(await world.chat(await world.api.visitorToken({ sub: 'visitor_b' })).opened()).toBe('connected')
    first.close()
    await expect.poll(() => world.metric('relay_visitors')).toBe(5)
    expect(await world.chat(token).opened()).toBe('connected')
  })

  test("visitors' handshake refuses a socket while the log cannot be loaded [OPEN-096]", async () => {
    const world = await startWorld()
    world.api.faults.feedDown = true
    const token = await world.api.visitorToken()
    expect(await world.chat(token).opened()).toBe('unavailable')
    world.api.faults.feedDown = false
    expect(await world.chat(token).opened()).toBe('connected')
  })
})

describe('events of visitors', () => {
  test('visitor receives its own events and none of other logs, staff or visitors [SEC-05] [INBOX-02]', async () => {
    const world = await startWorld()
    const [mine, theirs] = [await world.chatting(), await world.chatting({ sub: 'visitor_b' })]
    const elsewhere = await world.chatting({ organizationId: 'org_lakeside' })
    const lena = await world.connected({ sub: 'visitor_a' })
    await lena.subscribe({ conversationIds: ['visitor_a'] })
    await world.change(
      'org_cedar',
      { audience: 'organization' },
      { audience: 'conversation:visitor_a' },
      { audience: 'staff:visitor_a' },
      { ...to('visitor_a'), key: 'm1', data: { text: 'For you' } },
      { ...to('visitor_b'), key: 'm2', data: { text: 'For another' } },
    )
    await vi.waitFor(() => expect(theirs.received).toHaveLength(1))
    await lena.reach(5)
    expect(mine.received).toEqual([
      ['events', { events: [{ type: 'thing.said', key: 'm1', data: { text: 'For you' } }] }],
    ])
    expect(elsewhere.received).toEqual([])
    expect(lena.heard().map(({ audience }) => audience)).toEqual([
      'organization',
      'conversation:visitor_a',
      'staff:visitor_a',
    ])
  })

  test("each of a visitor's screens receives an event after its connect exactly once [OPEN-097]", async () => {
    const world = await startWorld()
    const [first, second] = [await world.chatting(), await world.chatting()]
    for (let number = 1; number <= 5; number++)
      await world.change('org_cedar', { ...to('visitor_a'), data: { number } })
    for (const page of [first, second])
      await vi.waitFor(() =>
        expect(page.received.flatMap(([, heard]) => (heard as { events: { data: unknown }[] }).events)).toMatchObject(
          [1, 2, 3, 4, 5].map((number) => ({ data: { number } })),
        ),
      )
  })

  test("visitor's page is told to reload when the epoch changes [OPEN-097]", async () => {
    const world = await startWorld()
    const page = await world.chatting()
    await world.change('org_cedar', {})
    world.api.begin('org_cedar', 'another')
    await world.change('org_cedar', { epoch: 'another' })
    await vi.waitFor(() => expect(page.received).toEqual([['reread', {}]]))
  })

  test('relay follows an organization as long as a visitor is connected to it [OPEN-096]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting({ ttlS: 3600 })
    clock.advance(301_000)
    await world.change('org_cedar', to('visitor_a'))
    await vi.waitFor(() => expect(page.received.map(([name]) => name)).toContain('events'))
    page.close()
    await expect.poll(() => world.metric('relay_visitors')).toBe(0)
    clock.advance(301_000)
    await expect.poll(() => world.metric('relay_organizations_tailed')).toBe(0)
  })

  test('visitor receives upstream false while the relay is unsure [OPEN-096]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting()
    world.api.faults.down = true
    await vi.waitFor(() => {
      clock.advance(2_000)
      expect(page.received).toContainEqual(['upstream', { ok: false }])
    })
    world.api.faults.down = false
    await vi.waitFor(() => {
      clock.advance(2_000)
      expect(page.received.at(-1)).toEqual(['upstream', { ok: true }])
    })
  })
})

describe('messages and shutdown of visitors', () => {
  test('relay answers every message of a visitor and acts on none [OPEN-096]', async () => {
    const world = await startWorld({ config: { maxMessagesPerMinute: 3 } })
    const page = await world.chatting()
    const words: [string, ...unknown[]][] = [
      ['subscribe', { organizationId: 'org_cedar' }],
      ['watch', { organizationId: 'org_cedar', conversationId: 'c1' }],
      ['join', 'visitor:visitor_b'],
    ]
    for (const [name, ...rest] of words) expect(await page.ask(name, ...rest)).toEqual({ ok: false, code: 'not_valid' })
    expect(await page.ask('join')).toMatchObject({ ok: false, code: 'rate_limited' })
    await world.change('org_cedar', {}, to('visitor_b'))
    await world.change('org_cedar', to('visitor_a'))
    await vi.waitFor(() => expect(page.received).toHaveLength(1))
  })

  test('relay disconnects a visitor that sends more than 64 kB [OPEN-096]', async () => {
    const world = await startWorld()
    const page = await world.chatting()
    page.socket.emit('x', 'x'.repeat(70_000))
    await vi.waitFor(() => expect(page.closed).not.toBeNull())
  })

  test("visitor's socket closes when its token expires [OPEN-096]", async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting({ ttlS: 600 })
    clock.advance(599_000)
    await page.ask('still here?')
    expect(page.closed).toBeNull()
    clock.advance(1_000)
    await vi.waitFor(() => expect(page.closed).toBe('io server disconnect'))
    expect(await world.metric('relay_visitors')).toBe(0)
  })

  test('draining relay disconnects visitors, refuses new ones and leaves no timer [OPEN-096]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting()
    await world.relay.stop()
    await vi.waitFor(() => expect(page.closed).toBe('io server disconnect'))
    expect(clock.waiting).toBe(0)
  })
})
