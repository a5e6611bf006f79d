import { chatbotFlowItemSchema } from '@foyer/contracts/chatbot/chatbot.ts'
import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { readHead } from '../events/append.ts'
import { lockSession } from '../modules/bots/sessions.store.ts'
import { itemOf as flowItemOf } from '../modules/chatbot/flow-state.rules.ts'
import { findFlow, listFlows, listLiveFlows } from '../modules/chatbot/flows.store.ts'
import { itemOf, itemsFrom } from '../modules/conversations/conversation-items.store.ts'
import { recount } from '../modules/conversations/counts.store.ts'
import { addDemoChatbots } from './demo-chatbots.ts'
import { seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const NOW = new Date('2026-11-19T15:16:00Z')
const DAY_MS = 86_400_000

const partsOf = (of: FreshDatabase, now = NOW) => testServices(of, { clock: { now: () => now } })

async function fill(now = NOW): Promise<FreshDatabase> {
  const filled = await freshDatabase()
  await seedDemo(partsOf(filled, now))
  await addDemoChatbots(partsOf(filled, now))
  return filled
}

let store: FreshDatabase
beforeAll(async () => {
  store = await fill()
}, 120_000)
afterAll(() => store.close())

async function count(from: string, of = store): Promise<number> {
  const [row] = await of.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? 0
}
const conversations = (where: string) =>
  store.database.read('org_cedar', async (tx) => {
    const { rows } = await itemsFrom(sql`(select * from conversations where ${sql.raw(where)})`, NOW).execute(tx)
    return rows.map(itemOf)
  })

test('addDemoChatbots adds each chatbot in its state, and none is live', async () => {
  const flows = await store.database.read('org_cedar', (tx) =>
    listFlows(tx, 'org_cedar', new Date(NOW.getTime() - 7 * DAY_MS)),
  )
  expect(flows.map(({ _id, status, publishedVersion, problems }) => [_id, status, publishedVersion, problems])).toEqual(
    [
      ['bot_afterhours', 'draft', null, { errors: 0, warnings: 3 }],
      ['bot_northgate', 'paused', 3, { errors: 1, warnings: 0 }],
      ['bot_refill', 'paused', 1, { errors: 0, warnings: 0 }],
    ],
  )
  expect(flows[1]?.numbers.running).toBe(16)
  for (const { numbers: _, ...item } of flows) expect(() => chatbotFlowItemSchema.parse(item)).not.toThrow()
  for (const id of ['org_cedar', 'org_lakeside', 'org_harbor'])
    expect(await store.database.read(id, (tx) => listLiveFlows(tx, id))).toEqual([])
  const lakeside = await store.database.read('org_lakeside', (tx) =>
    findFlow(tx, { organizationId: 'org_lakeside', flowId: 'bot_lakeside' }),
  )
  expect(lakeside && flowItemOf(lakeside.state, lakeside.draftByName)).toMatchObject({
    ...{ name: 'Visiting hours', status: 'draft', problems: { errors: 0, warnings: 0 } },
    updatedBy: { _id: 'usr_omar' },
  })
})

test('versions of the website assistant have their notes, and no problem', async () => {
  const versions = await store.query<{ number: number; by_user: string; note: string }>(
    `select number, by_user, note from chatbot_versions where flow_id = 'bot_northgate' and errors = 0 order by number`,
  )
  expect(versions.map(({ number, by_user }) => [number, by_user])).toEqual([
    [1, 'usr_sam'],
    [2, 'usr_lena'],
    [3, 'usr_sam'],
  ])
  expect(versions.every(({ note }) => note !== '')).toBe(true)
})

test('visitors stand in the blocks of their talks, and these end in three days by themselves', async () => {
  const standing = await store.query(
    `select version_number as version, node_id as node, count(*)::int as n from chatbot_sessions
     where ended_at is null group by 1, 2 order by 1, 2`,
  )
  expect(standing).toEqual([
    { version: 2, node: 'who', n: 2 },
    { version: 3, node: 'help', n: 3 },
    { version: 3, node: 'medicine', n: 4 },
    { version: 3, node: 'times', n: 2 },
    { version: 3, node: 'who', n: 5 },
  ])
  expect(await count(`chatbot_sessions where due_at < '${NOW.toISOString()}'::timestamptz + interval '2 days'`)).toBe(0)
  const running = await conversations('bot is not null')
  expect(running).toHaveLength(16)
  for (const one of running) {
    expect(() => conversationSchema.parse(one)).not.toThrow()
    expect(one).toMatchObject({ unreadCount: 0, waitingSince: null, type: 'chat', status: 'unassigned' })
    expect(NOW.getTime() - Date.parse(one.timestamp)).toBeGreaterThan(3 * 3_600_000)
    const session = await store.database.write('org_cedar', (tx) =>
      lockSession(tx, 'org_cedar', one.bot?.sessionId ?? ''),
    )
    expect(session).toMatchObject({ conversationId: one.id, nodeId: one.bot?.nodeId, endedAt: null })
  }
})

test('addDemoChatbots tells of 180 ended talks of two weeks, most of which stop at who the visitor is', async () => {
  const northgate = `chatbot_sessions where flow_id = 'bot_northgate' and ended_at is not null`
  expect(await count(northgate)).toBe(180)
  expect(await count(`${northgate} and ended_at < '${NOW.toISOString()}'::timestamptz - interval '14 days'`)).toBe(0)
  const silent = await store.query<{ node: string; n: number }>(
    `select node_id as node, count(*)::int as n from ${northgate} and ended_as = 'silent' group by 1 order by 2 desc`,
  )
  expect(silent).toEqual([
    { node: 'who', n: 60 },
    { node: 'help', n: 20 },
  ])
  expect(await count(`${northgate} and ended_as = 'handedOver'`)).toBe(100)
  expect(
    await count(`chatbot_sessions s where not exists (select from chatbot_passages p
      where p.organization_id = s.organization_id and p.session_id = s.id) and s.step > 1`),
  ).toBe(0)
  expect(await count('chatbot_passages where left_at < entered_at')).toBe(0)
})

test('a talk by text that ended has its note in its conversation', async () => {
  const [note] = await store.query<{ body: string; conversation: string }>(
    `select body, conversation_id as conversation from messages where origin = 'bot' and private`,
  )
  expect(note?.body).toContain('Prescription refills, version 1, handed over to a person.')
  expect(note?.body).toContain('medicine: Lisinopril 10 mg')
  expect(await conversations(`id = '${note?.conversation}'`)).toMatchObject([{ status: 'resolved', type: 'sms' }])
})

test('chatbots of the demo leave the counts of the inbox and the log as they are', async () => {
  await store.database.read('org_cedar', async (tx) => {
    const { counts, seq } = await readHead(tx, 'org_cedar')
    expect(counts).toEqual(await recount(tx, 'org_cedar'))
    expect(seq).toBe(0)
  })
  for (const table of ['events', 'outbound_texts', 'causes']) expect(await count(table), table).toBe(0)
  expect(
    await count(`conversations c where status <> 'quiet' and (last_message_at, last_message) is distinct from
      (select (created_at, body) from messages m where m.organization_id = c.organization_id and m.conversation_id = c.id
         and not quiet order by created_at desc, id desc limit 1)`),
  ).toBe(0)
  expect(await count(`messages where created_at > '${NOW.toISOString()}'`)).toBe(0)
  expect(await count(`messages where origin = 'bot' and (via is null or not automatic)`)).toBe(0)
})

test('addDemoChatbots writes the same rows for the same time', async () => {
  const again = await fill()
  for (const table of [
    ...['chatbot_flows', 'chatbot_versions', 'chatbot_revisions', 'chatbot_sessions', 'chatbot_passages'],
    ...['messages', 'conversations'],
  ]) {
    const digest = `select md5(string_agg(row::text, '|' order by row::text)) as digest from ${table} as row`
    expect(await again.query(digest), table).toEqual(await store.query(digest))
  }
  await again.close()
})

test.each(['2026-11-21T03:40:00Z', '2026-11-22T09:05:00Z', '2026-03-08T08:30:00Z'])(
  'addDemoChatbots at %s has all talks, and nothing in the future',
  async (at) => {
    const other = await fill(new Date(at))
    expect(await count('chatbot_sessions where ended_at is null', other)).toBe(16)
    expect(await count('chatbot_sessions', other)).toBe(197)
    expect(await count(`messages where created_at > '${at}'`, other)).toBe(0)
    expect(await count(`chatbot_sessions where ended_at > '${at}' or started_at > '${at}'`, other)).toBe(0)
    await other.close()
  },
)
