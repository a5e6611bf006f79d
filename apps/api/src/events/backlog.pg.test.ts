import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { beginNewEpoch } from '../db/new-epoch.ts'
import { appendEvents, newEvent } from './append.ts'
import { measureBacklog } from './backlog.ts'
import { addLogCursors } from './log-cursors.store.ts'
import { addCursors } from './relay-cursors.store.ts'

const RELAY = 'http://relay.test'
let store: FreshDatabase

beforeEach(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values ('o1', 'One', 'hospital', 'UTC')`)
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e1')`)
})
afterEach(() => store.close())

/** Appends events that are ten minutes old. */
const append = (many: number) =>
  store.database.write('o1', (tx) =>
    appendEvents(
      tx,
      { organizationId: 'o1', at: new Date(Date.now() - 600_000) },
      Array.from({ length: many }, () => ({
        record: () => newEvent(conversationChanged, conversationChanged.example),
      })),
    ),
  )

/** Reads the gauges of a newly created registry, as a process that has just started shows them. */
async function measured() {
  const parts = testServices(store, { env: { RELAY_URLS: RELAY } })
  measureBacklog(parts)
  const shown = await parts.metrics.getMetricsAsJSON()
  return (name: string) => shown.find((one) => one.name === `foyer_api_${name}`)?.values[0]?.value
}

test('relay gauges count the events that a relay has not acknowledged, also in a new epoch [DESIGN-15]', async () => {
  await append(2)
  await store.database.system((tx) => addCursors(tx, RELAY, 0))
  expect((await measured())('relay_behind_events')).toBe(0)
  expect((await measured())('relay_behind_seconds')).toBe(0)
  await append(3)
  const shown = await measured()
  expect(shown('relay_behind_events')).toBe(3)
  expect(shown('relay_behind_seconds')).toBeGreaterThan(599)
  expect(shown('backlog_age_seconds')).toBeLessThan(60)
  await beginNewEpoch(store.url)
  expect((await measured())('relay_behind_events')).toBe(0)
  await append(1)
  expect((await measured())('relay_behind_events')).toBe(1)
})

test('consumer gauges count the events of all organizations that a consumer has not handled [DESIGN-15]', async () => {
  await append(2)
  await store.query(`insert into organizations (id, name, type, timezone) values ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(`insert into organization_heads (organization_id, epoch, seq) values ('o2', 'e1', 4)`)
  await store.database.system((tx) => addLogCursors(tx, 'test', 'head'))
  expect((await measured())('consumer_behind_events')).toBe(0)
  expect((await measured())('consumer_behind_seconds')).toBe(0)
  await append(3)
  await store.query(`update log_cursors set seq = 2 where organization_id = 'o2'`)
  const shown = await measured()
  expect(shown('consumer_behind_events')).toBe(5)
  expect(shown('consumer_behind_seconds')).toBeGreaterThan(599)
})

test('the gauge of causes shows the oldest one that an automation in force has not judged [DESIGN-15]', async () => {
  await store.query(`insert into automation_cursors (organization_id, seq, nth) values ('o1', 0, 0)`)
  const cause = (seq: number, kind: string, minutes: number) =>
    store.query(
      `insert into causes (organization_id, id, seq, nth, kind, subject_kind, subject_id, at, data, chain)
       values ('o1', $1, $2, 0, $3, 'conversation', 'c', now() - make_interval(mins => $4), '{}', '{}')`,
      [`${seq}-0`, seq, kind, minutes],
    )
  await cause(1, 'inboundMessage', 20)
  await cause(2, 'conversationWaiting', 15)
  await cause(3, 'inboundMessage', 10)
  expect((await measured())('causes_behind_seconds')).toBe(0)
  await store.query(
    `insert into automations (organization_id, id, name, position, state, active_number, revision, tell, changed_at, version)
     values ('o1', 'a', 'A', 0, 'on', 1, 1, '{}', now(), 0)`,
  )
  await store.query(
    `insert into automation_versions (organization_id, automation_id, number, definition, why, ends_waiting, published_at)
     values ('o1', 'a', 1, '{}', 'First', false, now())`,
  )
  await store.query(
    `insert into automation_spans (organization_id, automation_id, number, from_seq) values ('o1', 'a', 1, 2)`,
  )
  const seconds = (await measured())('causes_behind_seconds')
  expect(seconds).toBeGreaterThan(599)
  expect(seconds).toBeLessThan(900)
  await store.query('update automation_cursors set seq = 3')
  expect((await measured())('causes_behind_seconds')).toBe(0)
})

test('the gauge of chatbots counts the sessions that failed in the last hour [DESIGN-15]', async () => {
  await store.query(
    `insert into chatbot_flows (organization_id, id, name, status, draft, revision, draft_at, channels, errors, warnings, version)
     values ('o1', 'f', 'F', 'draft', '{}', 1, now(), '{}', 0, 0, 0)`,
  )
  await store.query(
    `insert into chatbot_versions (organization_id, flow_id, number, content, note, at, errors, warnings)
     values ('o1', 'f', 1, '{}', 'First', now(), 0, 0)`,
  )
  const ended = (id: string, as: string, minutes: number) =>
    store.query(
      `insert into chatbot_sessions (organization_id, id, conversation_id, flow_id, version_number, value, context, step,
         started_at, since, language, verified, texts, ended_at, ended_as)
       values ('o1', $1, $1, 'f', 1, '{}', '{"answers":{}}', 1, now(), now(), 'en', false, 0,
         now() - make_interval(mins => $3), $2)`,
      [id, as, minutes],
    )
  await ended('s1', 'finished', 1)
  await ended('s2', 'failed', 61)
  expect((await measured())('bot_sessions_failed')).toBe(0)
  await ended('s3', 'failed', 59)
  expect((await measured())('bot_sessions_failed')).toBe(1)
})

test('beginNewEpoch gives each organization a new epoch and deletes the old events [OPEN-097]', async () => {
  await append(2)
  await store.query(`insert into organizations (id, name, type, timezone) values ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o2', 'e1')`)
  expect(await beginNewEpoch(store.url)).toBe(2)
  const heads = await store.query<{ epoch: string; seq: string }>(
    'select epoch, seq from organization_heads order by organization_id',
  )
  expect(new Set(['e1', ...heads.map(({ epoch }) => epoch)]).size).toBe(3)
  // Rows have seqs of the log as versions, so the new epoch continues the numbering.
  expect(heads.map(({ seq }) => Number(seq))).toEqual([2, 0])
  expect(await store.query('select from events')).toEqual([])
})

test('beginNewEpoch works when the store is of a release that had no log consumers [OPEN-097]', async () => {
  await append(2)
  await store.query('drop table log_cursors')
  expect(await beginNewEpoch(store.url)).toBe(1)
  expect(await store.query('select from events')).toEqual([])
})

test('beginNewEpoch changes nothing when an API is connected to the store [OPEN-097]', async () => {
  await append(1)
  await store.database.ping()
  await expect(beginNewEpoch(store.url, { unlessInUse: true })).rejects.toThrow('An API is still at this store')
  expect(await store.query('select epoch from organization_heads')).toEqual([{ epoch: 'e1' }])
  expect(await store.query('select from events')).toHaveLength(1)
})
