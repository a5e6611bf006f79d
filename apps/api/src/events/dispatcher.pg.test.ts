import { createHmac } from 'node:crypto'
import { eventsWebhookSchema, revocationsWebhookSchema } from '@foyer/contracts/feed.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import express from 'express'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { RELAY_SECRETS, serve, testServices } from '../../../../tests/support/services.ts'
import { until } from '../../../../tests/support/until.ts'
import { NamingClient } from '../db/statement-names.ts'
import type { BaseServices } from '../services.ts'
import type { Worker } from '../workers/loop.ts'
import { appendEvents, newEvent } from './append.ts'
import { startDispatcher } from './dispatcher.ts'
import { createDoorbell } from './doorbell.ts'
import { BATCH_MAX } from './relay-cursors.store.ts'

type Mood = 'accepts' | 'fails' | 'hangs'

/** A relay that accepts, refuses or ignores what it is sent. */
async function createRelay() {
  const taken: { organizationId: string; seq: number }[] = []
  const revoked: string[] = []
  const relay = { mood: 'accepts' as Mood | ((organizationId: string) => Mood), posts: 0, taken, revoked }
  const app = express()
  app.post('/relay/webhooks/:kind', express.text({ type: 'application/json', limit: '5mb' }), (req, res) => {
    relay.posts++
    const [id, timestamp] = [req.get('webhook-id'), req.get('webhook-timestamp')]
    const key = Buffer.from(RELAY_SECRETS[0]!.slice('whsec_'.length), 'base64')
    const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${req.body}`).digest('base64')}`
    if (req.get('webhook-signature') !== signature) return void res.status(401).end()
    const body = JSON.parse(req.body)
    const mood = typeof relay.mood === 'function' ? relay.mood(body.events?.[0].organizationId) : relay.mood
    if (mood === 'hangs') return
    if (mood === 'fails') return void res.status(500).end()
    if (req.params.kind === 'inbox') taken.push(...eventsWebhookSchema.parse(body).events)
    else revoked.push(...revocationsWebhookSchema.parse(body).revocations.map((one) => one.id))
    res.status(204).end()
  })
  return { ...(await serve(app)), relay }
}

let store: FreshDatabase
let one: Awaited<ReturnType<typeof createRelay>>
let two: Awaited<ReturnType<typeof createRelay>>
let parts: BaseServices
let dispatchers: Worker[]

beforeEach(async () => {
  const doorbell = createDoorbell()
  store = await freshDatabase({ onWritten: doorbell.ring })
  await store.query(`insert into organizations (id, name, type, timezone)
    select id, id, 'hospital', 'UTC' from unnest(array['o1', 'o2']) id`)
  await store.query(`insert into organization_heads (organization_id, epoch) select id, 'e1' from organizations`)
  one = await createRelay()
  two = await createRelay()
  parts = testServices(store, { doorbell, env: { RELAY_URLS: `${one.url},${two.url}` } })
  dispatchers = []
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
  await Promise.all([one.close(), two.close()])
  await store.close()
})

/** Starts a dispatcher whose retry delays are half of their maximum. */
const start = (more: Partial<BaseServices> = {}) => dispatchers.push(startDispatcher({ ...parts, ...more }, () => 0.5))
const append = (organizationId: string, many = 1) =>
  store.database.write(organizationId, (tx) =>
    appendEvents(
      tx,
      { organizationId, at: new Date() },
      Array.from({ length: many }, () => ({
        record: () => newEvent(conversationChanged, conversationChanged.example),
      })),
    ),
  )
const taken = (from: typeof one, organizationId = 'o1') =>
  from.relay.taken.filter((event) => event.organizationId === organizationId).map(({ seq }) => seq)
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)
const soon = { interval: 20 }

test('dispatcher posts each event to every relay once, in order and without delay [OPEN-096]', async () => {
  // The dispatcher polls once at its start; later events reach it only through a ring.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  start()
  await until(async () => (await store.query('select 1 from relay_cursors')).length === 4)
  await append('o1', 3)
  await until(() => taken(one).length >= 3 && taken(two).length >= 3)
  expect([taken(one), taken(two)]).toEqual([upTo(3), upTo(3)])
  vi.useRealTimers()
  for (let n = 0; n < 10; n++) await append('o1')
  await expect.poll(() => [taken(one), taken(two)], soon).toEqual([upTo(13), upTo(13)])
})

test('dispatcher sends two statements per relay when one transaction appends events, and one more per full batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const send = vi.spyOn(NamingClient.prototype, 'send')
  const statements = (text: string) => send.mock.calls.filter(([sent]) => sent.includes(text)).length
  const atHead = async (seq: number) =>
    (await store.query('select from relay_cursors where seq = $1 and leased_by is null', [seq])).length === 2
  await store.query(`insert into relay_cursors (url, organization_id, epoch)
    select url, organization_id, 'e1' from organization_heads, unnest(array['${one.url}', '${two.url}']) url`)
  for (const many of [BATCH_MAX, BATCH_MAX, 2]) await append('o1', many)
  start()
  await until(() => atHead(2 * BATCH_MAX + 2))
  expect(statements('update "relay_cursors"')).toBe(8)

  send.mockClear()
  await append('o1', 3)
  await until(() => atHead(2 * BATCH_MAX + 5))
  expect(statements('update "relay_cursors"')).toBe(4)
  expect(statements('start transaction')).toBe(1)
  expect([taken(one), taken(two)]).toEqual([upTo(2 * BATCH_MAX + 5), upTo(2 * BATCH_MAX + 5)])
  send.mockRestore()
})

test('dispatcher delivers every event and delays no other relay when a relay fails, hangs and recovers [OPEN-096]', async () => {
  one.relay.mood = 'fails'
  start()
  await append('o1', 2)
  await expect.poll(() => taken(two), soon).toEqual([1, 2])
  await expect.poll(() => one.relay.posts, soon).toBeGreaterThan(1)
  one.relay.mood = 'hangs'
  const posts = one.relay.posts
  await append('o1')
  await expect.poll(() => one.relay.posts, soon).toBeGreaterThan(posts)
  await expect.poll(() => taken(two), soon).toEqual([1, 2, 3])
  one.relay.mood = 'accepts'
  await expect.poll(() => taken(one), soon).toEqual([1, 2, 3])
  const text = await parts.metrics.metrics()
  expect(text).toMatch(/foyer_api_webhook_failures_total\{reason="status_500"\} [1-9]/)
  expect(text).toMatch(/foyer_api_webhook_failures_total\{reason="timeout"\} [1-9]/)
})

test("dispatcher keeps posting the events of other organizations when one organization's post hangs [OPEN-096]", async () => {
  // The post of o1 hangs until the test aborts it.
  const patience = new AbortController()
  using _ = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  one.relay.mood = (organizationId) => (organizationId === 'o1' ? 'hangs' : 'accepts')
  start()
  await append('o1')
  await expect.poll(() => one.relay.posts, soon).toBeGreaterThan(0)
  await append('o2')
  await expect.poll(() => taken(one, 'o2'), soon).toEqual([1])
  patience.abort()
})

test('dispatcher posts no event twice or out of order when two APIs run [OPEN-096]', async () => {
  start()
  start({ metrics: new Registry() })
  for (let n = 0; n < 20; n++) await append('o1')
  await expect.poll(() => taken(one).length, soon).toBeGreaterThanOrEqual(20)
  expect(taken(one)).toEqual(upTo(20))
})

test('dispatcher continues at the oldest event when a cursor is of another epoch or before it [OPEN-096]', async () => {
  await append('o1', 6)
  await store.query(`insert into relay_cursors (url, organization_id, seq, epoch) values
    ('${one.url}', 'o1', 90, 'an older life'), ('${two.url}', 'o1', 1, 'e1')`)
  await store.query('delete from events where seq <= 4')
  start()
  await expect
    .poll(() => [taken(one), taken(two)], soon)
    .toEqual([
      [5, 6],
      [5, 6],
    ])
})

test('dispatcher posts ended sessions to each relay until it acknowledges them [OPEN-096]', async () => {
  one.relay.mood = 'fails'
  start()
  await store.query(`insert into revocations (id, sid, sub, at) values
    ('r1', 's1', 'u1', now()), ('old', 's0', 'u1', now() - interval '1 hour')`)
  await expect.poll(() => two.relay.revoked, soon).toEqual(['r1'])
  one.relay.mood = 'accepts'
  await expect.poll(() => one.relay.revoked, soon).toEqual(['r1'])
  expect(two.relay.revoked).toEqual(['r1'])
})
