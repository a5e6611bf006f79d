import { messageSchema } from '@foyer/contracts/inbox/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
/**
 * Rosalind's history: three texts of hers, a text from another phone, a chat message, and a message that was filed
 * under her.
 */
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, patient_id, status, last_message_at, search_text, version) values
    ('o1', 'sms1', 'sms', '+15125550142', '+15125550142', 'p1', 'open', now(), '', 0),
    ('o1', 'sms2', 'sms', '+15125550191', '+15125550191', 'p1', 'resolved', now(), '', 0),
    ('o1', 'chat', 'chat', 'visitor', '+15125550142', 'p1', 'open', now(), '', 0),
    ('o1', 'other', 'sms', '+15125550143', '+15125550143', 'p2', 'open', now(), '', 0),
    ('o2', 'theirs', 'sms', '+15125550142', '+15125550142', 'p9', 'open', now(), '', 0)`)
  await clinic.store.query(`insert into messages
    (organization_id, id, conversation_id, direction, body, created_at, status, version, patient_id) values
    ('o1', 'm1', 'sms1', 'inbound', 'One', '2026-03-01T05:59:59.999Z', 'received', 0, null),
    ('o1', 'm2', 'sms1', 'inbound', 'Two', '2026-03-01T06:00:00Z', 'received', 0, null),
    ('o1', 'm3', 'chat', 'inbound', 'Three', '2026-03-01T18:00:00Z', 'received', 0, null),
    ('o1', 'm4', 'sms2', 'outbound', 'Four', '2026-03-02T05:59:59.999999Z', 'sent', 0, null),
    ('o1', 'm5', 'other', 'inbound', 'Five', '2026-03-02T06:00:00Z', 'received', 0, 'p1'),
    ('o1', 'm6', 'sms1', 'inbound', 'Six', '2026-03-03T06:00:00Z', 'received', 0, 'p1'),
    ('o1', 'x1', 'other', 'inbound', 'Not hers', '2026-03-01T06:00:00Z', 'received', 0, null),
    ('o2', 'x2', 'theirs', 'inbound', 'Not ours', '2026-03-01T06:00:00Z', 'received', 0, null)`)
})
afterAll(() => clinic.close())

const ask = (query: unknown, more: object = {}) =>
  clinic.call('patientConversation', 'lena', {
    query: typeof query === 'string' ? query : JSON.stringify({ patientId: 'p1', ...(query as object) }),
    ...more,
  })
const ids = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map(({ _id }) => _id)

test("patientMessages returns the patient's conversations without what is filed under another patient, and what is filed under them elsewhere, oldest first [CALL-INBOX-06]", async () => {
  const answer = await clinic.call('patientMessages', 'lena', { patientId: 'p1' })
  expect(answer.body.data.map((message: unknown) => messageSchema.strict().parse(message)._id)).toEqual([
    ...['m1', 'm2', 'm3', 'm4', 'm5', 'm6'],
  ])
  expect(ids(await clinic.call('patientMessages', 'lena', { patientId: 'p2' }))).toEqual(['x1'])
  for (const patientId of ['p9', 'absent'])
    expect((await clinic.call('patientMessages', 'lena', { patientId })).status).toBe(404)
})

describe('patient-conversation', () => {
  test('sorts newest first by default, and oldest first in each notation [CALL-INBOX-02] [OPEN-068]', async () => {
    const newest = ['m6', 'm5', 'm4', 'm3', 'm2', 'm1']
    expect(ids(await ask({}))).toEqual(newest)
    for (const sort of ['-createdAt', '{"createdAt":-1}']) expect(ids(await ask({}, { sort })), sort).toEqual(newest)
    for (const sort of ['createdAt', '{ "createdAt": 1 }'])
      expect(ids(await ask({}, { sort })), sort).toEqual(newest.toReversed())
    expect((await ask({}, { sort: '{"name":1}' })).body.issues[0].path).toBe('sort')
  })

  test('filters by channel, in any case [CALL-INBOX-02] [OPEN-068]', async () => {
    expect(ids(await ask({ type: 'SMS' }))).toEqual(['m6', 'm5', 'm4', 'm2', 'm1'])
    expect(ids(await ask({ type: 'chat' }))).toEqual(['m3'])
    expect(ids(await ask({ communicationChannel: 'Chat' }))).toEqual(['m3'])
    expect(ids(await ask({ type: 'sms', communicationChannel: 'chat' }))).toEqual([])
  })

  test('filters by instants, both ends included [CALL-INBOX-02] [OPEN-068]', async () => {
    const [from, to] = ['2026-03-01T06:00:00Z', '2026-03-02T06:00:00Z']
    for (const createdAt of [
      { from, to },
      { $gte: from, $lte: to },
    ])
      expect(ids(await ask({ createdAt }))).toEqual(['m5', 'm4', 'm3', 'm2'])
    expect(ids(await ask({ createdAt: { $gte: '2026-03-02T00:00:00-06:00' } }))).toEqual(['m6', 'm5'])
    expect(ids(await ask({ createdAt: { to: from } }))).toEqual(['m2', 'm1'])
  })

  test("takes a day in the organization's time zone [OPEN-031]", async () => {
    const day = '2026-03-01'
    expect(ids(await ask({ createdAt: { from: day, to: day } }))).toEqual(['m4', 'm3', 'm2'])
  })

  test('pages by skip, by number, by both, and by cursor [CALL-INBOX-02]', async () => {
    const page = (more: object) => ask({}, { limit: 2, ...more })
    expect(ids(await page({ skip: 0, pageNo: 1 }))).toEqual(['m6', 'm5'])
    for (const more of [{ skip: 2 }, { pageNo: 2 }, { skip: 2, pageNo: 2 }, { skip: 0, pageNo: 2 }])
      expect(ids(await page(more)), JSON.stringify(more)).toEqual(['m4', 'm3'])
    for (const sort of ['createdAt', '-createdAt']) {
      const all = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const answer = await page({ sort, ...(cursor && { cursor }) })
        all.push(...ids(answer))
        cursor = answer.body.cursor
      }
      expect(all, sort).toEqual(ids(await ask({}, { sort })))
    }
    expect((await page({ cursor: 'made-up' })).status).toBe(400)
  })

  test('accepts the organization in the query alone, and refuses a second one [CALL-INBOX-02]', async () => {
    const alone = new URLSearchParams({ query: '{"patientId":"p1","organizationId":"o1"}' })
    const url = `${clinic.url}/api/inbox/patient-conversation?${alone}`
    const answer = await fetch(url, { headers: { authorization: 'Bearer lena' } })
    expect([answer.status, ((await answer.json()) as { data: unknown[] }).data.length]).toEqual([200, 6])
    const other = await fetch(url.replace('o1', 'o2'), { headers: { authorization: 'Bearer lena' } })
    expect(other.status).toBe(403)
    const query = JSON.stringify({ patientId: 'p9', organizationId: 'o2' })
    const both = await clinic.call('patientConversation', 'sam', { query })
    expect([both.status, both.body.reason]).toEqual([403, 'org_mismatch'])
  })

  test.each([
    ['{"$where":"1"}'],
    ['{"patientId":"p1","$where":"1"}'],
    ['{"patientId":{"$ne":"p1"}}'],
    ['{"patientId":"p1","type":{"$in":["SMS"]}}'],
    ['{"patientId":"p1","createdAt":{"$gt":"2026-03-01"}}'],
    ['{"patientId":"p1","createdAt":{"from":"2026-03-01","$lte":"2026-03-02"}}'],
    ['{"patientId":"p1","createdAt":{"from":"yesterday"}}'],
    ['{"patientId":"p1","createdAt":{"from":"0000-01-01T00:00:00Z"}}'],
    ['{"patientId":"p1","createdAt":"2026-03-01"}'],
    ['{"patientId":"p1","type":"fax"}'],
    ['{"patientId":"p\\u0000"}'],
    ['{"patientId":"p1","__proto__":{"type":"SMS"}}'],
    ['{"patientId":"p1"'],
    ['{}'],
    ['[]'],
    ['null'],
    [''],
    [`{"patientId":"p1"${' '.repeat(2000)}}`],
  ])('is 400 and names the field for %s [SEC-06]', async (query) => {
    const { status, body } = await ask(query)
    expect([status, body.reason]).toEqual([400, 'not_valid'])
    for (const { path } of body.issues) expect(path).toMatch(/^query(\.|$)/)
  })

  test('is 404 for a foreign patient, and the audit names the patient [CALL-INBOX-02]', async () => {
    expect((await ask('{"patientId":"p9"}')).status).toBe(404)
    await ask({ type: 'chat' })
    const [last] = await clinic.store.query<{ subject: object }>(
      `select subject from audit_log where call = 'GET /api/inbox/patient-conversation' order by id desc limit 1`,
    )
    expect(last?.subject).toEqual({ patientId: 'p1' })
  })
})
