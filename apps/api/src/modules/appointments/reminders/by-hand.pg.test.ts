/** Reminders that staff send, one or many at once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cadence, DAY_AFTER_NEXT, openReminders, type Reminders, step } from './reminders.suite.ts'

const ROSALIND = '+15125550142'
const MIGUEL = '+15125550143'
const TWINS = '+15125550144'
const NOON = `${DAY_AFTER_NEXT}T18:00:00Z`
let clinic: Reminders
beforeAll(async () => {
  clinic = await openReminders({
    ...{ EMAIL_BASE_URL: 'http://127.0.0.1:9/email', EMAIL_API_KEY: 'SG.test', EMAIL_FROM: 'hello@cedar.test' },
    SMS_PATIENT_DAILY_LIMIT: '3',
  })
  await clinic.set({ reminders: cadence(step('2d')) })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const table of ['reminders', 'visit_links', 'mails', 'outbound_texts', 'text_number_days', 'consents'])
    await clinic.store.query(`delete from ${table}`)
  await clinic.store.query(`delete from appointment_history`)
  await clinic.store.query(`delete from appointments`)
  await clinic.store.query(`update patients set email = null, deceased = false, timezone = null`)
  await clinic.visit('a1', NOON)
})

const remind = (fields: object = {}, headers?: Record<string, string>) =>
  clinic.ask('sendReminder', 'lena', { appointmentId: 'a1', ...fields }, headers)
const remindAll = (appointmentIds: string[], fields: object = {}) =>
  clinic.ask('sendReminders', 'lena', { appointmentIds, ...fields })

describe('sendReminder', () => {
  test('sends one text, which its reminder, the thread, the list and the ledger show [LIST-04] [STATE-33] [CALL-CAMPAIGN-10] [ENTITY-26] [ENTITY-27]', async () => {
    const before = (await clinic.events()).length
    const { status, body } = await remind()
    expect(status).toBe(200)
    const [text] = await clinic.texts(ROSALIND)
    const { reminder, appointment } = body.data
    expect(reminder).toMatchObject({
      ...{ appointmentId: 'a1', startsAt: new Date(NOON).toISOString(), type: 'reminder', channel: 'sms' },
      ...{ status: 'queued', reason: null, messageId: text?.id, address: ROSALIND, user: 'lena' },
    })
    expect(appointment).toMatchObject({ _id: 'a1', reminder: { channel: 'sms', status: 'queued' } })
    expect(appointment).toEqual(await clinic.read('a1'))
    expect((await clinic.changes(before)).map(({ type }) => type)).toEqual([
      ...['conversation.changed', 'message.added', 'appointment.changed'],
    ])
    const { data } = (await clinic.call('conversation', 'lena', { conversationId: text?.conversation_id })).body
    expect(data).toMatchObject({ name: 'Rosalind Carver', status: 'open', lastMessage: text?.body })
    const { history } = (await clinic.ask('appointmentOne', 'lena', { appointmentId: 'a1' })).body.data
    expect(history).toMatchObject([{ user: 'lena', change: { kind: 'reminded', status: 'queued' } }])
  })

  test('sends again when asked again, and once for one idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [await remind({}, key), await remind({}, key)]
    expect(second.body).toEqual(first.body)
    expect(await clinic.ledger('a1')).toHaveLength(1)
    await remind()
    expect(await clinic.ledger('a1')).toHaveLength(2)
  })

  test('goes out at night, because staff asked for it', async () => {
    await clinic.store.query(`update patients set timezone = 'Pacific/Honolulu' where id = 'p1'`)
    await remind()
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await clinic.ledger('a1')).toEqual([expect.stringMatching(/^manual:\S+ sms sent$/)])
  })

  test('goes to a patient who confirmed, and not about a visit that was cancelled before it left', async () => {
    await clinic.store.query(`update appointments set status = 'confirmed'`)
    await remind()
    expect(await clinic.carry()).toEqual(['accepted'])
    await remind()
    await clinic.store.query(`update appointments set status = 'cancelled'`)
    expect(await clinic.carry()).toEqual(['dropped'])
  })

  test.each(['asked', 'held'])('goes to a patient whose wish for another time is %s', async (wish) => {
    await clinic.visit('a2', NOON, { patientId: 'p2' })
    await clinic.store.query(`update appointments set reschedule = $1, reschedule_at = '2026-11-18T12:00:00Z'`, [wish])
    expect((await remind({ appointmentId: 'a2' })).status).toBe(200)
    expect(await clinic.carry()).toEqual(['accepted'])
    // A wish after it makes it untrue.
    await remind({ appointmentId: 'a2' })
    await clinic.store.query(`update appointments set reschedule_at = now()`)
    expect(await clinic.carry()).toEqual(['dropped'])
  })

  test('goes by e-mail where no text may', async () => {
    await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
    await clinic.store.query(`insert into consents values ('o1', $1, 'opted_out')`, [ROSALIND])
    const { body } = await remind()
    expect(body.data.reminder).toMatchObject({ channel: 'email', messageId: null, address: 'rosalind@patients.test' })
    expect(await clinic.mails()).toMatchObject([{ id: body.data.reminder.mailId, status: 'queued' }])
  })

  test('gives a quiet conversation its place in the list', async () => {
    await clinic.due('a2', NOON, { patientId: 'p2' })
    await clinic.work()
    const [quiet] = await clinic.texts(MIGUEL)
    await remind({ appointmentId: 'a2' })
    const { data } = (await clinic.call('conversation', 'lena', { conversationId: quiet?.conversation_id })).body
    expect(data).toMatchObject({ name: 'Miguel Santos', status: 'open', patientId: 'p2' })
  })

  const REFUSED = [
    ['opted_out', `insert into consents values ('o1', '${ROSALIND}', 'opted_out')`, 422],
    ['blocked', `insert into consents values ('o1', '${ROSALIND}', 'blocked')`, 422],
    ['no_number', `update patients set phone_number = null where id = 'p1'`, 422],
    ['no_channel', `update organizations set sms_number = null where id = 'o1'`, 422],
    ['not_open', `update appointments set status = 'cancelled'`, 422],
    ['not_open', `update appointments set status = 'arrived'`, 422],
    ['not_open', `update appointments set starts_at = '2026-11-18T18:00:00Z'`, 422],
    ['not_deliverable', `update patients set deceased = true where id = 'p1'`, 422],
    [
      'rate_limited',
      `insert into text_number_days (organization_id, day, phone_number, sent) values ('o1', '2026-11-19', '${ROSALIND}', 3)`,
      429,
    ],
  ] as const

  test.each(REFUSED)('is refused as %s with a sentence, after %s [ERR-34]', async (reason, statement, status) => {
    await clinic.store.query(statement)
    const before = (await clinic.events()).length
    const answer = await remind()
    await clinic.store.query(`update organizations set sms_number = '+15125550100' where id = 'o1'`)
    await clinic.store.query(`update patients set phone_number = $1 where id = 'p1'`, [ROSALIND])
    expect([answer.status, answer.body.reason]).toEqual([status, reason])
    expect(answer.body.message).toMatch(/^[A-Z].*\.$/)
    expect([await clinic.ledger('a1'), (await clinic.events()).length]).toEqual([[], before])
  })

  test('says that a visit was cancelled [ERR-34]', async () => {
    await clinic.store.query(`update appointments set status = 'cancelled'`)
    expect((await remind()).body.message).toBe('This visit was cancelled.')
  })

  test('is 404 for an absent appointment and for another organization’s alike', async () => {
    await clinic.visit('theirs', NOON, { organizationId: 'o2', patientId: 'p9', doctorId: 'doctor9' })
    const [absent, foreign] = [await remind({ appointmentId: 'absent' }), await remind({ appointmentId: 'theirs' })]
    expect([absent.status, foreign.status]).toEqual([404, 404])
    expect({ ...absent.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
    expect((await clinic.ask('sendReminder', 'lena', { organizationId: 'o2', appointmentId: 'theirs' })).status).toBe(
      403,
    )
  })

  test('of the type noShow is for missed visits alone', async () => {
    expect((await remind({ type: 'noShow' })).body).toMatchObject({ reason: 'not_open' })
    await clinic.store.query(`update appointments set status = 'noShow', starts_at = '2026-11-19T14:00:00Z'`)
    const { body } = await remind({ type: 'noShow' })
    expect(body.data.reminder).toMatchObject({ type: 'noShow' })
    expect((await clinic.texts(ROSALIND)).at(-1)?.body).toContain('we missed you today')
  })

  test('names the day of a visit that was on an earlier one', async () => {
    await clinic.store.query(`update appointments set status = 'noShow', starts_at = '2026-11-17T15:30:00Z'`)
    expect((await remind({ type: 'noShow' })).status).toBe(200)
    expect((await clinic.texts(ROSALIND)).at(-1)?.body).toContain('we missed you on Tuesday, Nov 17. Text us')
  })
})

describe('sendReminders', () => {
  test('sends to each, and says why some get nothing', async () => {
    await clinic.visit('a2', NOON, { patientId: 'p2' })
    await clinic.visit('a3', NOON, { patientId: 'p3', status: 'cancelled' })
    await clinic.store.query(`insert into consents values ('o1', $1, 'opted_out')`, [MIGUEL])
    const { status, body } = await remindAll(['a1', 'a2', 'a3', 'absent'])
    expect(status).toBe(200)
    expect(body.data.sent.map(({ _id }: { _id: string }) => _id)).toEqual(['a1'])
    expect(body.data.skipped).toEqual([
      { appointmentId: 'absent', reason: 'not_found' },
      { appointmentId: 'a2', reason: 'opted_out' },
      { appointmentId: 'a3', reason: 'not_open' },
    ])
  })

  test('puts a family’s visits of a day into one text, and those of other days into others', async () => {
    await clinic.store.query(`update patients set first_name = 'Nora' where id = 'p3'`)
    await clinic.store.query(`update patients set first_name = 'Liam' where id = 'p4'`)
    await clinic.visit('n1', NOON, { patientId: 'p3' })
    await clinic.visit('l1', `${DAY_AFTER_NEXT}T19:00:00Z`, { patientId: 'p4' })
    await clinic.visit('l2', '2026-11-24T19:00:00Z', { patientId: 'p4' })
    const { body } = await remindAll(['n1', 'l1', 'l2'])
    expect(body.data.sent).toHaveLength(3)
    const texts = (await clinic.texts(TWINS)).map(({ body: words }) => words)
    expect(texts).toEqual([expect.stringContaining('Also that day: Liam at 1:00 PM'), expect.stringMatching(/^Liam, /)])
    const { data } = (
      await clinic.call('messages', 'lena', { conversationId: (await clinic.texts(TWINS))[0]?.conversation_id })
    ).body
    expect(data.map(({ patientId }: { patientId: string | null }) => patientId)).toEqual([null, 'p4'])
  })

  test('says of a visit that is as it was that its text was withdrawn because of another one', async () => {
    await clinic.visit('n1', NOON, { patientId: 'p3' })
    await clinic.visit('l1', `${DAY_AFTER_NEXT}T19:00:00Z`, { patientId: 'p4' })
    await remindAll(['n1', 'l1'])
    await clinic.store.query(`update appointments set starts_at = starts_at + interval '1 day' where id = 'l1'`)
    expect(await clinic.carry()).toEqual(['dropped'])
    const why = 'Another visit in the same text was changed. Not sent: send it again.'
    expect((await clinic.read('n1')).reminder).toMatchObject({ status: 'notDelivered', reason: why })
    expect((await clinic.read('l1')).reminder).toMatchObject({ reason: 'The visit was moved. Not sent.' })
    const { history } = (await clinic.ask('appointmentOne', 'lena', { appointmentId: 'n1' })).body.data
    expect(history.map(({ change }: { change: { reason: string | null } }) => change.reason)).toContain(why)
  })

  test('refuses 101 appointments and one that is named twice', async () => {
    const many = Array.from({ length: 101 }, (_, nth) => `a${nth}`)
    expect((await remindAll(many)).status).toBe(400)
    expect((await remindAll(['a1', 'a1'])).status).toBe(400)
    expect(await clinic.ledger('a1')).toEqual([])
  })
})
