import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { recount } from '../conversations/counts.store.ts'

let clinic: Clinic
beforeEach(async () => {
  clinic = await openClinic()
})
afterEach(() => clinic.close())

const start = (fields: object, user = 'lena', headers = {}) =>
  clinic.call('createWithMessage', user, { phoneNumber: '(512) 555-0190', message: 'Hello', ...fields }, headers)
const conversations = async (fields: object = {}) =>
  (await clinic.call('conversations', 'dana', { ...fields })).body.data
const thread = async (conversationId: string) => (await clinic.call('messages', 'lena', { conversationId })).body.data
const outbound = () =>
  clinic.store.query<{ id: string }>('select message_id as id from outbound_texts order by position')

test('createWithMessage begins a conversation with an unknown number and queues the text [CALL-INBOX-22]', async () => {
  const { status, body } = await start({ message: ' Hello? ' })
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({
      ...{ status: 'unassigned', name: 'Unknown', phoneNumber: '+15125550190', from: '+15125550190', type: 'sms' },
      ...{ lastMessage: 'Hello?', unreadCount: 0, waitingSince: null, changedBy: { _id: 'lena', name: 'Lena Kim' } },
    }),
  ])
  const [message] = await thread(body.data.id)
  expect(message).toMatchObject({ message: 'Hello?', direction: 'outbound', status: 'queued', user: 'lena' })
  expect(await outbound()).toEqual([{ id: message._id }])
  expect(await conversations({ status: 'unassigned' })).toEqual([body.data])
  expect(await clinic.events()).toMatchObject([
    { type: 'conversation.changed', data: body.data },
    { type: 'message.added', seq: body.asOf },
  ])
})

test("createWithMessage links the number's patient, named or not [CALL-INBOX-22]", async () => {
  const named = await start({ phoneNumber: '5125550143', patientId: 'p2' })
  expect(named.body.data).toMatchObject({ patientId: 'p2', name: 'Miguel Santos', status: 'open' })
  expect((await start({ phoneNumber: '5125550142' })).body.data).toMatchObject({ patientId: 'p1', status: 'open' })
  const elsewhere = await start({ phoneNumber: '5125550191', patientId: 'p2' })
  expect(elsewhere.body.data).toMatchObject({ patientId: 'p2', phoneNumber: '+15125550191' })
})

test("createWithMessage continues the number's existing conversation [CALL-INBOX-22]", async () => {
  const { id } = await clinic.text('+15125550190', 'Who are you?')
  for (const phoneNumber of ['5125550190', '+1 512 555 0190', '15125550190'])
    expect((await start({ phoneNumber })).body.data).toMatchObject({ id, unreadCount: 1, waitingSince: null })
  expect(await clinic.text('+15125550190', 'Ah')).toMatchObject({ id })
  expect(await thread(id)).toHaveLength(5)
})

test('createWithMessage reopens a closed conversation and counts its request [CALL-INBOX-22] [OPEN-032] [OPEN-020]', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'A refill please')
  await clinic.call('markConversationRequest', 'lena', { conversationId, requestType: 'prescription' })
  await clinic.call('closeConversation', 'lena', { conversationId, status: 'resolved' })
  expect((await start({ phoneNumber: '5125550142' })).body.data).toMatchObject({ id: conversationId, status: 'open' })
  const counts = (await clinic.events()).at(-1)?.counts
  expect(counts).toMatchObject({ openRequests: 1 })
  expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(counts)
})

test("createWithMessage keeps a shared number's patient and files the text under the named one [CALL-INBOX-22] [OPEN-101]", async () => {
  const phoneNumber = '5125550144'
  const { id } = (await start({ phoneNumber, patientId: 'p3' })).body.data
  const second = await start({ phoneNumber, patientId: 'p4', message: 'For your brother' })
  expect(second.body.data).toMatchObject({ id, patientId: 'p3', lastMessage: 'For your brother' })
  expect((await thread(id)).map(({ patientId }: { patientId: string }) => patientId)).toEqual([null, 'p4'])
  const { data } = (await clinic.call('patientMessages', 'lena', { patientId: 'p4' })).body
  expect(data).toMatchObject([{ message: 'For your brother' }])
})

test('createWithMessage by several staff and a text of the patient at once make one conversation [CALL-INBOX-22]', async () => {
  const [ours, theirs] = await Promise.all([
    Promise.all(['lena', 'dana', 'sam', 'lena'].map((user) => start({ message: `From ${user}` }, user))),
    clinic.text('+15125550190', 'And from me'),
  ])
  expect(ours.map(({ status, body }) => [status, body.data.id])).toEqual(ours.map(() => [200, theirs.id]))
  expect(await thread(theirs.id)).toHaveLength(5)
  expect(await conversations({ status: 'all' })).toHaveLength(1)
})

test('createWithMessage sends and counts one text when it is repeated with its key [CALL-INBOX-22] [T40]', async () => {
  const key = { 'idempotency-key': 'k' }
  const [first, second] = [await start({}, 'lena', key), await start({}, 'lena', key)]
  expect(second).toEqual(first)
  expect(await outbound()).toHaveLength(1)
  for (const counted of ['text_days', 'text_number_days'])
    expect(await clinic.store.query(`select sent from ${counted}`)).toEqual([{ sent: 1 }])
})

test('createWithMessage is refused for a number that must not be texted, and writes nothing [OPEN-072]', async () => {
  await clinic.store.query(`insert into consents (organization_id, phone_number, sms_status) values
    ('o1', '+15125550190', 'opted_out'), ('o1', '+15125550191', 'blocked')`)
  const refusals = [
    [await start({}), 'opted_out'],
    [await start({ phoneNumber: '5125550191' }), 'blocked'],
  ] as const
  for (const [{ status, body }, reason] of refusals) expect([status, body.reason]).toEqual([422, reason])
  await clinic.store.query(`update organizations set sms_number = null where id = 'o1'`)
  const { status, body } = await start({ phoneNumber: '5125550192' })
  expect([status, body.reason]).toEqual([422, 'no_number'])
  expect([await conversations({ status: 'all' }), await clinic.events(), await outbound()]).toEqual([[], [], []])
})

test('createWithMessage refuses a number of another country, also in local notation [T40]', async () => {
  for (const [phoneNumber, name] of [
    ['(876) 555-0142', 'Jamaica'],
    ['+44 7400 123456', 'United Kingdom'],
  ]) {
    const { status, body } = await start({ phoneNumber })
    expect([status, body.reason]).toEqual([422, 'not_deliverable'])
    expect(body.message).toContain(`(${name}) are not enabled`)
  }
  expect([await conversations({ status: 'all' }), await clinic.events(), await outbound()]).toEqual([[], [], []])
  // Fictional numbers earn nobody money, so they are accepted.
  for (const phoneNumber of ['(123) 456-7890', '+15558675310'])
    expect(await start({ phoneNumber })).toMatchObject({ status: 200, body: { data: { lastMessage: 'Hello' } } })
})

test('createWithMessage stops at the daily limit [OPEN-072]', async () => {
  await clinic.close()
  clinic = await openClinic({ SMS_DAILY_LIMIT: '1' })
  const [one, two] = [await start({}), await start({ phoneNumber: '5125550191' })]
  expect([one.status, two.status, two.body.reason]).toEqual([200, 429, 'rate_limited'])
})

test("createWithMessage is 404 for another organization's patient [CALL-INBOX-22]", async () => {
  for (const patientId of ['p9', 'absent']) expect((await start({ patientId })).status).toBe(404)
  expect(await conversations({ status: 'all' })).toEqual([])
})
