/** The views of what is left to do: texts not delivered, held texts, drafts, snoozed conversations; and their counts. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { IS_NOT_DELIVERED } from '../../conversations/conversations.ts'
import { startAuthorsWhoLeft } from '../scheduled/authors-who-left.ts'
import { HOUR_MS, openSchedulingClinic, type SchedulingClinic } from '../scheduled/scheduled-clinic.suite.ts'
import { startScheduledTexts } from '../scheduled/scheduled-texts.ts'

let clinic: SchedulingClinic
beforeAll(async () => {
  clinic = await openSchedulingClinic()
})
afterAll(() => clinic.close())

async function view(filter: Tab, user = 'lena', more: Record<string, unknown> = {}): Promise<string[]> {
  const { status, body } = await clinic.call('conversations', user, { filter, status: 'all', limit: 100, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.data as Conversation[]).map(({ id }) => id)
}

const tally = async (user = 'lena', more = {}) => (await clinic.call('ownTally', user, more)).body.data
const counts = async () => (await clinic.events()).at(-1)?.counts
const talliesIn = (events: readonly Envelope[]) =>
  events.filter(({ type }) => type === 'tally.changed').map(({ audience, data }) => [audience, data])

/** The carrier reports that the newest text did not arrive. */
async function fails(conversationId: string, MessageStatus = 'undelivered'): Promise<void> {
  const [text] = await clinic.store.query<{ id: string }>(
    `update messages set carrier_sid = 'SM' || id, status = 'sent' where conversation_id = $1 and direction = 'outbound'
     returning id`,
    [conversationId],
  )
  const path = `/api/inbox/webhooks/twilio/status?messageId=${text?.id}`
  const { status } = await clinic.post(path, { MessageSid: `SM${text?.id}`, MessageStatus, From: '+15125550100' })
  expect(status).toBeLessThan(300)
}

/** The carrier reports about the newest text, whatever was reported before. */
async function failsLast(conversationId: string, MessageStatus = 'undelivered'): Promise<void> {
  const [text] = await clinic.store.query<{ id: string }>(
    `select id from messages where conversation_id = $1 and direction = 'outbound' and not private
     order by created_at desc limit 1`,
    [conversationId],
  )
  const path = `/api/inbox/webhooks/twilio/status?messageId=${text?.id}`
  await clinic.post(path, { MessageSid: `SM${text?.id}`, MessageStatus, From: '+15125550100' })
}

test('view of texts not delivered lists and counts a conversation in any status until its next message', async () => {
  const { from, id } = await clinic.conversation()
  await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'On our way' })
  expect(await view('notDelivered')).toEqual([])
  await fails(id)
  expect([await view('notDelivered'), await counts()]).toMatchObject([[id], { notDelivered: 1 }])
  await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'pending' })
  expect(await view('notDelivered', 'dana')).toEqual([id])
  expect(await view('notDelivered', 'omar', { organizationId: 'o2' })).toEqual([])
  await clinic.text(from, 'Are you coming?')
  expect([await view('notDelivered'), await counts()]).toMatchObject([[], { notDelivered: 0 }])
})

test('view of texts not delivered keeps and gains a conversation whose last message is a note', async () => {
  const { id } = await clinic.conversation()
  const say = (message: string, isNote: boolean) =>
    clinic.call('sendMessage', 'lena', { conversationId: id, message, private: isNote })
  await say('On our way', false)
  await fails(id)
  const { body } = await clinic.call('assignWithNote', 'lena', { conversationId: id, user: 'dana', note: 'Call her' })
  expect(body.data.lastMessageBy).toMatchObject({ private: true, status: 'sent', textStatus: 'undelivered' })
  expect([await view('notDelivered'), await counts()]).toMatchObject([[id], { notDelivered: 1 }])

  await say('Again', false)
  expect([await view('notDelivered'), await counts()]).toMatchObject([[], { notDelivered: 0 }])
  await say('I hope that it works', true)
  await failsLast(id)
  expect([await view('notDelivered'), await counts()]).toMatchObject([[id], { notDelivered: 1 }])
  await failsLast(id, 'delivered')
  expect([await view('notDelivered'), await counts()]).toMatchObject([[], { notDelivered: 0 }])
})

test('view of texts not delivered has a scheduled text that could not be sent at its time', async () => {
  const worker = startScheduledTexts(clinic.parts, { pollMs: 50 })
  try {
    const { from, id } = await clinic.conversation()
    const { _id } = await clinic.schedule(id)
    await clinic.makeDue(_id, '3 hours')
    await until(async () => (await clinic.scheduled(id))[0]?.status === 'failed' || undefined)
    expect([await view('notDelivered'), await counts()]).toMatchObject([[id], { notDelivered: 1 }])
    await clinic.text(from, 'Hello?')
    expect([await view('notDelivered'), await counts()]).toMatchObject([[], { notDelivered: 0 }])

    // A conversation that begins with the scheduled text has no message besides it.
    const first = { phoneNumber: '+15125550191', message: 'See you', sendAt: clinic.ahead(HOUR_MS) }
    const { body } = await clinic.call('createWithMessage', 'lena', first)
    const begun = body.data.id
    const [text] = await clinic.scheduled(begun)
    await clinic.makeDue(text?._id ?? '', '3 hours')
    await until(async () => (await clinic.scheduled(begun))[0]?.status === 'failed' || undefined)
    expect([await view('notDelivered'), await counts()]).toMatchObject([[begun], { notDelivered: 1 }])
    expect(await clinic.item(begun)).toMatchObject({ lastMessage: 'See you', lastMessageBy: { status: 'failed' } })
  } finally {
    await worker.stop()
  }
})

test('view of snoozed conversations gains and loses its row and count, also when many are closed at once', async () => {
  const { id } = await clinic.conversation()
  const until = clinic.ahead(60_000)
  await clinic.call('snoozeConversation', 'lena', { conversationId: id, until })
  expect([await view('snoozed'), await counts()]).toMatchObject([[id], { snoozed: 1 }])
  await clinic.call('snoozeConversation', 'lena', { conversationId: id, until: null })
  expect([await view('snoozed'), await counts()]).toMatchObject([[], { snoozed: 0 }])
  await clinic.call('snoozeConversation', 'lena', { conversationId: id, until })
  const action = { type: 'close', status: 'resolved' }
  await clinic.call('bulkChange', 'lena', { conversationIds: [id], action })
  expect([await view('snoozed'), await counts()]).toMatchObject([[], { snoozed: 0 }])
})

test('view of held texts is that of their authors and the assignee, each with a count of their own', async () => {
  const { from, id } = await clinic.conversation()
  await clinic.schedule(id)
  const held = async () => [await view('held', 'lena'), await view('held', 'dana')]
  const before = await clinic.events()
  await clinic.text(from, 'Wait')
  expect(await held()).toEqual([[id], []])
  const after = await clinic.events(before.at(-1)?.seq)
  expect(talliesIn(after)).toMatchObject([['staff:lena', { user: 'lena', held: 1 }]])
  expect([(await tally()).held, (await tally('dana')).held]).toEqual([1, 0])

  const { body } = await clinic.call('assignToStaff', 'lena', { conversationId: id, user: 'dana' })
  expect(await held()).toEqual([[id], [id]])
  expect((await tally('dana')).held).toBe(1)
  await clinic.call('undo', 'lena', { undoId: body.undoId })
  expect([await held(), (await tally('dana')).held]).toEqual([[[id], []], 0])
  // A snooze hides nothing that must be decided.
  await clinic.call('snoozeConversation', 'lena', { conversationId: id, until: clinic.ahead(60_000) })
  expect(await view('held')).toEqual([id])
  const [text] = await clinic.scheduled(id)
  await clinic.call('cancelScheduledMessage', 'lena', { _id: text?._id, version: text?.version })
  expect([await held(), (await tally()).held]).toEqual([[[], []], 0])
})

test('view of held texts has those of an author who left for everybody, each counted once', async () => {
  const [before, after] = [await clinic.conversation(), await clinic.conversation()]
  const leave = () => clinic.store.query(`delete from members where organization_id = 'o1' and user_id = 'omar'`)
  const ofOmar = async (id: string) => {
    const { _id } = await clinic.schedule(id)
    await clinic.store.query(`update scheduled_texts set user_id = 'omar', user_name = 'Omar' where id = $1`, [_id])
  }
  await clinic.store.query(`insert into members (organization_id, user_id, role) values ('o1', 'omar', 'agent')`)
  await ofOmar(before.id)
  await clinic.text(before.from, 'Wait')
  expect([await view('held', 'dana'), (await clinic.item(before.id)).heldAuthors]).toEqual([[], ['omar']])
  await leave()
  const worker = startAuthorsWhoLeft(clinic.parts, 50)
  try {
    await until(async () => (await clinic.item(before.id)).heldAuthors.includes('*') || undefined)
  } finally {
    await worker.stop()
  }
  await ofOmar(after.id)
  await clinic.text(after.from, 'Wait')
  for (const user of ['lena', 'dana', 'sam'])
    expect((await view('held', user)).sort()).toEqual([before.id, after.id].sort())
  await clinic.call('assignToStaff', 'lena', { conversationId: after.id, user: 'dana' })
  expect([(await tally('dana')).held, await counts()]).toMatchObject([0, { heldForAll: 2 }])
  for (const { id } of [before, after]) {
    const [text] = await clinic.scheduled(id)
    await clinic.call('cancelScheduledMessage', 'sam', { _id: text?._id, version: text?.version })
  }
  expect([await view('held', 'sam'), await counts()]).toMatchObject([[], { heldForAll: 0 }])
})

test('view of drafts is private: nobody else lists it, counts it or receives its count [SEC-05]', async () => {
  const { id } = await clinic.conversation()
  const before = (await clinic.events()).at(-1)?.seq
  const save = (message: string, revision: number) =>
    clinic.call('saveDraft', 'lena', { conversationId: id, message, private: false, revision })
  await save('Between me', 1)
  await save('Between me and the screen', 2)
  expect([await view('drafts'), (await tally()).drafts]).toEqual([[id], 1])
  expect([await view('drafts', 'dana'), (await tally('dana')).drafts]).toEqual([[], 0])
  // Only the first save moves the count.
  expect(talliesIn(await clinic.events(before))).toMatchObject([['staff:lena', { drafts: 1 }]])
  const asked = await clinic.call('conversations', 'dana', { filter: 'drafts', status: 'all', userId: 'lena' })
  expect([asked.status, asked.body.issues[0].path]).toEqual([400, 'userId'])
  expect(await view('drafts', 'lena', { search: 'nobody' })).toEqual([])
  expect(await view('drafts', 'lena', { sort: 'waiting' })).toEqual([id])
  await save('', 3)
  expect([await view('drafts'), (await tally()).drafts]).toEqual([[], 0])
})

test('ownTally answers only for an organization of the caller [SEC-05]', async () => {
  expect((await clinic.call('ownTally', 'lena', { organizationId: 'o2' })).status).toBe(403)
  expect(await tally('sam', { organizationId: 'o2' })).toMatchObject({ user: 'sam', drafts: 0, held: 0 })
})

test('view of texts not delivered walks its index without sorting', async () => {
  await clinic.store.query('analyze conversations')
  const plan = await clinic.parts.database.read('o1', async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(tx)
    return sql`explain select * from conversations where organization_id = 'o1' and status = 'open'
      and ${IS_NOT_DELIVERED} order by last_message_at desc, id desc limit 11`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain('Index Scan using conversations_text_not_delivered')
  expect(JSON.stringify(plan.rows)).not.toContain('Sort')
})
