import type { Audience } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { ORIGIN } from '../../test/fake-api.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

const to = (visitorId: string): { audience: Audience; type: string } => ({
  audience: `visitor:${visitorId}`,
  type: 'thing.said',
})

describe('who may hear', () => {
  test('[SEC-01] [INBOX-02] a good token opens a socket; none, a bad one and an old one open none', async () => {
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

  test("[SEC-01] a token of the staff opens no visitor's door, nor a visitor's theirs", async () => {
    const world = await startWorld()
    expect(await world.chat(await world.api.token()).opened()).toBe('unauthenticated')
    expect(await world.screen(await world.api.visitorToken()).opened()).toBe('unauthenticated')
  })

  test.each(['websocket', 'polling'])('[OPEN-096] another origin opens no socket: %s', async (transport) => {
    const world = await startWorld()
    const token = await world.api.visitorToken()
    const options = { transports: [transport] }
    expect(await world.chat(token, { ...options, origin: 'http://clinic.test' }).opened()).not.toBe('connected')
    expect(await world.chat(token, { ...options, origin: ORIGIN }).opened()).toBe('connected')
  })

  test('[OPEN-096] a visitor holds so many sockets, and a closed one makes room', async () => {
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

  test('[OPEN-096] a log that cannot be loaded opens no socket that would hear nothing', async () => {
    const world = await startWorld()
    world.api.faults.feedDown = true
    const token = await world.api.visitorToken()
    expect(await world.chat(token).opened()).toBe('unavailable')
    world.api.faults.feedDown = false
    expect(await world.chat(token).opened()).toBe('connected')
  })
})

describe('what is heard', () => {
  test('[SEC-05] [INBOX-02] a visitor hears what is for them, and nothing of the log, the staff or anybody else', async () => {
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
    await vi.waitFor(() => expect(theirs.told).toHaveLength(1))
    await lena.reach(5)
    expect(mine.told).toEqual([['events', { events: [{ type: 'thing.said', key: 'm1', data: { text: 'For you' } }] }]])
    expect(elsewhere.told).toEqual([])
    expect(lena.heard().map(({ audience }) => audience)).toEqual([
      'organization',
      'conversation:visitor_a',
      'staff:visitor_a',
    ])
  })

  test('[OPEN-097] what is said after the connect is heard: several screens of one visitor, each once', async () => {
    const world = await startWorld()
    const [first, second] = [await world.chatting(), await world.chatting()]
    for (let number = 1; number <= 5; number++)
      await world.change('org_cedar', { ...to('visitor_a'), data: { number } })
    for (const page of [first, second])
      await vi.waitFor(() =>
        expect(page.told.flatMap(([, heard]) => (heard as { events: { data: unknown }[] }).events)).toMatchObject(
          [1, 2, 3, 4, 5].map((number) => ({ data: { number } })),
        ),
      )
  })

  test('[OPEN-097] another life of the log: the page is told to read again', async () => {
    const world = await startWorld()
    const page = await world.chatting()
    await world.change('org_cedar', {})
    world.api.begin('org_cedar', 'another')
    await world.change('org_cedar', { epoch: 'another' })
    await vi.waitFor(() => expect(page.told).toEqual([['reread', {}]]))
  })

  test('[OPEN-096] an organization is followed for as long as a visitor hears it', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting({ ttlS: 3600 })
    clock.advance(301_000)
    await world.change('org_cedar', to('visitor_a'))
    await vi.waitFor(() => expect(page.told.map(([name]) => name)).toContain('events'))
    page.close()
    await expect.poll(() => world.metric('relay_visitors')).toBe(0)
    clock.advance(301_000)
    await expect.poll(() => world.metric('relay_organizations_tailed')).toBe(0)
  })

  test('[OPEN-096] a relay that is not sure says so', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting()
    world.api.faults.down = true
    await vi.waitFor(() => {
      clock.advance(2_000)
      expect(page.told).toContainEqual(['upstream', { ok: false }])
    })
    world.api.faults.down = false
    await vi.waitFor(() => {
      clock.advance(2_000)
      expect(page.told.at(-1)).toEqual(['upstream', { ok: true }])
    })
  })
})

describe('what is said, and how it ends', () => {
  test('[OPEN-096] nothing that a visitor says means anything, and every word is answered', async () => {
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
    await vi.waitFor(() => expect(page.told).toHaveLength(1))
  })

  test('[OPEN-096] a message of more than 64 kB ends the connection', async () => {
    const world = await startWorld()
    const page = await world.chatting()
    page.socket.emit('x', 'x'.repeat(70_000))
    await vi.waitFor(() => expect(page.closed).not.toBeNull())
  })

  test('[OPEN-096] a socket lives no longer than its token', async () => {
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

  test('[OPEN-096] a relay that stops sends visitors elsewhere and lets none in; no timer is left', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const page = await world.chatting()
    await world.relay.stop()
    await vi.waitFor(() => expect(page.closed).toBe('io server disconnect'))
    expect(clock.waiting).toBe(0)
  })
})
