/** Quiet texts on a real store: the thread has them, and no list, count or search does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvents, readHead } from '../../events/append.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { applyDeliveryReport, type Report } from '../texting/delivery.ts'
import { lockSender, stageQuietText } from './conversations.ts'
import { recount } from './counts.store.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const WORDS = 'Your appointment is tomorrow at noon'

function sendQuietly(phoneNumber: string, patientId: string | null = null) {
  const { parts, store } = clinic
  return store.database.write('o1', async (tx) => {
    const conversation =
      (await lockSender(tx, { organizationId: 'o1', sender: phoneNumber, withOthers: false })) ?? null
    const now = parts.clock.now()
    const { message, change } = stageQuietText(tx, parts, {
      ...{ organizationId: 'o1', phoneNumber, conversation, body: WORDS, patientId, now },
      ...{ origin: 'reminder', kind: 'proactive' },
    })
    await appendEvents(tx, { organizationId: 'o1', at: now }, [change])
    return message
  })
}
const report = ({ conversationId, id: messageId }: { conversationId: string; id: string }, news: Report) =>
  clinic.store.database.write('o1', (tx) =>
    applyDeliveryReport(
      tx,
      clinic.parts,
      { organizationId: 'o1', conversationId, messageId },
      news,
      clinic.parts.clock.now(),
    ),
  )
const thread = async (conversationId: string) =>
  (await clinic.call('messages', 'lena', { conversationId })).body.data as Record<string, unknown>[]
const item = async (conversationId: string) => (await clinic.call('conversation', 'lena', { conversationId })).body.data
const listed = async () =>
  ((await clinic.call('conversations', 'lena', { status: 'all', limit: 100 })).body.data as { id: string }[]).map(
    ({ id }) => id,
  )
const typesSince = async (seq: number) => (await clinic.changes(seq)).map(({ type }) => type)
const head = async () => (await clinic.events()).length
/** The counts of the head and those of the rows, which must be the same. */
const counts = () =>
  clinic.store.database.read('o1', async (tx) => {
    const kept = (await readHead(tx, 'o1')).counts
    expect(kept).toMatchObject(await recount(tx, 'o1'))
    return kept
  })

test('a quiet text stands in its thread and changes nothing of its conversation', async () => {
  const { id } = await clinic.text('+15125550142', 'Hello')
  const [before, countsBefore, seq] = [await item(id), await counts(), await head()]
  const text = await sendQuietly('+15125550142', 'p1')
  expect(await thread(id)).toMatchObject([
    { message: 'Hello', origin: null },
    { _id: text.id, message: WORDS, automatic: true, origin: 'reminder', patientId: null, status: 'queued' },
  ])
  for (const status of ['sending', 'sent', 'undelivered'] as const) await report(text, { status })
  expect((await thread(id))[1]).toMatchObject({ status: 'undelivered' })
  expect([await item(id), await counts()]).toEqual([before, countsBefore])
  expect(await typesSince(seq)).toEqual(['message.added', 'message.changed', 'message.changed', 'message.changed'])
})

test('a quiet text leaves the delivery of the text before it to the list item', async () => {
  const { id } = await clinic.text('+15125550171', 'Hello')
  const { body } = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'On it' })
  await sendQuietly('+15125550171')
  await report({ conversationId: id, id: body.data._id }, { status: 'failed', failureReason: 'No' })
  expect(await item(id)).toMatchObject({ lastMessage: 'On it', lastMessageBy: { status: 'failed' } })
})

test('a number without a conversation gets one that no list, count or search has', async () => {
  const [countsBefore, seq] = [await counts(), await head()]
  const { conversationId } = await sendQuietly('+15125550143', 'p2')
  expect(await typesSince(seq)).toEqual(['message.added'])
  expect(await listed()).not.toContain(conversationId)
  expect(await counts()).toEqual(countsBefore)
  const found = await clinic.call('conversations', 'lena', { status: 'all', search: '5550143' })
  expect(found.body.data).toEqual([])
  const words = await clinic.call('searchMessages', 'lena', { search: 'appointment tomorrow' })
  expect(words.body.data).toEqual([])
  // Whoever has its address can read it.
  expect(await item(conversationId)).toMatchObject({ status: 'unassigned', lastMessage: '', unreadCount: 0 })
  expect(await thread(conversationId)).toMatchObject([{ message: WORDS, patientId: 'p2' }])
  // A second one stands in the same conversation.
  expect((await sendQuietly('+15125550143', 'p2')).conversationId).toBe(conversationId)
})

test('the first other message makes a quiet conversation a new one', async () => {
  const { conversationId } = await sendQuietly('+15125550172')
  const seq = await head()
  const begun = await clinic.text('+15125550172', 'Yes please')
  expect(begun).toMatchObject({ id: conversationId, status: 'unassigned', lastMessage: 'Yes please', unreadCount: 1 })
  expect(await typesSince(seq)).toEqual(['conversation.changed', 'message.added'])
  expect(await listed()).toContain(conversationId)
  const history = await clinic.call('conversationHistory', 'lena', { conversationId })
  expect(history.body.data).toMatchObject([{ change: { kind: 'began', status: 'unassigned' } }])
  // Its thread may be open, from the list of what was sent.
  const told = (await clinic.events()).filter(
    ({ type, key }) => type === 'history.added' && key.startsWith(conversationId),
  )
  expect(told.map(({ data }) => data)).toEqual(history.body.data)
})

test('an answer to the first message of a quiet conversation begins it no second time', async () => {
  const { conversationId } = await sendQuietly('+15125550175')
  const { unreadMessages = 0 } = await counts()
  await clinic.text('+15125550175', 'HELP')
  expect(await thread(conversationId)).toMatchObject([{ message: WORDS }, { message: 'HELP' }, { automatic: true }])
  expect(await counts()).toMatchObject({ unreadMessages: unreadMessages + 1 })
  const history = await clinic.call('conversationHistory', 'lena', { conversationId })
  expect(history.body.data).toMatchObject([{ change: { kind: 'began' } }])
  const opened = await clinic.store.query(
    `select from causes where kind = 'conversationOpened' and conversation_id = $1`,
    [conversationId],
  )
  expect(opened).toHaveLength(1)
})

test('a quiet conversation is linked to the only patient of its number by that message', async () => {
  await clinic.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     values ('o1', 'p7', 'i7', 'Ana', 'Ruiz', '+15125550173')`,
  )
  const { conversationId } = await sendQuietly('+15125550173', 'p7')
  expect(await clinic.text('+15125550173', 'Hola')).toMatchObject({
    ...{ id: conversationId, status: 'open', name: 'Ana Ruiz', patientId: 'p7' },
  })
  expect(await clinic.call('conversations', 'lena', { status: 'all', search: 'ruiz' })).toMatchObject({
    body: { data: [{ id: conversationId }] },
  })
})

test.each([
  ['a note', '+15125550181', 'sendMessage', { message: 'Called', private: true }],
  ['a star', '+15125550182', 'toggleStar', { action: 'star' }],
] as const)('%s of the staff makes a quiet conversation one that lists show', async (_what, number, call, fields) => {
  const { conversationId } = await sendQuietly(number)
  const answer = await clinic.call(call, 'lena', { conversationId, ...fields })
  expect(answer.status).toBe(200)
  expect(await listed()).toContain(conversationId)
})

test('an opt-out that the carrier reports for a quiet text keeps the conversation quiet', async () => {
  const text = await sendQuietly('+15125550174')
  await report(text, { status: 'failed', failureReason: 'The patient opted out of texts.', isOptOut: true })
  expect(await clinic.store.query(`select sms_status from consents where phone_number = '+15125550174'`)).toEqual([
    { sms_status: 'opted_out' },
  ])
  expect(await listed()).not.toContain(text.conversationId)
})
