import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { readHead } from '../events/append.ts'
import { itemOf, itemsFrom } from '../modules/conversations/conversation-items.store.ts'
import { recount } from '../modules/conversations/counts.store.ts'
import { AlreadyGenerated, generate } from './generate.ts'

const parts = { clock: { now: () => new Date() }, newId: () => crypto.randomUUID() }
const AMOUNTS = { organizations: 3, conversations: 1000, messages: 3 }

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await generate(store.url, AMOUNTS, parts)
})
afterAll(() => store.close())

test('generate creates the requested amounts across all organizations', async () => {
  expect(
    await store.query(`select organization_id as id, count(*)::int as n from conversations group by 1 order by 1`),
  ).toEqual([
    { id: 'org_generated_1', n: 334 },
    { id: 'org_generated_2', n: 333 },
    { id: 'org_generated_3', n: 333 },
  ])
  expect(await store.query(`select count(*)::int as n from messages`)).toEqual([{ n: 3000 }])
  const statuses = await store.query(`select distinct status from conversations`)
  expect(statuses).toHaveLength(5)
})

test('generate writes counts that equal a recount of the rows [OPEN-020]', async () => {
  await store.database.read('org_generated_2', async (tx) => {
    const { counts } = await readHead(tx, 'org_generated_2')
    expect(counts).toEqual(await recount(tx, 'org_generated_2'))
    // No text of a generated clinic is scheduled or fails, and nothing is snoozed.
    const { heldConversations, heldForAll, notDelivered, snoozed, ...others } = counts
    expect([heldConversations, heldForAll, notDelivered, snoozed]).toEqual([0, 0, 0, 0])
    expect(Object.values(others).every((count) => count > 0)).toBe(true)
  })
})

test('generate writes conversations that match the contract and show their last message', async () => {
  const items = await store.database.read('org_generated_1', async (tx) => {
    const { rows } = await itemsFrom(sql`(select * from conversations)`, new Date()).execute(tx)
    return rows.map(itemOf)
  })
  expect(items).toHaveLength(334)
  for (const item of items) expect(() => conversationSchema.parse(item)).not.toThrow()
  const wrong = await store.query(
    `select c.id from conversations c join lateral (select * from messages m where m.organization_id = c.organization_id
       and m.conversation_id = c.id order by m.created_at desc, m.id desc limit 1) as last on true
     where last.created_at <> c.last_message_at or last.body <> c.last_message
       or last.direction <> c.last_message_by ->> 'direction'`,
  )
  expect(wrong).toEqual([])
})

test('generate refuses a database that holds generated organizations', async () => {
  await expect(generate(store.url, AMOUNTS, parts)).rejects.toThrow(AlreadyGenerated)
})
