import type { Audience, Envelope } from '@foyer/contracts/event.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EPOCH } from '../test/events.ts'
import type { Screen } from '../test/screen.ts'
import { startWorld, type World } from '../test/world.ts'
import { audible } from './sockets/audience.rules.ts'

const users = ['usr_lena', 'usr_dana', 'usr_sam', 'usr_omar', 'usr_ana']
const conversations = ['con_1', 'con_2', 'con_3']
const audiences: Audience[] = [
  'organization',
  ...conversations.map(conversationTopic),
  'staff:usr_lena',
  'staff:usr_ana',
]

const who = fc.nat(users.length - 1)
const which = fc.constantFrom(...conversations)
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      drafts: fc.array(
        fc.record({ audience: fc.constantFrom(...audiences), key: fc.constantFrom('a', 'b', 'c', 'd') }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      how: fc.constantFrom('told' as const, 'told' as const, 'lost' as const, 'twice' as const, 'reversed' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subscribe' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('watch' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), who, which }) },
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** A client's copy: the newest event of each type and key, and from where on it is complete, by audience. */
interface Copy {
  screen: Screen
  /** For each audience of the client: it has every event after this sequence number. */
  readonly complete: Map<string, number>
  readonly seen: Envelope[]
}

/** Delivers events to the relay in one of the ways in which webhooks arrive. */
async function deliver(world: World, events: Envelope[], how: 'told' | 'lost' | 'twice' | 'reversed'): Promise<void> {
  if (how === 'lost') return
  const posts = how === 'reversed' ? events.map((one) => [one]).reverse() : [events]
  await Promise.all(posts.map(world.tell))
  if (how === 'twice') await world.tell(events)
}

async function act(world: World, copies: Map<number, Copy>, one: Action): Promise<void> {
  if (one.do === 'append') return deliver(world, world.api.append('org_cedar', ...one.drafts), one.how)
  const copy = copies.get(one.who)
  if (one.do === 'subscribe') {
    copies.set(one.who, await subscribe(world, one.who, one.which, copy))
  } else if (one.do === 'watch' && copy && !copy.complete.has(conversationTopic(one.which))) {
    const watched = await copy.screen.watch(one.which)
    if (watched.ok) copy.complete.set(conversationTopic(one.which), watched.head)
  } else if (one.do === 'drop' && copy) {
    copy.seen.push(...copy.screen.heard())
    copy.screen.close()
    copies.delete(one.who)
  }
}

/** Subscribes on the existing connection from its position, or on a new one without a position. */
async function subscribe(world: World, index: number, conversationId: string, copy: Copy | undefined): Promise<Copy> {
  const screen = copy?.screen ?? (await world.connected({ sub: users[index]! }))
  const after = copy ? screen.position() : undefined
  const heard = copy ? [...copy.seen, ...screen.heard()] : []
  const held = copy?.complete.get(conversationTopic(conversationId))
  const answer = await screen.subscribe({
    ...(after !== undefined && { epoch: EPOCH, after }),
    conversationIds: [conversationId],
  })
  if (!answer.ok) throw new Error(answer.code)
  const isReplayed = 'events' in answer
  const since = isReplayed ? (after ?? 0) : answer.head
  const complete = new Map([
    ['organization', isReplayed ? (copy?.complete.get('organization') ?? since) : since],
    [`staff:${users[index]}`, isReplayed ? (copy?.complete.get(`staff:${users[index]}`) ?? since) : since],
    [conversationTopic(conversationId), isReplayed ? (held ?? since) : since],
  ])
  return { screen, complete, seen: heard }
}

function check(log: readonly Envelope[], { screen, complete, seen }: Copy): void {
  const heard = [...seen, ...screen.heard()]
  expect(new Set(heard.map(({ seq }) => seq)).size).toBe(heard.length)
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map(({ seq }) => seq).sort((left, right) => left - right))
  for (const one of heard) expect(one).toEqual(log[one.seq - 1])
  const newest = new Map(conflate(heard).map(({ key, seq }) => [key, seq]))
  const owed = log.filter(({ seq, audience }) => seq > (complete.get(audience) ?? Number.POSITIVE_INFINITY))
  for (const { key, seq } of conflate(owed)) expect(newest.get(key) ?? 0).toBeGreaterThanOrEqual(seq)
  expect(screen.frames.at(-1)?.counts.unreadMessages ?? log.length).toBe(log.length)
}

describe('whole relay', () => {
  test("each client's copy equals its filtered log after 500 appends, delivered in every way [OPEN-096] [OPEN-097]", async () => {
    for (const actions of fc.sample(fc.array(action, { minLength: 240, maxLength: 240 }), { numRuns: 2, seed: 4 })) {
      const world = await startWorld({ config: { windowMs: 3 } })
      const copies = new Map<number, Copy>()
      for (const one of actions) await act(world, copies, one)
      // The last event arrives and reveals the lost ones before it.
      await world.change('org_cedar', {})
      const { events: log } = world.api.logOf('org_cedar')
      expect(log.length).toBeGreaterThanOrEqual(500)
      expect(copies.size).toBeGreaterThan(2)
      for (const copy of copies.values()) {
        await copy.screen.reach(log.length)
        check(log, copy)
      }
    }
  })

  test('clients continue from their position at another relay when theirs was killed [OPEN-097]', async () => {
    const first = await startWorld()
    const screen = await first.connected()
    await screen.subscribe()
    await first.change('org_cedar', {}, {})
    await screen.reach(2)
    first.api.append('org_cedar', { key: 'same' }, { key: 'same' }, { audience: conversationTopic('con_1') })
    const second = await startWorld({ config: { apiUrl: first.api.url } })
    const again = second.screen(await first.api.token())
    await again.opened()
    await again.subscribe({ epoch: EPOCH, after: screen.position() })
    expect(again.heard().map(({ seq }) => seq)).toEqual([4])
    expect(again.position()).toBe(5)
    expect(audible(again.heard(), { userId: 'usr_lena', watched: new Set() })).toHaveLength(1)
  })

  test('readiness, health and metrics name no person or organization [OPEN-098]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    await screen.subscribe()
    await world.change('org_cedar', { key: 'x' }, { key: 'x', data: { name: 'Ada Lovelace' } })
    await screen.reach(2)
    const get = async (path: string) => {
      const answer = await fetch(`${world.url}${path}`)
      return { status: answer.status, text: await answer.text() }
    }
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
    const { text } = await get('/metrics')
    for (const line of [
      'relay_sockets 1',
      'relay_organizations_tailed 1',
      'relay_events_appended_total 2',
      'relay_frames_delivered_total 1',
      'relay_events_delivered_total 1',
      'relay_events_conflated_total 1',
      'relay_resyncs_total 1',
      'relay_slow_readers_total 0',
      'relay_append_to_write_seconds_count 1',
      'relay_upstream_lag_events 0',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    expect(text).not.toMatch(/Ada|lena|cedar/)
  })
})
