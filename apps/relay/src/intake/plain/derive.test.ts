import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { describe, expect, test, vi } from 'vitest'
import { startPlainWorld } from '../../../test/plain-world.ts'
import type { Screen } from '../../../test/screen.ts'

const told = (screen: Screen) => screen.heard().map(({ type, key }) => `${type} ${key}`)

describe('deriving from an inbox service without a change feed', () => {
  test('emits a change within one interval, once, with counts and a sequence number [DESIGN-04]', async () => {
    const world = await startPlainWorld()
    const ids = world.inbox.fill(3)
    world.inbox.change(ids[0] ?? '', { unreadCount: 2 })
    const screen = await world.connected()
    const begun = await screen.subscribe()
    expect(begun).toMatchObject({ ok: true, head: 0, resync: true, counts: { unreadMessages: 2 } })
    world.inbox.text('org_cedar-1', 'Is my refill ready?')
    await world.rounds()
    await screen.reach(1)
    const [listed] = world.inbox.listed('org_cedar')
    expect(screen.heard()).toEqual([
      {
        ...{ epoch: begun.ok && begun.epoch, organizationId: 'org_cedar', seq: 1, audience: 'organization' },
        ...{ type: 'conversation.changed', key: 'org_cedar-1', at: expect.any(String) },
        counts: { ...noCounts, unreadMessages: 3 },
        data: { ...listed, version: 1 },
      },
    ])
    await world.rounds(3)
    expect(screen.position()).toBe(1)
  })

  test("emits an open thread's messages and later its additions and changes [DESIGN-04]", async () => {
    const world = await startPlainWorld()
    world.inbox.fill(2)
    const first = world.inbox.text('org_cedar-0', 'Hello')
    const [screen, other] = [await world.connected(), await world.connected({ sub: 'usr_dana' })]
    await screen.subscribe()
    await other.subscribe({ conversationIds: ['org_cedar-1'] })
    await screen.watch('org_cedar-0')
    await world.rounds()
    await world.soon(() => expect(told(screen)).toEqual([`message.changed ${first}`]))
    const second = world.inbox.text('org_cedar-0', 'Anybody?')
    await world.rounds()
    await world.soon(() => expect(told(screen)).toContain(`message.added ${second}`))
    world.inbox.deliver(second)
    await world.rounds()
    await vi.waitFor(() => expect(told(screen).at(-1)).toBe(`message.changed ${second}`))
    const last = screen.heard().at(-1)
    expect(last?.data).toMatchObject({
      conversationId: 'org_cedar-0',
      message: { status: 'delivered', version: last?.seq },
    })
    expect(told(other)).toEqual(['conversation.changed org_cedar-0'])
    await screen.unwatch('org_cedar-0')
    world.inbox.takeAsked()
    await world.rounds()
    expect(world.inbox.takeAsked()).not.toContain('messages org_cedar-0')
  })

  test("finds changes that don't move a conversation to the top by reading further pages in turn [DESIGN-04]", async () => {
    const world = await startPlainWorld()
    const [oldest = ''] = world.inbox.fill(230)
    const screen = await world.connected()
    await screen.subscribe()
    world.inbox.change(oldest, { status: 'resolved' })
    await world.rounds(5)
    await world.soon(() => expect(told(screen)).toEqual([`conversation.changed ${oldest}`]))
    expect(world.inbox.asked.filter((one) => one === 'conversations 5')).toHaveLength(2)
  })

  test('reads further pages when more than one page changes at once [DESIGN-04]', async () => {
    const world = await startPlainWorld()
    const ids = world.inbox.fill(120)
    const screen = await world.connected()
    await screen.subscribe()
    for (const id of ids.slice(0, 70)) world.inbox.text(id, 'All of us')
    await world.rounds()
    await world.soon(() => expect(screen.position()).toBe(70))
    expect(new Set(told(screen)).size).toBe(70)
  })

  test('emits a change once when conversations move while pages are read [DESIGN-04]', async () => {
    const world = await startPlainWorld()
    const ids = world.inbox.fill(120)
    const screen = await world.connected()
    await screen.subscribe()
    const moved = [ids[5], ids[50], ids[69], ids[70]] as string[]
    world.inbox.text(ids[119] ?? '', 'First of all')
    world.inbox.on((asked) => {
      const id = asked === 'conversations 2' && moved.shift()
      if (id) world.inbox.text(id, 'Meanwhile')
    })
    await world.rounds(12)
    world.inbox.on(null)
    await world.rounds(2)
    await world.soon(() => expect(screen.position()).toBe(5))
    expect(told(screen).toSorted()).toEqual(
      [5, 50, 69, 70, 119].map((n) => `conversation.changed ${ids[n]}`).toSorted(),
    )
  })

  test('begins a new epoch, so that clients load again, when a conversation leaves the list [DESIGN-04] [OPEN-096]', async () => {
    const world = await startPlainWorld()
    const ids = world.inbox.fill(60)
    world.inbox.change(ids[3] ?? '', { unreadCount: 4 })
    const screen = await world.connected()
    const before = await screen.subscribe()
    world.inbox.remove(ids[3] ?? '')
    await world.rounds(5)
    expect(screen.heads.every(({ epoch }) => epoch === (before.ok && before.epoch))).toBe(true)
    await world.rounds(10)
    await vi.waitFor(() => expect(screen.heads.at(-1)?.epoch).not.toBe(before.ok && before.epoch))
    const after = await screen.subscribe({ ...(before.ok && { epoch: before.epoch, after: 0 }) })
    expect(after).toMatchObject({ ok: true, head: 0, resync: true, counts: { unreadMessages: 0 } })
  })

  test('emits the other threads when one cannot be read, and clients are told after 9 s [OPEN-097]', async () => {
    const world = await startPlainWorld()
    const ids = world.inbox.fill(4)
    const screen = await world.connected()
    await screen.subscribe({ conversationIds: ids })
    for (const id of ids) world.inbox.text(id, 'Hello')
    world.inbox.faults.refuses = (what) => what === 'messages org_cedar-1'
    await world.rounds()
    await world.soon(() => expect(told(screen)).toHaveLength(7))
    world.inbox.faults.down = true
    for (let second = 0; second < 12; second += 1) {
      world.pass(1_000)
      await screen.watch('org_cedar-0')
    }
    await vi.waitFor(() => expect(screen.upstreams.at(-1)).toBe(false))
    Object.assign(world.inbox.faults, { down: false, refuses: () => false })
    // A failed read is retried after a longer pause each time.
    await vi.waitFor(() => {
      world.pass(1_000)
      expect(screen.upstreams.at(-1)).toBe(true)
    })
    expect(new Set(told(screen)).size).toBe(8)
  })

  test("runs rounds that don't overlap and end with the last client [OPEN-098]", async () => {
    const world = await startPlainWorld()
    world.inbox.fill(30)
    const screen = await world.connected()
    await screen.subscribe()
    world.inbox.takeAsked()
    await world.rounds(10)
    // Each round reads the newest page; two rounds also read the next page, which is empty.
    expect(world.inbox.takeAsked()).toHaveLength(12)
    screen.close()
    await vi.waitFor(async () => expect(await world.metric('relay_sockets')).toBe(0))
    world.pass(300_000)
    await vi.waitFor(async () => expect(await world.metric('relay_organizations_tailed')).toBe(0))
    world.inbox.takeAsked()
    world.pass(60_000)
    expect(world.inbox.takeAsked()).toEqual([])
  })

  test('begins a new epoch when the relay restarts, and refuses events of another API [OPEN-096]', async () => {
    const world = await startPlainWorld()
    world.inbox.fill(2)
    const screen = await world.connected()
    const before = await screen.subscribe()
    const again = await startPlainWorld({ inbox: world.inbox, api: world.api })
    const there = await again.connected()
    const after = await there.subscribe({ ...(before.ok && { epoch: before.epoch, after: before.head }) })
    expect(after).toMatchObject({ ok: true, resync: true })
    expect(after.ok && after.epoch).not.toBe(before.ok && before.epoch)
    expect(await world.tell(world.api.append('org_cedar', {}))).toBe(503)
  })

  test("reads no thread outside the organization's own list, even when a client claims to watch it [DESIGN-04] [SEC-05]", async () => {
    const world = await startPlainWorld()
    world.inbox.fill(1)
    const [foreign = ''] = world.inbox.fill(1, 'org_harbor')
    world.inbox.text(foreign, 'My results are in')
    world.inbox.faults.ignoresOrganization = true
    const screen = await world.connected()
    await screen.subscribe({ conversationIds: [foreign] })
    await world.rounds(2)
    world.inbox.text('org_cedar-0', 'Hello')
    await world.rounds()
    await world.soon(() => expect(told(screen)).toEqual(['conversation.changed org_cedar-0']))
    expect(world.inbox.asked).not.toContain(`messages ${foreign}`)
  })

  test('reads a failed page in the next round, even when the pages before it bring nothing new [OPEN-097]', async () => {
    const world = await startPlainWorld()
    const ids = world.inbox.fill(120)
    const screen = await world.connected()
    await screen.subscribe()
    for (const id of ids.slice(0, 70)) world.inbox.text(id, 'All of us')
    world.inbox.faults.refuses = (what) => what === 'conversations 2'
    await world.rounds()
    world.inbox.faults.refuses = () => false
    await world.rounds()
    await world.soon(() => expect(screen.position()).toBe(70))
  })

  test('emits nothing while ended sessions are unknown, and later what was missed [OPEN-096]', async () => {
    const world = await startPlainWorld()
    world.inbox.fill(2)
    const screen = await world.connected()
    await screen.subscribe()
    world.api.faults.down = true
    await world.rounds(3)
    world.inbox.text('org_cedar-0', 'Is anybody there?')
    for (let second = 0; second < 10; second += 1) {
      world.pass(1_000)
      await screen.watch('org_cedar-0')
    }
    expect(told(screen)).toEqual([])
    await vi.waitFor(() => expect(screen.upstreams.at(-1)).toBe(false))
    world.api.faults.down = false
    await vi.waitFor(() => {
      world.pass(1_000)
      expect(told(screen)).toContain('conversation.changed org_cedar-0')
      expect(screen.upstreams.at(-1)).toBe(true)
    })
  })

  test('begins a new epoch when changes were read and could not be appended [OPEN-096]', async () => {
    const world = await startPlainWorld()
    world.inbox.fill(2)
    const screen = await world.connected()
    const before = await screen.subscribe()
    world.api.faults.down = true
    world.inbox.text('org_cedar-0', 'Is anybody there?')
    world.inbox.on(() => {
      world.inbox.on(null)
      world.pass(5_000)
    })
    await world.rounds()
    world.api.faults.down = false
    await vi.waitFor(() => {
      world.pass(1_000)
      expect(screen.heads.at(-1)?.epoch).not.toBe(before.ok && before.epoch)
    })
    expect(told(screen)).toEqual([])
  })
})
