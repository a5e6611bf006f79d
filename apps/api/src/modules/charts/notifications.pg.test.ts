import { type PatientNotification, reminderList } from '@foyer/contracts/patients/search-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
beforeAll(async () => {
  clinic = await openCharts()
  const { query } = clinic.store
  await query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, patient_id, status, last_message_at, search_text, version) values
    ('o1', 'sms1', 'sms', '+15125550142', '+15125550142', 'p1', 'open', now(), '', 0)`)
  await query(`insert into messages
    (organization_id, id, conversation_id, direction, body, created_at, status, version, origin) values
    ('o1', 't1', 'sms1', 'outbound', 'See you on Friday', '2026-11-02T10:00Z', 'delivered', 0, 'reminder')`)
  await clinic.visit('v1', '2026-11-06T15:30:00Z')
  await clinic.visit('v2', '2026-11-06T15:30:00Z', { patientId: 'p2' })
  await query(`insert into mails (organization_id, id, address, subject, content, status, failure_reason, created_at, ended_at,
      patient_id, origin, user_id, user_name) values
    ('o1', 'l1', 'rosalind@patients.test', 'Results', 'They are ready', 'failed', 'No such address', '2026-11-03T05:59Z', now(), 'p1', 'staff', 'lena', 'Lena K.'),
    ('o1', 'l2', 'rosalind@patients.test', 'Friday', 'See you at 9:30', 'sent', null, '2026-11-04T12:00Z', now(), 'p1', 'reminder', null, null),
    ('o1', 'l3', 'miguel@patients.test', 'Not hers', 'x', 'sent', null, '2026-11-04T12:00Z', now(), 'p2', 'staff', 'lena', 'Lena K.')`)
  await query(`insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status,
      reason, message_id, mail_id, address, user_id, created_at) values
    ('o1', 'r1', 'v1', 'p1', '2026-11-06T15:30Z', 's1', 'reminder', 'sms', 'delivered', null, 't1', null, '+15125550142', null, '2026-11-02T10:00Z'),
    ('o1', 'r2', 'v1', 'p1', '2026-11-06T15:30Z', 's2', 'reminder', 'email', 'sent', null, null, 'l2', 'rosalind@patients.test', 'dana', '2026-11-04T12:00Z'),
    ('o1', 'r3', 'v1', 'p1', '2026-11-06T15:30Z', 's3', 'noShow', 'sms', 'skipped', 'opted_out', null, null, null, null, '2026-11-05T10:00Z'),
    ('o1', 'r4', 'v2', 'p2', '2026-11-06T15:30Z', 's1', 'reminder', 'sms', 'queued', null, null, null, null, null, '2026-11-05T10:00Z')`)
})
afterAll(() => clinic.close())

const ask = (query: object | string, more: object = {}) =>
  clinic.campaign('reminderList', {
    ...more,
    query: typeof query === 'string' ? query : JSON.stringify({ patientId: 'p1', organizationId: 'o1', ...query }),
  })
const list = async (query: object, more: object = {}) => {
  const { status, body } = await ask(query, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return reminderList.reply.strict().parse(body).data
}
const ids = (entries: readonly PatientNotification[]) => entries.map(({ _id }) => _id)

describe('reminder-list', () => {
  test('lists the ledger of reminders and the mails to the patient, newest first [CALL-CAMPAIGN-25] [OPEN-068]', async () => {
    const entries = await list({})
    expect(ids(entries)).toEqual(['r3', 'r2', 'l1', 'r1'])
    expect(entries).toEqual([
      {
        ...{
          _id: 'r3',
          patientId: 'p1',
          appointmentId: 'v1',
          communicationChannel: 'sms',
          type: 'noShow',
          content: '',
        },
        ...{ address: null, status: 'skipped', reason: 'opted_out', createdAt: '2026-11-05T10:00:00.000Z' },
        ...{ user: null, userName: null },
      },
      expect.objectContaining({
        communicationChannel: 'email',
        content: 'See you at 9:30',
        userName: 'Dana Whitfield',
      }),
      {
        ...{ _id: 'l1', patientId: 'p1', appointmentId: null, communicationChannel: 'email', type: 'email' },
        ...{
          content: 'They are ready',
          address: 'rosalind@patients.test',
          status: 'failed',
          reason: 'No such address',
        },
        ...{ createdAt: '2026-11-03T05:59:00.000Z', user: 'lena', userName: 'Lena K.' },
      },
      expect.objectContaining({ communicationChannel: 'sms', content: 'See you on Friday', status: 'delivered' }),
    ])
  })

  test('sorts oldest first and pages by number and by skip, of which the larger counts [CALL-CAMPAIGN-25]', async () => {
    expect(ids(await list({}, { sort: '{"createdAt":1}' }))).toEqual(['r1', 'l1', 'r2', 'r3'])
    expect(ids(await list({}, { limit: 3, pageNo: 2 }))).toEqual(['r1'])
    expect(ids(await list({}, { limit: 3, skip: 3 }))).toEqual(['r1'])
    expect(ids(await list({}, { limit: 2, skip: 1, pageNo: 2 }))).toEqual(['l1', 'r1'])
  })

  test('filters by channel in any case, and by days of the clinic or instants, both ends included [OPEN-068]', async () => {
    expect(ids(await list({ communicationChannel: 'Email' }))).toEqual(['r2', 'l1'])
    expect(ids(await list({ communicationChannel: 'SMS' }))).toEqual(['r3', 'r1'])
    for (const communicationChannel of ['voice', 'fax', 'push'])
      expect(await list({ communicationChannel })).toEqual([])
    // One minute before midnight in the clinic's zone.
    expect(ids(await list({ createdAt: { $gte: '2026-11-02', $lte: '2026-11-02' } }))).toEqual(['l1', 'r1'])
    expect(ids(await list({ createdAt: { $gte: '2026-11-04T12:00:00Z', $lte: '2026-11-05T10:00:00Z' } }))).toEqual([
      'r3',
      'r2',
    ])
  })

  test('lists the e-mail that went instead of a text beside the text', async () => {
    const { query } = clinic.store
    await clinic.visit('v3', '2026-11-06T15:30:00Z', { patientId: 'p3' })
    await query(`insert into mails (organization_id, id, address, subject, content, status, created_at, ended_at, patient_id, origin)
      values ('o1', 'l4', 'twin@patients.test', 'Friday', 'By e-mail', 'sent', '2026-11-04T12:01Z', now(), 'p3', 'reminder')`)
    await query(`insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status,
        reason, mail_id, address, created_at) values
      ('o1', 'r5', 'v3', 'p3', '2026-11-06T15:30Z', 's1', 'reminder', 'sms', 'notDelivered', 'landline', 'l4', '+15125550144', '2026-11-04T12:00Z')`)
    const mail = { _id: 'l4', communicationChannel: 'email', type: 'reminder', status: 'sent', appointmentId: 'v3' }
    expect(await list({ patientId: 'p3', communicationChannel: 'email' })).toMatchObject([
      { ...mail, content: 'By e-mail', address: 'twin@patients.test' },
    ])
    expect(ids(await list({ patientId: 'p3' }))).toEqual(['l4', 'r5'])
    const { body } = await clinic.chart('patientTimeline', 'p3', { kinds: 'mail,reminder' })
    expect(body.data.map(({ kind, _id, appointmentId }: Record<string, string>) => [kind, _id, appointmentId])).toEqual(
      [
        ['mail', 'l4', 'v3'],
        ['reminder', 'r5', 'v3'],
      ],
    )
  })

  test.each([
    ['{"patientId":"p1"}'],
    ['{"organizationId":"o1"}'],
    ['{"patientId":{"$ne":"p1"},"organizationId":"o1"}'],
    ['{"patientId":"p1","organizationId":"o1","$where":"1"}'],
    ['{"patientId":"p1","organizationId":"o1","communicationChannel":"pigeon"}'],
    ['{"patientId":"p1","organizationId":"o1","createdAt":{"$gt":"2026-11-01"}}'],
    ['{"patientId":"p1","organizationId":"o1","createdAt":{"$gte":"2026-02-30"}}'],
    ['{"patientId":"p1"'],
  ])('is 400 and names the field for %s [SEC-06]', async (query) => {
    const { status, body } = await ask(query)
    expect([status, body.reason]).toEqual([400, 'not_valid'])
    for (const { path } of body.issues) expect(path).toMatch(/^query(\.|$)/)
  })

  test('refuses a sort by another field, absent and foreign patients, and a call without credentials [SEC-02]', async () => {
    expect((await ask({}, { sort: '{"name":1}' })).body.issues[0].path).toMatch(/^sort/)
    for (const patientId of ['absent', 'p9']) expect((await ask({ patientId })).status).toBe(404)
    expect((await ask({ organizationId: 'o2', patientId: 'p9' })).status).toBe(403)
    const query = JSON.stringify({ patientId: 'p1', organizationId: 'o1' })
    expect((await clinic.campaign('reminderList', { query }, {})).status).toBe(401)
  })
})
