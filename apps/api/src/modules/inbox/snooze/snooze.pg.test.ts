import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { byNewest, defaultFilters, matchesFilter, orderOf } from '@foyer/contracts/inbox/filter.rules.ts'
import { statusFilters, tabs } from '@foyer/contracts/inbox/status.rules.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { Services } from '../../../services.ts'
import type { DueOptions } from '../../../workers/due-worker.ts'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { recount } from '../../conversations/counts.store.ts'
import { startSnoozes } from './snoozes.ts'

const HOUR_MS = 60 * 60 * 1000

let clinic: Clinic
let workers: { stop(): Promise<void> }[]
let id: string
let from: string
let number = 5_125_558_000

beforeAll(async () => {
  clinic = await openClinic()
  // The store's clock decides what is due, so the clinic's clock is set to it.
  const [store] = await clinic.store.query<{ now: Date }>('select now()')
  clinic.pass((store?.now.getTime() ?? 0) - clinic.parts.clock.now().getTime())
})
afterAll(() => clinic.close())
beforeEach(async () => {
  workers = []
  from = `+1${++number}`
  id = (await clinic.text(from, 'Hi')).id
})
afterEach(() => Promise.all(workers.map((worker) => worker.stop())))

const ahead = (ms: number) => new Date(clinic.parts.clock.now().getTime() + ms).toISOString()
const ask = (until: string | null, user = 'lena') =>
  clinic.call('snoozeConversation', user, { conversationId: id, until })
const item = async (conversationId = id): Promise<Conversation> =>
  (await clinic.call('conversation', 'lena', { conversationId })).body.data
const list = async (fields: Record<string, unknown> = {}): Promise<Conversation[]> =>
  (await clinic.call('conversations', 'lena', { status: 'all', limit: 100, ...fields })).body.data
const isIn = async (fields: Record<string, unknown> = {}) => (await list(fields)).some((one) => one.id === id)
const head = async () => (await clinic.call('conversations', 'lena')).body.asOf as number
const makeDue = () => clinic.store.query('update conversations set snoozed_until = now() where id = $1', [id])
function work(options: DueOptions = {}, parts: Partial<Services> = {}) {
  workers.push(startSnoozes({ ...clinic.parts, ...parts }, { pollMs: 50, ...options }))
}
const isBack = () => until(async () => ((await item()).snoozedUntil === null ? true : undefined))

describe('a snoozed conversation', () => {
  test('is only in the list of snoozed ones and in searches', async () => {
    const before = await head()
    const until = ahead(HOUR_MS)
    const { status, body } = await ask(until)
    expect([status, body.data]).toMatchObject([200, { id, snoozedUntil: until, changedBy: { _id: 'lena' } }])
    expect(await clinic.changes(before)).toMatchObject([{ type: 'conversation.changed', data: body.data }])
    expect([await isIn(), await isIn({ filter: 'unread' }), await isIn({ filter: 'snoozed' })]).toEqual([
      ...[false, false, true],
    ])
    const search = from.slice(2)
    expect([await isIn({ search }), await isIn({ search, filter: 'unread' })]).toEqual([true, true])
    const again = await ask(until)
    expect([again.status, again.body.asOf]).toEqual([200, body.asOf])
  })

  test('comes back unchanged when the snooze is set to null', async () => {
    const was = await item()
    await ask(ahead(HOUR_MS))
    const { body } = await ask(null)
    expect({ ...body.data, changedBy: null, version: 0 }).toEqual({ ...was, version: 0 })
    expect(await isIn()).toBe(true)
  })

  test.each([
    ['now', -1],
    ['in two years', 2 * 366 * 24 * HOUR_MS],
  ])('cannot be snoozed until %s [OPEN-048]', async (_when, ms) => {
    const { status, body } = await ask(ahead(ms))
    expect([status, body.issues]).toEqual([400, [{ path: 'until', message: 'Must be in the coming year' }]])
  })

  test('ends its snooze when it is resolved, and a resolved one cannot be snoozed', async () => {
    await ask(ahead(HOUR_MS))
    const { body } = await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'resolved' })
    expect(body.data).toMatchObject({ status: 'resolved', snoozedUntil: null })
    const refused = await ask(ahead(HOUR_MS))
    expect([refused.status, refused.body.reason]).toEqual([409, 'conflict'])
    expect((await ask(null)).status).toBe(200)
  })

  test('comes back when the patient writes', async () => {
    await ask(ahead(HOUR_MS))
    await clinic.text(from, 'Hello?')
    expect(await item()).toMatchObject({ snoozedUntil: null, unreadCount: 2 })
  })

  test('stays snoozed after an answer, another status or a star', async () => {
    const until = ahead(HOUR_MS)
    await ask(until)
    await clinic.call('sendMessage', 'dana', { conversationId: id, message: 'Later' })
    await clinic.call('closeConversation', 'dana', { conversationId: id, status: 'pending' })
    await clinic.call('toggleStar', 'dana', { conversationId: id, action: 'star' })
    expect((await item()).snoozedUntil).toBe(until)
  })
})

describe('a due snooze', () => {
  test('brings the conversation back unread, with correct counts', async () => {
    await clinic.call('updateLastSeen', 'lena', { conversationId: id })
    await ask(ahead(HOUR_MS))
    const was = await item()
    await makeDue()
    const before = await head()
    work()
    await isBack()
    const events = await clinic.changes(before)
    expect(events.map(({ type, key }) => [type, key])).toEqual([['conversation.changed', id]])
    const is = await item()
    expect({ ...is, version: 0 }).toEqual({
      ...was,
      ...{ snoozedUntil: null, unreadCount: 1, isUnread: true, version: 0 },
    })
    expect(is.timestamp).toBe(was.timestamp)
    expect(events[0]?.counts).toEqual(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1')))
    expect(await isIn({ filter: 'unread' })).toBe(true)
  })

  test('wakes the worker at its time', async () => {
    await ask(ahead(HOUR_MS))
    await clinic.store.query(
      `update conversations set snoozed_until = now() + interval '300 milliseconds' where id = $1`,
      [id],
    )
    let asked = 0
    const { database } = clinic.parts
    const system: typeof database.system = (look) => {
      asked++
      return database.system(look)
    }
    work({ pollMs: 3_600_000 }, { database: { ...database, system } })
    await isBack()
    expect(asked).toBeLessThanOrEqual(7)
  })

  test('emits one event with three workers', async () => {
    await ask(ahead(HOUR_MS))
    const before = await head()
    await makeDue()
    work()
    work()
    work()
    await isBack()
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await clinic.changes(before)).toHaveLength(1)
  })

  test('is skipped when the conversation is snoozed again at the last moment', async () => {
    await ask(ahead(HOUR_MS))
    await makeDue()
    const { database } = clinic.parts
    const again = ahead(2 * HOUR_MS)
    let wasLate = false
    const write: typeof database.write = async (...args) => {
      if (!wasLate) await ask(again)
      wasLate = true
      return database.write(...args)
    }
    work({}, { database: { ...database, write } })
    await until(() => (wasLate ? true : undefined))
    await workers[0]?.stop()
    expect(await item()).toMatchObject({ snoozedUntil: again, changedBy: { _id: 'lena' } })
  })

  test('goes to the next process when one dies with it', async () => {
    await ask(ahead(HOUR_MS))
    await makeDue()
    const { database } = clinic.parts
    let died = 0
    const write: typeof database.write = (organizationId, change, lane) =>
      database.write(
        organizationId,
        async (tx) => {
          await change(tx)
          died++
          throw new Error('Killed')
        },
        lane,
      )
    work({}, { database: { ...database, write } })
    await until(() => (died > 0 ? true : undefined))
    await workers[0]?.stop()
    expect((await item()).snoozedUntil).not.toBeNull()
    await clinic.store.query('update conversations set snooze_leased_until = now() where id = $1', [id])
    work()
    await isBack()
    expect(died).toBe(1)
  })
})

describe("the list and the browser's filter", () => {
  /**
   * Conversations of each status; some are snoozed, starred, assigned or have a request, a held text or a last text that
   * was not delivered.
   */
  beforeAll(async () => {
    await clinic.store.query(`
      insert into conversations (organization_id, id, channel, sender, phone_number, status, request_type, last_message_at,
        unread_count, staff_assigned, starred_by, feedback, snoozed_until, held_authors, last_message_by, search_text, version)
      select 'o1', 'n' || n, 'sms', '+1617555' || 1000 + n, '+1617555' || 1000 + n,
        (array['open', 'unassigned', 'pending', 'acknowledged', 'resolved'])[1 + n % 5],
        (array['billing', 'concierge', 'other', null])[1 + n % 4], now() - n * interval '1 minute', n % 3,
        case when n % 2 = 0 then '{lena}'::text[] else '{}' end, case when n % 3 = 0 then '{lena}'::text[] else '{}' end,
        (array['up', 'down', null])[1 + n % 3], case when n % 7 in (0, 3) then now() + interval '1 day' end,
        case n % 6 when 1 then '{lena}'::text[] when 4 then '{dana}' when 5 then '{dana}' else '{}' end,
        json_build_object('direction', 'outbound', 'private', false, 'user', 'lena', 'userName', 'Lena Kim',
          'status', (array['sent', 'failed', 'delivered', 'undelivered'])[1 + n % 4]),
        E'unknown\\n\\n1617555' || 1000 + n, 0
      from generate_series(0, 59) as n`)
  })

  // Only the server can decide about visits and drafts.
  const seen = tabs.filter((tab) => tab !== 'scheduled' && tab !== 'drafts')
  const narrowed = seen.flatMap((tab) => ['', '55510'].map((search) => [tab, search] as const))

  test.each(narrowed)('agree for filter %s and search "%s" with every status [OPEN-028]', async (tab, search) => {
    const every = [...(await list({ limit: 100 })), ...(await list({ limit: 100, filter: 'snoozed' }))].sort(byNewest)
    let total = 0
    for (const status of statusFilters) {
      const filter = { ...defaultFilters('lena'), tab, search, status }
      const asked = status === 'open/unassigned' ? ['open', 'unassigned'] : [status]
      const found = search && { search, statusMode: 'first', limit: 100 }
      const listed = await list({ status: asked, filter: tab, ...found })
      const kept = every.filter((one) => matchesFilter(one, filter)).toSorted(orderOf('newest', filter))
      expect(
        listed.map((one) => one.id),
        status,
      ).toEqual(kept.map((one) => one.id))
      total += kept.length
    }
    expect(total).toBeGreaterThan(0)
  })

  test('page the snoozed conversations, each once [STATE-22]', async () => {
    const all = (await list({ filter: 'snoozed' })).map((one) => one.id)
    const paged: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const fields = { status: 'all', filter: 'snoozed', limit: 4, ...(cursor && { cursor }) }
      const { body } = await clinic.call('conversations', 'lena', fields)
      paged.push(...body.data.map((one: Conversation) => one.id))
      cursor = body.cursor
    }
    expect(all.length).toBeGreaterThan(10)
    expect(paged).toEqual(all)
  })
})
