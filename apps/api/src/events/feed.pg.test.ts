import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Audience } from '@foyer/contracts/event.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { RELAY_SECRETS, serve, testIdentity, testServices } from '../../../../tests/support/services.ts'
import { bindRoutes } from '../http/bind.ts'
import { httpModule } from '../http/http.module.ts'
import { problemHandler } from '../http/problem.ts'
import { appendEvents, newEvent } from './append.ts'
import { createDoorbell } from './doorbell.ts'
import { eventsModule } from './events.module.ts'
import { feedRoutes } from './feed.routes.ts'
import { enforceRetention } from './retention.ts'

let store: FreshDatabase
let api: { url: string; close(): Promise<void> }
let enforce: () => Promise<void>
const stopping = new AbortController()

beforeAll(async () => {
  const doorbell = createDoorbell()
  store = await freshDatabase({ onWritten: doorbell.ring })
  await store.query(`insert into organizations (id, name, type, timezone)
    select id, id, 'hospital', 'UTC' from unnest(array['o1', 'o2', 'o3', 'o4']) id`)
  await store.query(`insert into organization_heads (organization_id, epoch) select id, 'e-' || id from organizations`)
  const env = { EVENT_RETENTION_COUNT: '1000' }
  const parts = { ...testServices(store, { doorbell, env }), identity: testIdentity({}) }
  enforce = () => enforceRetention(parts, [eventsModule, httpModule])
  const app = express()
  bindRoutes(app, feedRoutes(parts, stopping.signal), parts)
  app.use(problemHandler(parts))
  api = await serve(app)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

const ask = async (path: string) => {
  const headers = { authorization: `Bearer ${RELAY_SECRETS[0]}` }
  const answer = await fetch(`${api.url}/api/inbox/${path}`, { headers })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
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
const seqs = (body: { events: { seq: number }[] }) => body.events.map(({ seq }) => seq)

test('feed serves events of a newer release unchanged, whatever their type and audience [OPEN-097]', async () => {
  const left = { type: 'room.opened', key: 'room_1', audience: 'room:1' as Audience, data: null }
  await store.database.write('o4', (tx) =>
    appendEvents(tx, { organizationId: 'o4', at: new Date() }, [
      { record: () => left },
      { record: () => ({ ...left, audience: 'rooms' as Audience }) },
    ]),
  )
  await append('o4')
  await store.query(`update events set counts = counts || '{"openRooms": 1}' where organization_id = 'o4'`)
  const { status, body } = await ask('events?organizationId=o4')
  expect([status, seqs(body)]).toEqual([200, [1, 2, 3]])
  expect(body.events[0]).toMatchObject(left)
})

test('feed returns the events after a position in order [OPEN-096]', async () => {
  await append('o1', 5)
  const { status, body } = await ask('events?organizationId=o1&after=2&limit=2')
  expect([status, seqs(body)]).toEqual([200, [3, 4]])
  expect(body).toMatchObject({ epoch: 'e-o1', head: 5, oldest: 1, counts: noCounts })
  expect(seqs((await ask('events?organizationId=o1&after=0&limit=0')).body)).toEqual([])
  expect((await ask('events?organizationId=o2')).body).toMatchObject({ head: 0, oldest: 1, events: [] })
  expect((await ask('events?organizationId=o9')).status).toBe(404)
  expect((await ask('events')).body.issues[0].path).toBe('organizationId')
})

test('heads returns the heads of many organizations in one call [OPEN-096]', async () => {
  const { body } = await ask('heads?organizationId=o1,o2,o9')
  expect(body.heads.sort((a: { head: number }, b: { head: number }) => b.head - a.head)).toEqual([
    { organizationId: 'o1', epoch: 'e-o1', head: 5 },
    { organizationId: 'o2', epoch: 'e-o2', head: 0 },
  ])
})

test('feed answers a long poll at the next event, or without events when its time is over [OPEN-096]', async () => {
  const started = performance.now()
  expect(seqs((await ask('events?organizationId=o2&after=0&waitMs=50')).body)).toEqual([])
  expect(performance.now() - started).toBeGreaterThan(45)
  const waiting = ask('events?organizationId=o2&after=0&waitMs=20000')
  await append('o1')
  await append('o2')
  expect(seqs((await waiting).body)).toEqual([1])
})

test('retention keeps the log within its limits and without gaps [OPEN-096]', async () => {
  for (const many of [500, 500, 300]) await append('o3', many)
  await store.query(
    `update events set at = now() - interval '8 days' where organization_id = 'o3' and (seq <= 310 or seq = 700)`,
  )
  await enforce()
  const { body } = await ask('events?organizationId=o3&limit=1000')
  expect(body).toMatchObject({ oldest: 311, head: 1300 })
  expect(seqs(body)).toEqual(Array.from({ length: 990 }, (_, n) => 311 + n))
  await store.query(`update events set at = now() - interval '8 days' where organization_id = 'o3'`)
  await enforce()
  expect((await ask('events?organizationId=o3')).body).toMatchObject({ oldest: 1301, head: 1300, events: [] })
})

test('feed ends its long polls when the API stops', async () => {
  const waiting = ask('events?organizationId=o2&after=1&waitMs=20000')
  await store.query('select 1')
  stopping.abort()
  expect((await waiting).status).toBe(200)
})
