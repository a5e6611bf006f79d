/** Reminders that are withdrawn before they leave because they are not true any more, and what becomes of their steps. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followReminders } from './deliveries.ts'
import { cadence, DAY_AFTER_NEXT, hours, openReminders, type Reminders, step } from './reminders.suite.ts'

const MIGUEL = '+15125550143'
let clinic: Reminders
beforeAll(async () => {
  clinic = await openReminders({
    ...{ EMAIL_BASE_URL: 'http://127.0.0.1:9/email', EMAIL_API_KEY: 'SG.test', EMAIL_FROM: 'hello@cedar.test' },
    SMS_PATIENT_DAILY_LIMIT: '3',
  })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const table of ['reminders', 'visit_links', 'mails', 'outbound_texts', 'text_number_days', 'consents'])
    await clinic.store.query(`delete from ${table}`)
  await clinic.store.query(`delete from appointment_history`)
  await clinic.store.query(`delete from appointments`)
  await clinic.store.query(`update messages set body = 'old' where direction = 'outbound'`)
  await clinic.store.query(`update patients set email = null, deceased = false, timezone = null`)
  await clinic.store.query(`update conversations set asked_to_stop = false`)
  await clinic.set({ reminders: cadence(step('2d'), hours(2, { alsoConfirmed: true })) })
})

const NOON = `${DAY_AFTER_NEXT}T18:00:00Z`
const newTexts = async (phone: string) => (await clinic.texts(phone)).filter(({ body }) => body !== 'old')

describe('a family of which one died before the text left', () => {
  test('gets the text again for the others', async () => {
    await clinic.due('a1', NOON, { patientId: 'p3' })
    await clinic.due('a2', `${DAY_AFTER_NEXT}T19:00:00Z`, { patientId: 'p4' })
    await clinic.work()
    await clinic.store.query(`update patients set deceased = true where id = 'p3'`)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await clinic.ledger('a1')).toEqual(['2d sms notDelivered The patient has died. Not sent.'])
    expect(await clinic.ledger('a2')).toEqual([])
    await clinic.store.query(`update appointments set next_reminder_at = now() where id = 'a2'`)
    expect(await clinic.work()).toMatchObject({ a2: 'sent' })
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await clinic.ledger('a2')).toEqual(['2d sms sent'])
  })
})

describe('a patient whose number or address was changed before it left', () => {
  afterEach(() => clinic.store.query(`update patients set phone_number = $1 where id = 'p2'`, [MIGUEL]))

  test('gets the text at the new number alone', async () => {
    await clinic.due('a1', NOON, { patientId: 'p2' })
    await clinic.work()
    await clinic.store.query(`update patients set phone_number = '+15125550188' where id = 'p2'`)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await newTexts(MIGUEL)).toMatchObject([{ status: 'failed' }])
    expect(
      await clinic.store.query(`select failure_reason from messages where status = 'failed' and body <> 'old'`),
    ).toEqual([{ failure_reason: 'The patient’s number or address was changed meanwhile. Not sent.' }])
    await clinic.store.query(`update appointments set next_reminder_at = now()`)
    expect(await clinic.work()).toEqual({ a1: 'sent' })
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await newTexts('+15125550188')).toMatchObject([{ status: 'sent' }])
    expect(await clinic.ledger('a1')).toEqual(['2d sms sent'])
  })

  test('gets the mail at the new address alone', async () => {
    await clinic.set({ reminders: cadence(step('2d', { channel: 'email' })) })
    await clinic.store.query(`update patients set email = 'former@patients.test' where id = 'p2'`)
    await clinic.due('a1', NOON, { patientId: 'p2' })
    await clinic.work()
    const [mail] = await clinic.mails()
    await clinic.store.query(`update patients set email = 'miguel@patients.test' where id = 'p2'`)
    const sent = { organizationId: 'o1', mailId: mail!.id }
    const objection = () =>
      clinic.store.database.read('o1', (tx) => followReminders.objection(tx, sent, clinic.parts.clock.now()))
    expect(await objection()).toBe('The patient’s number or address was changed meanwhile. Not sent.')
    await clinic.store.query(`update patients set email = 'former@patients.test' where id = 'p2'`)
    expect(await objection()).toBeNull()
  })
})

describe('a visit that another doctor took over before its text left', () => {
  const takeOver = async (id = 'a1') => {
    const { appointmentDate: date, startTime: time } = await clinic.read(id)
    const move = { type: 'move', date, time, doctorId: 'doctor2' }
    const { status } = await clinic.ask('changeAppointments', 'lena', { appointmentIds: [id], change: move })
    expect(status).toBe(200)
  }
  beforeEach(() => clinic.set({ reminders: cadence(step('2d', { text: 'Your visit with {{doctorName}}.' })) }))

  test('gets a text that names the new doctor, and none that names the former one', async () => {
    await clinic.due('a1', NOON, { patientId: 'p2' })
    await clinic.work()
    await takeOver()
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(
      await clinic.store.query(`select failure_reason from messages where status = 'failed' and body <> 'old'`),
    ).toEqual([{ failure_reason: 'The visit was moved. Not sent.' }])
    await clinic.store.query(`update appointments set next_reminder_at = now()`)
    expect(await clinic.work()).toEqual({ a1: 'sent' })
    expect(await clinic.carry()).toEqual(['accepted'])
    expect((await newTexts(MIGUEL)).filter(({ status }) => status === 'sent')).toMatchObject([
      { body: expect.stringContaining('Your visit with Dr. Ravi Patel.') },
    ])
    expect(await clinic.ledger('a1')).toEqual(['2d sms sent'])
  })

  test('gets no second text when the carrier may have the first', async () => {
    await clinic.due('a1', NOON, { patientId: 'p2' })
    await clinic.work()
    await clinic.carry(() => ({ outcome: 'unknown' }))
    await takeOver()
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await clinic.ledger('a1')).toEqual(['2d sms notDelivered The visit was moved. Not sent.'])
    await clinic.store.query(`update appointments set next_reminder_at = now()`)
    expect(await clinic.work()).toEqual({ a1: 'not due' })
  })

  test('has the reason at a reminder by hand', async () => {
    await clinic.due('a1', NOON, { patientId: 'p2' })
    await clinic.store.query('update appointments set next_reminder_at = null')
    expect((await clinic.ask('sendReminder', 'lena', { appointmentId: 'a1' })).status).toBe(200)
    await takeOver()
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await clinic.ledger('a1')).toEqual([
      expect.stringMatching(/ sms notDelivered The visit was moved. Not sent.$/),
    ])
  })
})

describe('a step whose text was withdrawn before it left', () => {
  const undo = async (undoId: string) => (await clinic.ask('undoAppointments', 'lena', { undoId })).status
  const change = async (fields: object) =>
    (await clinic.ask('changeAppointments', 'lena', { appointmentIds: ['a1'], change: fields })).body.data.undoId

  test.each([
    ['cancelled', { type: 'status', status: 'cancelled' }],
    ['moved', { type: 'move', date: '2026-11-24', time: '10:00' }],
    ['confirmed', { type: 'confirm' }],
  ])('goes out once more, and only once, when the visit was %s and that is undone', async (_word, fields) => {
    await clinic.due('a1', NOON)
    await clinic.work()
    const undoId = await change(fields)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await undo(undoId)).toBe(200)
    expect(await clinic.work()).toEqual({ a1: 'sent' })
    expect(await clinic.carry()).toEqual(['accepted'])
    expect((await clinic.ledger('a1')).toSorted()).toEqual([
      '2d sms sent',
      expect.stringMatching(/^withdrawn:\S+ sms notDelivered /),
    ])
    await clinic.store.query('update appointments set next_reminder_at = now()')
    expect(await clinic.work()).toEqual({ a1: 'not due' })
  })

  test('stays used while the visit is not as it was', async () => {
    await clinic.due('a1', NOON)
    await clinic.work()
    await change({ type: 'confirm' })
    await clinic.carry()
    await clinic.store.query('update appointments set next_reminder_at = now()')
    expect(await clinic.work()).toEqual({ a1: 'not due' })
  })

  test('stays used after the carrier may have got the text', async () => {
    await clinic.due('a1', NOON)
    await clinic.work()
    await clinic.carry(() => ({ outcome: 'unknown' }))
    const undoId = await change({ type: 'confirm' })
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await undo(undoId)).toBe(200)
    await clinic.store.query('update appointments set next_reminder_at = now()')
    expect(await clinic.work()).toEqual({ a1: 'not due' })
  })
})
