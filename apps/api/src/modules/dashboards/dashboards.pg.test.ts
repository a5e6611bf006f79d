import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const RANGE = { startDate: '2026-11-15', endDate: '2026-11-19' }

test('the patient communication counts texts by day, channel and author [CALL-DASH-03] [DASH-04] [OPEN-083]', async () => {
  const { id: conversationId } = await clinic.text('+15125550177', 'Are you open?')
  await clinic.text('+15125550177', 'Hello?')
  clinic.pass(3 * 60_000)
  const { body: sent } = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Yes' })
  await clinic.store.query(`update messages set status = 'delivered' where id = $1`, [sent.data._id])
  const { status, body } = await clinic.call('patientCommunication', 'lena', RANGE)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    ...{ total: 3, received: 2, sent: 1, staff: 1, automatic: 0, failed: 0 },
    byChannel: {
      sms: { received: 2, sent: 1, failed: 0 },
      chat: { received: 0 },
      email: { sent: 0 },
      fax: { sent: 0 },
    },
    firstReply: { typicalMinutes: 3, within: { minutes: 15, count: 1, of: 1 } },
    previous: { startDate: '2026-11-10', endDate: '2026-11-14', total: 0, firstReply: { typicalMinutes: null } },
  })
  expect(body.data.series).toEqual([
    { date: '2026-11-15', count: 0 },
    { date: '2026-11-16', count: 0 },
    { date: '2026-11-17', count: 0 },
    { date: '2026-11-18', count: 0 },
    { date: '2026-11-19', count: 3 },
  ])
  expect(body.asOf).toBeGreaterThan(0)
})

test('the rows behind a number add up to it, page by page', async () => {
  const asked = { metric: 'messages.received', ...RANGE, limit: 1 }
  const { body: first } = await clinic.call('dashboardRows', 'lena', asked)
  expect(first).toMatchObject({
    total: 2,
    data: [{ kind: 'message', title: 'Unknown', detail: 'Text, received', adds: 1 }],
  })
  const { body: second } = await clinic.call('dashboardRows', 'lena', { ...asked, cursor: first.cursor })
  expect(second).toMatchObject({ total: 2, data: [{ kind: 'message' }], cursor: null })
  expect(second.data[0]._id).not.toBe(first.data[0]._id)
  const { body } = await clinic.call('recountFigure', 'lena', { metric: 'messages.received', ...RANGE })
  expect(body.data).toEqual({ figure: 2, rows: 2 })
})

test('a text that fails takes the answered wait back', async () => {
  const { id: conversationId } = await clinic.text('+15125550178', 'Are you there?')
  const { body } = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Yes' })
  const answered = async () =>
    (await clinic.call('recountFigure', 'lena', { metric: 'waits.answered', ...RANGE })).body.data.rows
  expect(await answered()).toBe(2)
  await clinic.store.query(`update messages set status = 'failed' where id = $1`, [body.data._id])
  expect(await answered()).toBe(1)
  await clinic.store.query(`update messages set status = 'delivered' where id = $1`, [body.data._id])
  expect(await answered()).toBe(2)
})

test.each([
  ['endDate', { startDate: '2026-11-19', endDate: '2026-11-15' }, 'The end is before the start'],
  ['endDate', { startDate: '2025-01-01', endDate: '2026-11-15' }, 'At most 366 days'],
  ['startDate', { startDate: '2026-02-30', endDate: '2026-11-15' }, undefined],
])('a dashboard refuses a wrong %s', async (field, range, message) => {
  const { status, body } = await clinic.call('reminderCount', 'lena', range)
  expect(status).toBe(400)
  expect(body.issues[0].path).toBe(field)
  if (message !== undefined) expect(body.issues[0].message).toBe(message)
})

test.each([
  ['metric', { metric: 'messages.lost', ...RANGE }],
  ['cut', { metric: 'messages.received', cut: 'doctor', value: 'd1', ...RANGE }],
  ['value', { metric: 'messages.received', cut: 'channel', value: 'pigeon', ...RANGE }],
  ['value', { metric: 'messages.received', value: 'sms', ...RANGE }],
  ['hour', { metric: 'messages.received', cut: 'channel', value: 'sms', hour: 3, ...RANGE }],
  ['startDate', { metric: 'conversations.open', ...RANGE }],
  ['startDate', { metric: 'messages.received' }],
])('the rows refuse a %s that does not fit the metric', async (field, asked) => {
  const { status, body } = await clinic.call('dashboardRows', 'lena', asked)
  expect([status, body.issues[0].path]).toEqual([400, field])
})

test('the requests are those of conversations by their first type, finished without the staff where none wrote [CALL-DASH-02] [DASH-03]', async () => {
  const figures = async () => (await clinic.call('selfServiceRequestsCount', 'lena', RANGE)).body.data
  const { id: conversationId } = await clinic.text('+15125550179', 'My bill is wrong')
  await clinic.call('markConversationRequest', 'lena', { conversationId, requestType: 'billing' })
  expect(await figures()).toMatchObject({ total: 1, byType: { billing: 1, other: 0 }, self: 0 })
  await clinic.call('closeConversation', 'lena', { conversationId, status: 'resolved' })
  expect(await figures()).toMatchObject({ total: 1, bySelf: { billing: 1 }, self: 1 })
  await clinic.call('markConversationRequest', 'lena', { conversationId, requestType: null })
  expect(await figures()).toMatchObject({ total: 0, self: 0 })
})

test('every board answers zeros of every day where nothing is counted [OPEN-083] [OPEN-095]', async () => {
  const range = { startDate: '2026-10-01', endDate: '2026-10-31' }
  for (const name of [
    'onlineReviewsCount',
    'selfServiceRequestsCount',
    'patientCommunication',
    'reminderCount',
  ] as const) {
    const { status, body } = await clinic.call(name, 'omar', { organizationId: 'o2', ...range })
    expect([name, status, body.data.total]).toEqual([name, 200, 0])
    expect(body.data.series).toHaveLength(31)
    expect(body.data.series.every(({ count }: { count: number }) => count === 0)).toBe(true)
  }
})

test('a conversation that gets a text between two pages of a gauge is listed once', async () => {
  const asked = { metric: 'conversations.open' }
  const senders = ['+15125550177', '+15125550178', '+15125550181']
  for (const from of senders) await clinic.text(from, 'Hello?')
  const ids = (body: { data: { _id: string }[] }) => body.data.map(({ _id }) => _id)
  const { body: all } = await clinic.call('dashboardRows', 'lena', { ...asked, limit: 100 })
  expect(all.data.length).toBeGreaterThanOrEqual(3)
  const { body: first } = await clinic.call('dashboardRows', 'lena', { ...asked, limit: 1 })
  clinic.pass(60_000)
  for (const from of senders.slice(0, 2)) await clinic.text(from, 'Are you there?')
  const { body: rest } = await clinic.call('dashboardRows', 'lena', { ...asked, limit: 100, cursor: first.cursor })
  expect([...ids(first), ...ids(rest)]).toEqual(ids(all))
})
