/**
 * One clinic makes many requests at once: it gets its share, the rest is refused with a reason, and the other clinic is
 * still served.
 */
import type { CallName } from '@foyer/contracts/calls.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WAITING_MAX } from '../../apps/api/src/modules/inbox/scheduled/scheduled.rules.ts'
import { until } from '../support/until.ts'
import { openAsking } from './asking.ts'
import { CEDAR, LAKESIDE } from './clinics.ts'
import type { Fields } from './examples.ts'
import { fieldsOf } from './probes.ts'
import { callNames, callOf } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const REFUSED = [409, 429, 503]
const statusesOf = async (many: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(many)).map(({ status }) => status)
const theirs = async () => {
  const headers = { authorization: `Bearer ${asking.clinics.staff.omar.token}` }
  const query = { organizationId: LAKESIDE.id, status: 'all' }
  return (await asking.ask('conversations', { query, body: {} }, headers)).status
}

test('a hundred texts scheduled at once stay within the limit, and the other clinic is served [SEC-05]', async () => {
  const { conversationId, later } = asking.known
  const body = { organizationId: CEDAR.id, conversationId, message: 'Later', sendAt: later }
  const many = Array.from({ length: 100 }, () => asking.ask('scheduleMessage', { query: {}, body }))
  expect(await theirs()).toBe(200)
  const statuses = await statusesOf(many)
  expect(statuses.filter((status) => status !== 200 && !REFUSED.includes(status))).toEqual([])
  const waiting = await asking.clinics.store.query(
    `select 1 from scheduled_texts where conversation_id = $1 and status = 'waiting'`,
    [conversationId],
  )
  expect(waiting).toHaveLength(statuses.filter((status) => status === 200).length)
  expect(waiting.length).toBeLessThanOrEqual(WAITING_MAX)
  expect(statuses).toContain(200)
})

const taking = (field: string) => callNames.filter((name) => fieldsOf(callOf(name)).some((one) => one.name === field))
const notTaken = async (name: CallName, fields: Fields) => {
  const { query, body } = asking.good(name)
  const { status, issues } = await asking.refused(name, { query: { ...query, ...fields }, body })
  expect([status, issues?.map(({ path }) => path)]).toEqual([400, Object.keys(fields)])
}

const searching = taking('search')
const limited = taking('limit')

test('the tests below try the calls that take a search or a limit [OPEN-048] [T6]', () => {
  expect(searching).toEqual(expect.arrayContaining(['conversations', 'searchMessages']))
  expect(limited).toEqual(expect.arrayContaining(['conversations', 'messages']))
})

test.each(searching)('%s refuses a search of ten thousand characters [OPEN-048]', async (name) => {
  await notTaken(name, { search: 'a '.repeat(5000) })
})

test.each(limited)('%s refuses a limit that would return everything [T6]', async (name) => {
  for (const limit of [1001, 1e9]) await notTaken(name, { limit })
})

test('a hundred searches at once are answered or refused, and the other clinic is served [SEC-05]', async () => {
  const query = { organizationId: CEDAR.id, search: 'a b c d e f g h i j' }
  const many = Array.from({ length: 100 }, () => asking.ask('searchMessages', { query, body: {} }))
  expect(await theirs()).toBe(200)
  const statuses = await statusesOf(many)
  expect(statuses.filter((status) => status !== 200 && !REFUSED.includes(status))).toEqual([])
  expect(statuses).toContain(200)
})

test('a bulk action takes one to a hundred conversations, and leaves foreign ones unchanged [SEC-05]', async () => {
  const bulk = (conversationIds: unknown) => ({
    query: {},
    body: { organizationId: CEDAR.id, conversationIds, action: { type: 'close', status: 'resolved' } },
  })
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)
  const own = asking.known.conversationId
  for (const wrong of [[], ids(101), [own, own], own, [null], [[own]], { 0: own }, ['x'.repeat(10_000)]])
    expect(await asking.refused('bulkChange', bulk(wrong))).toMatchObject({ status: 400, reason: 'not_valid' })
  const { foreign } = asking
  const stateOf = () =>
    asking.clinics.store.query('select * from conversations where organization_id = $1 order by id', [LAKESIDE.id])
  const before = await stateOf()
  const { status, body } = await asking.ask('bulkChange', bulk([...ids(98), foreign.conversationId, own]))
  expect(status).toBe(200)
  const { changed, skipped } = (body as { data: { changed: { id: string }[]; skipped: object[] } }).data
  expect(changed.map(({ id }) => id)).toEqual([own])
  expect(skipped).toContainEqual({ conversationId: foreign.conversationId, reason: 'not_found' })
  expect(await stateOf()).toEqual(before)
})

test('waiting role changes do not block authentication and calls of the other clinic [OPEN-044]', async () => {
  const headers = { authorization: `Bearer ${asking.clinics.staff.sam.token}` }
  const body = (role: string) => ({ organizationId: CEDAR.id, userId: 'usr_rita', role })
  const holder = new pg.Client({ connectionString: asking.clinics.store.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from organizations where id = $1 for update', [CEDAR.id])
  const many = Array.from({ length: 20 }, (_, at) =>
    asking.ask('changeRole', { query: {}, body: body(at % 2 === 0 ? 'provider' : 'agent') }, headers),
  )
  // Waits until some of the changes are blocked on the lock.
  await until(async () => {
    const waiting = await asking.clinics.store.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting.length > 1
  })
  expect(await Promise.all([theirs(), theirs(), theirs()])).toEqual([200, 200, 200])
  await holder.query('rollback')
  await holder.end()
  const statuses = await statusesOf(many)
  expect(statuses.filter((status) => status !== 200 && !REFUSED.includes(status))).toEqual([])
  expect(statuses).toContain(200)
})
