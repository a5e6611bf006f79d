import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive, forgetLives, live } from '../../../test/controlled-live.ts'
import { CallError } from '../../api/call-error.ts'
import { startNotifier } from './notifier.actors.ts'
import { REST_MS } from './notifier.machine.ts'
import type { NotificationText } from './notify.rules.ts'

const NOW = '2026-11-19T15:14:00.000Z'
const ORG = 'org_cedar'
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetLives()
  vi.useRealTimers()
})

function openNotifier(
  wishes: Partial<NotificationPreferences> = {},
  { isLeader = true, failure = null as Error | null } = {},
) {
  const kept = { scope: 'mine', sound: false, showText: false, quiet: null, ...wishes } as NotificationPreferences
  const shown: NotificationText[] = []
  const seen = { tones: 0, cleared: 0, reads: 0, watched: new Set<string>(), failure }
  const token = { get: async () => 'token', renew: async () => 'token' }
  const actor = createLive({ token, checkSession: async () => true, organizationId: ORG, random: () => 0 })
  let changed: (preferences: NotificationPreferences) => void = () => undefined
  const stop = startNotifier({
    live: actor,
    organization: { _id: ORG, name: 'Cedar Ridge', timezone: 'America/Chicago' },
    userId: 'usr_lena',
    clock: { now: () => new Date(NOW) },
    tabs: { isLeader: () => isLeader, watched: async () => seen.watched },
    desktop: {
      show: (telling) => shown.push(telling),
      clear: () => {
        seen.cleared += 1
      },
    },
    playTone: async () => {
      seen.tones += 1
    },
    readPreferences: async () => {
      seen.reads += 1
      if (seen.failure) throw seen.failure
      return kept
    },
    countMine: async () => 2,
    onPreferencesChanged: (listener) => {
      changed = listener
      return () => undefined
    },
    open: () => undefined,
    random: () => 0,
  })
  live().comeAlive()
  let seq = 1
  const arrival = (id: string, at = NOW) => {
    seq += 1
    const meta = { epoch: 'e1', organizationId: ORG, seq, audience: 'organization' as const, at, counts: noCounts }
    const data = { ...conversationExample, id, timestamp: at, version: seq }
    return { ...meta, type: 'conversation.changed', key: id, data }
  }
  return {
    shown,
    seen,
    kept,
    stop,
    arrival,
    changed: (wishes: Partial<NotificationPreferences>) => changed({ ...kept, ...wishes }),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** A patient writes, and all effects have run. */
    async comes(id: string) {
      const event = arrival(id)
      const frame = { organizationId: ORG, epoch: 'e1', from: seq - 1, to: seq, counts: noCounts, events: [event] }
      live().tell({ type: 'relay.events', frame })
      await vi.advanceTimersByTimeAsync(0)
    },
    /** Reconnects with more missed events than the relay replays. */
    async missedTooMuch(unreadMessages: number) {
      live().drop()
      await vi.advanceTimersByTimeAsync(1_000)
      live().comeAlive(unreadMessages)
      await vi.advanceTimersByTimeAsync(0)
    },
    async missed(...ids: string[]) {
      live().drop()
      await vi.advanceTimersByTimeAsync(1_000)
      live().tell({ type: 'socket.connected' })
      const asked = live().sent.findLast((message) => message.type === 'subscribe')
      const events = ids.map((id) => arrival(id))
      const reply = { ok: true, epoch: 'e1', head: seq, counts: noCounts, events } as const
      live().tell({ type: 'relay.subscribed', ask: asked!.ask, reply })
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('notifier shows the first arrival at once and those shortly after together [OPEN-097]', async () => {
  const { shown, pass, comes } = openNotifier()
  await pass(0)
  await comes('c1')
  expect(shown.map(({ title }) => title)).toEqual(['New message'])
  for (const id of ['c2', 'c3', 'c4']) await comes(id)
  expect(shown).toHaveLength(1)
  await pass(REST_MS)
  expect(shown.slice(1)).toEqual([{ title: '3 new messages', body: 'Cedar Ridge', conversationId: null }])
  await pass(REST_MS)
  await comes('c5')
  expect(shown).toHaveLength(3)
})

test('notifier sums up missed messages in one notification [OPEN-097]', async () => {
  const { shown, pass, missed } = openNotifier()
  await pass(0)
  await missed(...Array.from({ length: 20 }, (_, one) => `c${one}`))
  expect(shown.map(({ title }) => title)).toEqual(['20 new messages while you were away'])
})

test('notifier shows the unread count when the relay cannot replay the missed events [OPEN-097]', async () => {
  const all = openNotifier({ scope: 'organization', sound: true, showText: true })
  await all.pass(0)
  expect(all.shown, 'who has just come was not away').toEqual([])
  await all.missedTooMuch(1_014)
  expect(all.shown).toEqual([{ title: 'You were away: 1,014 unread now', body: 'Cedar Ridge', conversationId: null }])
  expect([all.seen.tones, all.seen.reads]).toEqual([1, 2])
  await all.missedTooMuch(0)
  expect(all.shown).toHaveLength(1)
  forgetLives()
  const mine = openNotifier()
  await mine.pass(0)
  await mine.missedTooMuch(14)
  expect(mine.shown.map(({ title }) => title)).toEqual(['You were away: 2 unread now for you'])
})

test.each([
  ['when notifications are off', { scope: 'off' }, true],
  ['in quiet hours', { quiet: { from: '00:00', to: '00:00', days: ['thursday'] } }, true],
  ['in a second tab', {}, false],
] as const)('notifier shows no summary %s', async (_, wishes, isLeader) => {
  const { shown, pass, missedTooMuch } = openNotifier(wishes as Partial<NotificationPreferences>, { isLeader })
  await pass(0)
  await missedTooMuch(14)
  expect(shown).toEqual([])
})

test('notifier shows arrivals in one tab only, and none of an open conversation', async () => {
  const follower = openNotifier({}, { isLeader: false })
  await follower.pass(0)
  await follower.comes('c1')
  expect(follower.shown).toEqual([])
  forgetLives()
  const { shown, seen, pass, comes } = openNotifier()
  await pass(0)
  seen.watched.add('c1')
  await comes('c1')
  expect(shown).toEqual([])
  await comes('c2')
  await comes('c3')
  seen.watched.add('c3')
  await pass(REST_MS)
  expect(shown.map(({ conversationId }) => conversationId)).toEqual(['c2'])
})

test('sound follows the same rules as the desktop notification', async () => {
  const { seen, pass, comes } = openNotifier({ sound: true })
  await pass(0)
  await comes('c1')
  expect(seen.tones).toBe(1)
  seen.watched.add('c2')
  await pass(REST_MS)
  await comes('c2')
  expect(seen.tones).toBe(1)
})

test('changed preferences apply at once and are read again after a reconnect', async () => {
  const { kept, seen, shown, pass, comes, changed, missed } = openNotifier()
  await pass(0)
  changed({ scope: 'off' })
  await comes('c1')
  expect([seen.reads, shown]).toEqual([1, []])
  Object.assign(kept, { scope: 'off' })
  await missed('c2')
  expect([seen.reads, shown]).toEqual([2, []])
})

test('notifier shows nothing after it has stopped and closes what it had shown [STATE-08]', async () => {
  const { shown, seen, pass, stop, comes } = openNotifier()
  await pass(0)
  await comes('c1')
  await comes('c2')
  stop()
  await pass(REST_MS)
  await comes('c3')
  expect([shown.length, seen.cleared]).toEqual([1, 1])
})

/** The delay after the first failed read, without the random part. */
const FIRST_AGAIN_MS = 15_000
const busy = new CallError(undefined, 503, { reason: 'unavailable' })

test('notifier reads the preferences again when the first read fails, each time later, until one succeeds', async () => {
  const { seen, shown, pass, comes } = openNotifier({}, { failure: busy })
  await pass(0)
  await comes('c1')
  await pass(FIRST_AGAIN_MS - 1)
  expect([seen.reads, shown]).toEqual([1, []])
  await pass(1)
  expect(seen.reads).toBe(2)
  seen.failure = null
  await pass(2 * FIRST_AGAIN_MS)
  expect(seen.reads).toBe(3)
  await comes('c2')
  expect(shown.map(({ conversationId }) => conversationId)).toEqual(['c2'])
  await pass(10 * FIRST_AGAIN_MS)
  expect(seen.reads).toBe(3)
})

test.each([
  ['it is stopped', busy, ({ stop }: ReturnType<typeof openNotifier>) => stop()],
  ['the preferences come from a change', busy, ({ changed }: ReturnType<typeof openNotifier>) => changed({})],
  ['the failure is final', new CallError(undefined, 403, { reason: 'forbidden' }), () => undefined],
] as const)('notifier does not repeat a failed read of the preferences when %s', async (_, failure, then) => {
  const notifier = openNotifier({}, { failure })
  await notifier.pass(0)
  then(notifier)
  await notifier.pass(10 * FIRST_AGAIN_MS)
  expect(notifier.seen.reads).toBe(1)
})
