import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addCannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { readHead } from '../events/append.ts'
import { createFolder } from '../files/folder.ts'
import { itemOf, itemsFrom } from '../modules/conversations/conversation-items.store.ts'
import { recount } from '../modules/conversations/counts.store.ts'
import { isPassword } from '../modules/session/password.ts'
import { DEMO_ORGANIZATIONS } from './demo-organizations.ts'
import { claimEmptyStore } from './seed.store.ts'
import { seedAtStart, seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const NOW = new Date('2026-11-19T15:16:00Z')
const parts = (store: FreshDatabase, now = NOW) => ({
  database: store.database,
  clock: { now: () => now },
  newId: () => crypto.randomUUID(),
})

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  expect(await seedDemo(parts(store))).toBe(true)
})
afterAll(() => store.close())

const count = async (from: string) => {
  const [row] = await store.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? 0
}
const items = (organizationId: string, now = NOW) =>
  store.database.read(organizationId, async (tx) => {
    const { rows } = await itemsFrom(sql`(select * from conversations)`, now).execute(tx)
    return rows.map(itemOf)
  })

test('seed creates three clinics with their numbers and six accounts', async () => {
  expect(await store.query('select id, name, type, timezone, sms_number from organizations order by id')).toEqual([
    {
      id: 'org_cedar',
      name: 'Cedar Ridge Medical Group',
      type: 'medicalGroup',
      timezone: 'America/Chicago',
      sms_number: '+15125550100',
    },
    {
      id: 'org_harbor',
      name: 'Harbor Urgent Care',
      type: 'urgentCare',
      timezone: 'America/Los_Angeles',
      sms_number: '+14155550100',
    },
    {
      id: 'org_lakeside',
      name: 'Lakeside Hospital',
      type: 'hospital',
      timezone: 'America/New_York',
      sms_number: '+16175550100',
    },
  ])
  const members = await store.query<{ who: string }>(
    `select u.email || ' ' || m.user_id || ' ' || m.organization_id || ' ' || m.role as who
     from members m join "user" u on u.id = m.user_id order by 1`,
  )
  expect(members.map(({ who }) => who)).toEqual([
    'ana@demo.test usr_ana org_cedar admin',
    'ana@demo.test usr_ana org_harbor admin',
    'ana@demo.test usr_ana org_lakeside admin',
    'dana@demo.test usr_dana org_cedar agent',
    'lena@demo.test usr_lena org_cedar agent',
    'omar@demo.test usr_omar org_lakeside agent',
    'ruth@demo.test usr_ruth org_harbor provider',
    'sam@demo.test usr_sam org_cedar supervisor',
    'sam@demo.test usr_sam org_lakeside supervisor',
  ])
  const [account] = await store.query<{ password: string }>(`select password from account where "userId" = 'usr_lena'`)
  expect(await isPassword({ hash: account?.password ?? '', password: 'demo-clinic-2026' })).toBe(true)
})

test('seed creates enough rows to page and to scroll', async () => {
  expect(await count(`patients where organization_id = 'org_cedar'`)).toBeGreaterThanOrEqual(300)
  expect(await count(`conversations where organization_id = 'org_cedar'`)).toBeGreaterThanOrEqual(400)
  for (const id of ['org_lakeside', 'org_harbor'])
    expect(await count(`conversations where organization_id = '${id}'`)).toBeGreaterThanOrEqual(40)
  expect(
    await count(`conversations where status in ('open', 'unassigned') and organization_id = 'org_cedar'`),
  ).toBeGreaterThan(50)
})

test.each(['2026-11-19T15:16:00Z', '2026-11-21T03:40:00Z', '2026-11-22T09:05:00Z', '2026-03-08T08:30:00Z'])(
  'seed at %s creates visits of three weeks, ten today for patients with a conversation, and nothing in the future',
  async (at) => {
    const now = new Date(at)
    const other = await freshDatabase()
    await seedDemo(parts(other, now))
    const [today] = await other.query<{ n: number; first: number; last: number }>(
      `select count(*) filter (where day = today and talks)::int as n, min(day - today) as first, max(day - today) as last
       from (select (a.starts_at at time zone o.timezone)::date as day, ($1::timestamptz at time zone o.timezone)::date as today,
               exists (select from conversations c where c.organization_id = a.organization_id and c.patient_id = a.patient_id) as talks
             from appointments a join organizations o on o.id = a.organization_id where o.id = 'org_cedar') as visits`,
      [now],
    )
    expect(today?.n).toBeGreaterThanOrEqual(10)
    expect([today?.first, today?.last].map(Number)).toEqual([
      expect.toSatisfy((day) => day <= -5),
      expect.toSatisfy((day) => day >= 12),
    ])
    const [late] = await other.query<{ n: number }>(`select count(*)::int as n from messages where created_at > $1`, [
      now,
    ])
    expect(late?.n).toBe(0)
    const [lately] = await other.query<{ n: number }>(
      `select count(*)::int as n from conversations where organization_id = 'org_cedar' and last_message_at > $1::timestamptz - interval '90 minutes'`,
      [now],
    )
    expect(lately?.n).toBeGreaterThanOrEqual(7)
    await other.close()
  },
)

test.each(DEMO_ORGANIZATIONS.map(({ id }) => id))(
  'counts of %s equal a recount of its rows, its log is empty and every version is 0 [OPEN-020]',
  async (id) => {
    const head = await store.database.read(id, async (tx) => {
      const { counts, seq } = await readHead(tx, id)
      expect(counts).toEqual(await recount(tx, id))
      return { counts, seq }
    })
    expect(head.seq).toBe(0)
    expect(head.counts.unreadMessages).toBeGreaterThan(0)
    expect(await count(`events where organization_id = '${id}'`)).toBe(0)
    expect(await count(`conversations where version <> 0`)).toBe(0)
    expect(await count(`messages where version <> 0`)).toBe(0)
  },
)

test.each(DEMO_ORGANIZATIONS.map(({ id }) => id))('conversations of %s match the contract', async (id) => {
  for (const item of await items(id)) {
    expect(() => conversationSchema.parse(item)).not.toThrow()
    expect(contribution(item).unreadMessages).toBe(item.unreadCount)
    if (item.unreadCount > 0) expect(item.lastMessageBy?.direction).toBe('inbound')
    if (item.waitingSince) expect(item.waitingSince <= item.timestamp).toBe(true)
  }
})

test('list item agrees with its thread: last message, author and waiting time [INBOX-02]', async () => {
  expect(
    await count(`conversations c where last_message_at is distinct from
      (select max(created_at) from messages m where m.organization_id = c.organization_id and m.conversation_id = c.id)`),
  ).toBe(0)
  expect(await count(`conversations where channel = 'chat'`)).toBeGreaterThan(3)
  // Only messages after the last one from staff can be unread or make the patient wait.
  const unanswered = `messages m where m.organization_id = c.organization_id and m.conversation_id = c.id
    and direction = 'inbound' and created_at > coalesce((select max(created_at) from messages a
      where a.organization_id = c.organization_id and a.conversation_id = c.id and a.user_id is not null and not a.private), '-infinity')`
  expect(await count(`conversations c where unread_count > (select count(*) from ${unanswered})`)).toBe(0)
  expect(await count(`conversations c where waiting_since < '2026-10-20'`)).toBe(0)
  expect(
    await count(`conversations c where waiting_since is not null and not exists (select from ${unanswered}
    and m.created_at = c.waiting_since)`),
  ).toBe(0)
  expect(await count(`messages where status in ('queued', 'sending')`)).toBe(0)
  expect(await count(`messages where status in ('undelivered', 'failed') and failure_reason is null`)).toBe(0)
  expect(await count(`messages where body ~ '[{}]'`)).toBe(0)
  expect(await count(`patients where first_name || last_name ~ '[0-9]'`)).toBe(0)
  expect(await count(`messages where private and carrier_sid is not null`)).toBe(0)
})

test('first screen is as written in the file', async () => {
  const newest = (await items('org_cedar'))
    .filter(({ status }) => status === 'open' || status === 'unassigned')
    .slice(0, 7)
  expect(newest.map(({ name, unreadCount }) => [name, unreadCount])).toEqual([
    ['Miguel Santos', 1],
    ['Rosalind Carver', 1],
    ['Unknown', 2],
    ['Theodore Lindqvist', 1],
    ['Aisha Mahmoud', 0],
    ['Grace Nwosu', 0],
    ['Jun Takahashi', 3],
  ])
  expect(newest[1]).toMatchObject({
    mrn: '204-8817',
    staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }],
    waitingSince: '2026-11-19T15:14:00.000Z',
    smsStatus: 'subscribed',
    // Two working days after Thursday is Monday; the visit is at half past one in Texas.
    appointment: { doctorName: 'Dr. Amara Okafor', status: 'scheduled', startsAt: '2026-11-23T19:30:00.000Z' },
  })
  const statuses = (await items('org_cedar')).map(({ smsStatus }) => smsStatus)
  expect(new Set(statuses)).toEqual(new Set(['subscribed', 'opted_out', 'blocked']))
  const feedback = (await items('org_cedar')).map(({ feedback }) => feedback)
  expect(new Set(feedback)).toEqual(new Set([null, 'up', 'down']))
})

test('seed creates the same database for the same time', async () => {
  const again = await freshDatabase()
  await seedDemo(parts(again))
  for (const table of ['patients', 'appointments', 'consents', 'conversations', 'messages']) {
    const digest = `select md5(string_agg(row::text, '|' order by row::text)) as digest from ${table} as row`
    // A patient's created_at is the time of the insert.
    const sums =
      table === 'patients' ? digest.replace('row::text, ', 'row.id || row.last_name || row.phone_number, ') : digest
    expect(await again.query(sums)).toEqual(await store.query(sums))
  }
  await again.close()
})

test('claimEmptyStore lets its transaction be idle for a minute on a slow machine', async () => {
  const setting = await store.database.system(async (tx) => {
    await claimEmptyStore(tx)
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(tx)
    return rows
  })
  expect(setting).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
})

test('seed leaves a non-empty database alone, and one of two concurrent seeds fills an empty one', async () => {
  expect(await seedDemo(parts(store))).toBe(false)
  const other = await freshDatabase()
  const filled = await Promise.all([seedDemo(parts(other)), seedDemo(parts(other))])
  expect(filled.sort()).toEqual([false, true])
  await other.close()
})

test('canned messages of every clinic are valid inputs of the calls [CALL-INBOX-16] [OPEN-023]', async () => {
  const rows = await store.query<{ organization_id: string; title: string; message: string }>(
    'select organization_id, title, message from canned_messages',
  )
  for (const { id } of DEMO_ORGANIZATIONS)
    expect(rows.filter((row) => row.organization_id === id).length).toBeGreaterThanOrEqual(6)
  for (const { organization_id: organizationId, title, message } of rows) {
    const body = { organizationId, title, message }
    expect(addCannedMessage.body.parse(body)).toEqual(body)
  }
  expect(rows.some(({ message }) => message.includes('{{firstName}}'))).toBe(true)
})

test('seedAtStart fills the store of a machine that stands still for longer than a transaction may take', async () => {
  const other = await freshDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-seed-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const standsStill = () => {
      vi.advanceTimersByTime(60_000)
      return NOW
    }
    const { url } = other
    const files = createFolder(folder)
    expect(await seedAtStart({ ...testServices(other), url, files, clock: { now: standsStill } })).toBe(true)
    const faxes = await other.query<{ status: string }>('select status from faxes order by status')
    expect(faxes.map(({ status }) => status)).toEqual(['delivered', 'failed', 'partial', 'retrying'])
  } finally {
    vi.useRealTimers()
    await other.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
