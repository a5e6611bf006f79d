import { randomUUID } from 'node:crypto'
import type { CallName } from '@foyer/contracts/calls.ts'
import { HOLD_MS } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Hold } from '@foyer/contracts/inbox/hold.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { dayAfter, type Weekday, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import { boundsOfDay, dayIn, instantsAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { startExpiredHolds } from './expired-holds.ts'
import { nextWaiting } from './holds.store.ts'

const DESKS = Array.from({ length: 20 }, (_, nth) => `desk${nth}`)

let clinic: Clinic
let workers: { stop(): Promise<void> }[]
let number = 5_125_559_000

beforeAll(async () => {
  clinic = await openClinic({}, { more: DESKS })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  workers = []
  // The conversations of earlier tests wait no more.
  await clinic.store.query('delete from conversation_holds')
  await clinic.store.query('update conversations set waiting_since = null')
})
afterEach(() => Promise.all(workers.map((worker) => worker.stop())))

const phone = () => `+1${++number}`
const next = (user: string, fields: Record<string, unknown> = {}) =>
  clinic.call('nextPatient', user, { holder: `tab of ${user}`, ...fields })
const chosen = async (user: string, fields: Record<string, unknown> = {}): Promise<string | null> => {
  const { status, body } = await answered('nextPatient', user, { holder: `tab of ${user}`, ...fields })
  expect(status).toBe(200)
  return body.data.conversation?.id ?? null
}
/** Makes a call, and makes it again while the API refuses it for want of a free connection. */
async function answered(name: CallName, user: string, fields: Record<string, unknown>) {
  const key = { 'idempotency-key': randomUUID() }
  return until(async () => {
    const answer = await clinic.call(name, user, fields, key)
    return answer.status === 503 ? undefined : answer
  })
}
const held = async (): Promise<Hold[]> => (await clinic.call('holds', 'lena')).body.data
const rowsOf = (conversationId: string) =>
  clinic.store.query('select from conversation_holds where conversation_id = $1', [conversationId])
const runOut = (conversationId: string) =>
  clinic.store.query('update conversation_holds set until = now() where conversation_id = $1', [conversationId])
const head = async (): Promise<number> => (await clinic.call('holds', 'lena')).body.asOf
/** Sets the clinic's clock to the next day's noon in the clinic's zone. */
function passToNoon(): void {
  const [now, zone] = [clinic.parts.clock.now(), 'America/Chicago']
  const { until: midnight } = boundsOfDay(dayIn(now, zone), zone)
  clinic.pass(midnight.getTime() - now.getTime() + 12 * 3_600_000)
}
/** Sets the clinic's clock to the next such day at this time there. */
function passTo(weekday: Weekday, time: string): void {
  const [now, zone] = [clinic.parts.clock.now(), 'America/Chicago']
  let day = dayAfter(dayIn(now, zone))
  while (weekdayOf(day) !== weekday) day = dayAfter(day)
  clinic.pass(instantsAt({ day, time }, zone).first.getTime() - now.getTime())
}
/** Conversations that wait, oldest first. */
async function wait(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await clinic.text(phone(), 'Hi')).id)
  return ids
}

describe('nextPatient', () => {
  test('holds the conversation that waits longest, and tells every screen', async () => {
    const [oldest = ''] = await wait(2)
    const before = await head()
    const { status, body } = await next('lena')
    expect([status, body.data.conversation]).toMatchObject([200, { id: oldest, staffAssigned: [] }])
    const { hold } = body.data
    expect(hold).toMatchObject({ conversationId: oldest, userId: 'lena', name: 'Lena Kim', version: body.asOf })
    const [store] = await clinic.store.query<{ left: number }>(
      `select extract(epoch from $1::timestamptz - now())::float8 * 1000 as left`,
      [hold.until],
    )
    expect(store?.left).toBeLessThanOrEqual(HOLD_MS)
    expect(store?.left).toBeGreaterThan(HOLD_MS - 60_000)
    expect(await clinic.changes(before)).toMatchObject([
      { type: 'hold.changed', key: oldest, audience: 'organization', data: hold },
    ])
    expect(await held()).toEqual([hold])
  })

  test('passes over conversations that are assigned, snoozed, closed, answered or held by a colleague', async () => {
    const ids = await wait(6)
    const [assigned, snoozed, pending, answered, taken, free] = ids
    const [store] = await clinic.store.query<{ now: Date }>('select now()')
    clinic.pass((store?.now.getTime() ?? 0) - clinic.parts.clock.now().getTime())
    const later = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
    await clinic.call('assignToStaff', 'lena', { conversationId: assigned, user: 'lena' })
    await clinic.call('snoozeConversation', 'lena', { conversationId: snoozed, until: later })
    await clinic.call('closeConversation', 'lena', { conversationId: pending, status: 'pending' })
    await clinic.call('sendMessage', 'lena', { conversationId: answered, message: 'Yes' })
    expect(await chosen('dana')).toBe(taken)
    expect(await chosen('lena')).toBe(free)
    expect(await chosen('sam')).toBeNull()
  })

  test('offers a conversation of a team to its members alone, and to all while no member of it is left', async () => {
    await clinic.store.query(`insert into teams (organization_id, id, name, version) values
      ('o1', 'billing', 'Billing', 0), ('o1', 'empty', 'Empty', 0) on conflict do nothing`)
    await clinic.store.query(`insert into team_members (organization_id, team_id, user_id) values
      ('o1', 'billing', 'dana'), ('o1', 'billing', 'gone'), ('o1', 'empty', 'gone')`)
    const [ofBilling, ofEmpty, ofNone] = await wait(3)
    await clinic.call('assignToTeam', 'lena', { conversationId: ofBilling, team: 'billing' })
    await clinic.call('assignToTeam', 'lena', { conversationId: ofEmpty, team: 'empty' })
    expect(await chosen('lena')).toBe(ofEmpty)
    expect(await chosen('sam')).toBe(ofNone)
    expect(await chosen('desk1')).toBeNull()
    expect(await chosen('dana')).toBe(ofBilling)
    await clinic.call('assignToTeam', 'dana', { conversationId: ofBilling, team: null })
    await clinic.call('releaseHold', 'dana', { conversationId: ofBilling, holder: 'tab of dana' })
    expect(await chosen('desk1')).toBe(ofBilling)
  })

  test('lets go what the tab held, and leaves out what the caller passed over', async () => {
    const [first = '', second] = await wait(2)
    expect(await chosen('lena')).toBe(first)
    const before = await head()
    expect(await chosen('lena', { skip: [first] })).toBe(second)
    expect((await clinic.changes(before)).map(({ data }) => data)).toMatchObject([
      { conversationId: first, userId: 'lena', until: null },
      { conversationId: second, userId: 'lena' },
    ])
    expect(await chosen('dana')).toBe(first)
    expect((await held()).map(({ userId }) => userId).toSorted()).toEqual(['dana', 'lena'])
  })

  test('gives two tabs of one person different conversations', async () => {
    const ids = await wait(2)
    expect([await chosen('lena', { holder: 'a' }), await chosen('lena', { holder: 'b' })]).toEqual(ids)
  })

  test('answers a repeated key as the first time', async () => {
    await wait(2)
    const key = { 'idempotency-key': 'next-1' }
    const [first, again] = [
      await clinic.call('nextPatient', 'lena', { holder: 'tab' }, key),
      await clinic.call('nextPatient', 'lena', { holder: 'tab' }, key),
    ]
    expect(again.body).toEqual(first.body)
    expect(await held()).toHaveLength(1)
  })

  test('waits for the only conversation that waits when another transaction has it locked', async () => {
    const [only = ''] = await wait(1)
    const locked = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const changing = clinic.parts.database.write('o1', async (tx) => {
      await tx.selectFrom('conversations').select('id').where('id', '=', only).forUpdate().execute()
      locked.resolve()
      await asked.promise
    })
    await locked.promise
    const answer = chosen('lena')
    await until(async () => {
      const waiting = await clinic.store.query(`select 1 from pg_locks where not granted`)
      return waiting.length > 0 || undefined
    })
    asked.resolve()
    await changing
    expect(await answer).toBe(only)
  })

  test('counts the waits that the caller answered today, without failed texts', async () => {
    passToNoon()
    const before = (await next('dana')).body.data.done
    expect(before).toEqual({ answered: 0, typicalMinutes: null, othersWait: false })
    for (const minutes of [2, 4, 60, 9]) {
      const { id } = await clinic.text(phone(), 'Hi')
      clinic.pass(minutes * 60_000)
      const { body } = await clinic.call('sendMessage', 'dana', { conversationId: id, message: 'Yes' })
      await clinic.call('sendMessage', 'dana', { conversationId: id, message: 'And bring your card' })
      await clinic.call('sendMessage', 'dana', { conversationId: id, message: 'Called them', private: true })
      if (minutes === 60)
        await clinic.store.query(`update messages set status = 'failed' where id = $1`, [body.data._id])
    }
    expect((await next('dana')).body.data).toEqual({
      ...{ conversation: null, hold: null },
      // The text that failed ended no wait, and its patient is passed over by nobody.
      done: { answered: 3, typicalMinutes: 4, othersWait: false },
    })
    clinic.pass(24 * 3_600_000)
    expect((await next('dana')).body.data.done).toEqual(before)
  })

  test('counts the open minutes of those waits once the clinic has hours', async () => {
    await clinic.store.query(
      `insert into organization_settings (organization_id, name, value, version) values ('o1', 'inbox', $1, 1)`,
      [JSON.stringify(inboxSetting.default)],
    )
    passTo('friday', '16:50')
    const { id } = await clinic.text(phone(), 'Hi')
    passTo('monday', '08:04')
    await clinic.call('sendMessage', 'sam', { conversationId: id, message: 'Yes' })
    expect((await next('sam')).body.data.done).toMatchObject({ answered: 1, typicalMinutes: 14 })
    await clinic.store.query(`delete from organization_settings where organization_id = 'o1' and name = 'inbox'`)
  })

  test('says whether patients wait whom it does not offer, but not for those whom the caller passed over', async () => {
    const [passed = '', other = ''] = await wait(2)
    await clinic.call('assignToStaff', 'lena', { conversationId: other, user: 'dana' })
    const othersWait = async (skip: string[] = []) => (await next('lena', { skip })).body.data.done.othersWait
    expect(await othersWait(), 'it offers one').toBe(false)
    expect(await othersWait([passed])).toBe(true)
    await clinic.call('closeConversation', 'dana', { conversationId: other, status: 'resolved' })
    expect(await othersWait([passed])).toBe(false)
    expect(await chosen('dana')).toBe(passed)
    expect(await othersWait(), 'a colleague holds it').toBe(true)
  })
})

test('nextPatient keeps no lock on a conversation that a colleague took while it waited for the lock', async () => {
  const { database } = clinic.parts
  const [older = '', newer = ''] = await wait(2)
  /** Locks a conversation in a transaction of its own until it may go on. */
  function lock(id: string, andThen: (tx: Tx) => Promise<unknown>) {
    const [locked, mayGoOn] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const done = database.write('o1', async (tx) => {
      await sql`select from conversations where id = ${id} for update`.execute(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      locked.resolve(rows[0]?.pid ?? 0)
      await mayGoOn.promise
      await andThen(tx)
    })
    const goOn = () => {
      mayGoOn.resolve()
      return done
    }
    return { pid: locked.promise, goOn }
  }
  const colleague = lock(older, (tx) =>
    sql`update conversations set staff_assigned = '{dana}' where id = ${older}`.execute(tx),
  )
  const bulk = lock(newer, (tx) => sql`select from conversations where id = ${older} for update nowait`.execute(tx))
  const blockedBy = (pid: number) =>
    until(async () => {
      const blocked = await clinic.store.query(
        'select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))',
        [pid],
      )
      return blocked.length > 0 || undefined
    })
  const [first, second] = await Promise.all([colleague.pid, bulk.pid])
  const asked = next('lena')
  await blockedBy(first)
  await colleague.goOn()
  await blockedBy(second)
  await bulk.goOn()
  expect((await asked).body.data.conversation).toMatchObject({ id: newer })
})

describe('20 people at once over 100 who wait', () => {
  test('get another conversation each, in both rounds, and none is forgotten when tabs are killed', async () => {
    const ids = new Set(await wait(100))
    const round = async (skip: ReadonlyMap<string, string[]>) =>
      new Map(
        await Promise.all(
          DESKS.map(async (user) => [user, (await chosen(user, { skip: skip.get(user) ?? [] })) ?? ''] as const),
        ),
      )
    const first = await round(new Map())
    expect(new Set(first.values()).size).toBe(20)
    expect(new Set(first.values())).toEqual(new Set([...ids].slice(0, 20)))
    const second = await round(new Map([...first].map(([user, id]) => [user, [id]])))
    expect(new Set(second.values()).size).toBe(20)
    expect([...second].filter(([user, id]) => first.get(user) === id)).toEqual([])
    expect((await held()).map(({ conversationId, userId }) => [userId, conversationId]).toSorted()).toEqual(
      [...second].toSorted(),
    )

    // Half of the tabs die; the others answer all that waits.
    const [dead, alive] = [DESKS.slice(0, 10), DESKS.slice(10)]
    const abandoned = dead.map((user) => second.get(user) ?? '')
    for (const id of abandoned) await runOut(id)
    const ended: string[] = []
    await Promise.all(
      alive.map(async (user) => {
        for (let id = second.get(user) ?? null; id !== null; id = await chosen(user)) {
          ended.push(id)
          expect((await answered('sendMessage', user, { conversationId: id, message: 'Yes' })).status).toBe(200)
        }
      }),
    )
    expect(ended.toSorted()).toEqual([...ids].toSorted())
    expect(ended).toEqual(expect.arrayContaining(abandoned))
  })
})

describe('a hold', () => {
  test('goes on for two more minutes when its tab renews it, and tells every screen', async () => {
    const [id = ''] = await wait(1)
    await next('lena')
    await clinic.store.query(`update conversation_holds set until = now() + interval '5 seconds'`)
    const before = await head()
    const { body } = await clinic.call('renewHold', 'lena', { conversationId: id, holder: 'tab of lena' })
    expect(body.data).toMatchObject({ conversationId: id, userId: 'lena', version: body.asOf })
    expect(await clinic.changes(before)).toMatchObject([{ type: 'hold.changed', data: body.data }])
    expect(await held()).toEqual([body.data])
  })

  test.each([
    ['another tab', 'lena', 'another tab'],
    ['a colleague', 'dana', 'tab of lena'],
  ])('is neither renewed nor released by %s', async (_, user, holder) => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    const before = await held()
    const renewed = await clinic.call('renewHold', user, { conversationId, holder })
    expect([renewed.status, renewed.body.data]).toEqual([200, null])
    const released = await clinic.call('releaseHold', user, { conversationId, holder })
    expect([released.status, released.body.data]).toEqual([200, { released: false }])
    expect(await held()).toEqual(before)
  })

  test('ends when its tab releases it, and the conversation comes to somebody else', async () => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    const before = await head()
    const { body } = await clinic.call('releaseHold', 'lena', { conversationId, holder: 'tab of lena' })
    expect(body.data).toEqual({ released: true })
    expect(await clinic.changes(before)).toMatchObject([
      { type: 'hold.changed', data: { conversationId, userId: 'lena', until: null, version: body.asOf } },
    ])
    expect([await held(), await chosen('dana')]).toEqual([[], conversationId])
  })

  test('that ran out is ended by the worker once, and by nobody after it was renewed', async () => {
    const [gone = '', kept = ''] = await wait(2)
    await next('lena')
    await next('dana')
    const before = await head()
    await runOut(gone)
    for (let nth = 0; nth < 2; nth++) workers.push(startExpiredHolds(clinic.parts, { pollMs: 50 }))
    await until(async () => ((await held()).length === 1 && (await clinic.changes(before)).length === 1) || undefined)
    expect((await held()).map(({ conversationId }) => conversationId)).toEqual([kept])
    expect(await clinic.changes(before)).toMatchObject([
      { type: 'hold.changed', data: { conversationId: gone, userId: 'lena', until: null } },
    ])
    expect(await chosen('sam')).toBe(gone)
  })

  test('that ran out is renewed while nobody has taken it, and lost once a colleague has', async () => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    await runOut(conversationId)
    const holder = 'tab of lena'
    expect((await clinic.call('renewHold', 'lena', { conversationId, holder })).body.data).not.toBeNull()
    await runOut(conversationId)
    expect(await chosen('dana')).toBe(conversationId)
    expect((await clinic.call('renewHold', 'lena', { conversationId, holder })).body.data).toBeNull()
    expect((await held()).map(({ userId }) => userId)).toEqual(['dana'])
  })

  test('is taken again by its tab after the worker has ended it, and every screen learns of it', async () => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    await runOut(conversationId)
    workers.push(startExpiredHolds(clinic.parts, { pollMs: 50 }))
    await until(async () => (await rowsOf(conversationId)).length === 0 || undefined)
    const before = await head()
    const { body } = await clinic.call('renewHold', 'lena', { conversationId, holder: 'tab of lena' })
    expect(body.data).toMatchObject({ conversationId, userId: 'lena', version: body.asOf })
    expect(await clinic.changes(before)).toMatchObject([{ type: 'hold.changed', data: body.data }])
    expect([await held(), await chosen('dana')]).toEqual([[body.data], null])
  })

  test.each<[string, (conversationId: string) => Promise<unknown>]>([
    ['a colleague has taken it', () => next('dana')],
    ['a colleague is assigned', (id) => clinic.call('assignToStaff', 'dana', { conversationId: id, user: 'dana' })],
    ['it is closed', (id) => clinic.call('closeConversation', 'dana', { conversationId: id, status: 'resolved' })],
    [
      'it is snoozed',
      (id) => {
        const until = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
        return clinic.call('snoozeConversation', 'dana', { conversationId: id, until })
      },
    ],
  ])('that the worker has ended is not taken again when %s', async (_why, act) => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    await clinic.store.query('delete from conversation_holds')
    expect((await act(conversationId)) as { status: number }).toMatchObject({ status: 200 })
    const { status, body } = await clinic.call('renewHold', 'lena', { conversationId, holder: 'tab of lena' })
    expect([status, body.data]).toEqual([200, null])
  })

  test('that the worker has ended is not taken again when its tab holds another one', async () => {
    const [first = '', second] = await wait(2)
    await next('lena')
    expect(await chosen('lena', { skip: [first] })).toBe(second)
    const { body } = await clinic.call('renewHold', 'lena', { conversationId: first, holder: 'tab of lena' })
    expect([body.data, (await held()).map(({ conversationId }) => conversationId)]).toEqual([null, [second]])
  })

  test('of another organization is neither seen nor changed', async () => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    const theirs = { organizationId: 'o2' }
    expect((await clinic.call('holds', 'omar', theirs)).body.data).toEqual([])
    expect((await next('omar', theirs)).body.data.conversation).toBeNull()
    for (const name of ['renewHold', 'releaseHold'] as const)
      expect((await clinic.call(name, 'omar', { ...theirs, conversationId, holder: 'tab of lena' })).status).toBe(404)
    expect((await clinic.call('holds', 'omar')).status).toBe(403)
    expect(await held()).toHaveLength(1)
  })

  test('blocks nobody: a colleague may answer and close the conversation', async () => {
    const [conversationId = ''] = await wait(1)
    await next('lena')
    expect((await clinic.call('sendMessage', 'dana', { conversationId, message: 'Yes' })).status).toBe(200)
    const { body } = await clinic.call('closeConversation', 'dana', { conversationId, status: 'resolved' })
    expect(body.data satisfies Conversation).toMatchObject({ status: 'resolved' })
  })
})

test('nextPatient finds its conversation by an index among 100,000 that wait', async () => {
  await clinic.store.query(
    `insert into conversations
       (organization_id, id, channel, sender, phone_number, status, last_message_at, waiting_since, search_text, version, staff_assigned)
     select 'o2', 'many' || n, 'sms', '+' || n, '+' || n, 'open', now(), now() - n * interval '1 second', '', 0,
       case when n > 1000 then array['omar'] else '{}' end
     from generate_series(1, 100000) as n`,
  )
  await clinic.store.query('analyze conversations')
  const theirs = { organizationId: 'o2' }
  expect(await chosen('omar', theirs)).toBe('many1000')
  const plan = await clinic.parts.database.write('o2', (tx) =>
    sql`explain ${nextWaiting({ organizationId: 'o2', userId: 'omar', skip: ['many1'], locks: 'skip' })}`.execute(tx),
  )
  expect(JSON.stringify(plan.rows)).toContain('Index Scan using conversations_unclaimed')
})
