/** Reminders by schedule on a real store: each step is one text, one e-mail or one reason. */
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { startReminders } from './due-reminders.ts'
import { judge } from './judge.ts'
import { cadence, DAY_AFTER_NEXT, hours, openReminders, type Reminders, step } from './reminders.suite.ts'

const ROSALIND = '+15125550142'
const MIGUEL = '+15125550143'
const TWINS = '+15125550144'
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
const next = async (id: string) => (await clinic.row(id)).next_reminder_at as Date | null

describe('a reminder that is due', () => {
  test('is one quiet text, an entry of the ledger, an event and the next time, in one transaction', async () => {
    await clinic.due('a1', NOON)
    const before = (await clinic.events()).length
    expect(await clinic.work()).toEqual({ a1: 'sent' })
    const [text] = await newTexts(ROSALIND)
    expect(text).toMatchObject({
      status: 'queued',
      body: 'Rosalind, you have a visit on Saturday at 12:00 PM. Reply C to confirm or R to reschedule.',
    })
    expect(await clinic.ledger('a1')).toEqual(['2d sms queued'])
    expect((await clinic.events(before)).map(({ type }) => type)).toEqual(['message.added', 'appointment.changed'])
    const { reminder, version } = await clinic.read('a1')
    expect(reminder).toMatchObject({ channel: 'sms', type: 'reminder', status: 'queued', reason: null })
    expect(version).toBe((await clinic.events()).at(-1)?.seq)
    // The next step is two hours before the visit.
    expect(await next('a1')).toEqual(new Date(`${DAY_AFTER_NEXT}T16:00:00Z`))
    expect(await clinic.store.query('select leased_by from appointments')).toEqual([{ leased_by: null }])
  })

  test('is told in the history, and followed until it is delivered', async () => {
    await clinic.due('a1', NOON)
    await clinic.work()
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await clinic.ledger('a1')).toEqual(['2d sms sent'])
    const [text] = await newTexts(ROSALIND)
    await clinic.report(text!.id, { status: 'delivered' })
    expect(await clinic.ledger('a1')).toEqual(['2d sms delivered'])
    // A report that comes late never moves it back.
    await clinic.report(text!.id, { status: 'undelivered', failureReason: 'The phone could not be reached.' })
    expect((await clinic.read('a1')).reminder).toMatchObject({ status: 'delivered', reason: null })
    const { body } = await clinic.ask('appointmentOne', 'lena', { appointmentId: 'a1' })
    expect(body.data.history).toMatchObject([
      { user: null, change: { kind: 'reminded', type: 'reminder', channel: 'sms', status: 'queued' } },
    ])
  })

  test('goes by e-mail with a link when no text may', async () => {
    await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
    await clinic.store.query(`insert into consents values ('o1', $1, 'opted_out')`, [ROSALIND])
    await clinic.due('a1', NOON)
    expect(await clinic.work()).toEqual({ a1: 'sent' })
    expect(await clinic.ledger('a1')).toEqual(['2d email queued'])
    const [mail] = await clinic.mails()
    expect(mail).toMatchObject({ address: 'rosalind@patients.test', subject: 'Your visit at Cedar Ridge' })
    expect(mail?.content).toMatch(
      /on Saturday at 12:00 PM\.\n\nConfirm it, or ask for another time: \S+\/v\/[\w-]{22}$/,
    )
    expect(await newTexts(ROSALIND)).toEqual([])
  })

  test('begins a quiet conversation with a number that nobody wrote to', async () => {
    await clinic.due('a1', NOON, { patientId: 'p2' })
    await clinic.work()
    const [text] = await newTexts(MIGUEL)
    expect(await clinic.store.query('select status from conversations where id = $1', [text?.conversation_id])).toEqual(
      [{ status: 'quiet' }],
    )
  })

  test('says no more how to reply to a patient who confirmed', async () => {
    await clinic.set({ reminders: cadence(step('2d', { alsoConfirmed: true })) })
    await clinic.due('a1', NOON, { status: 'confirmed' })
    await clinic.work()
    expect((await newTexts(ROSALIND))[0]?.body).toBe('Rosalind, you have a visit on Saturday at 12:00 PM.')
  })
})

describe('a step that is skipped', () => {
  const REASONS = [
    ['confirmed', `update appointments set status = 'confirmed'`],
    ['rescheduling', `update appointments set reschedule = 'asked', reschedule_at = now()`],
    ['opted_out', `insert into consents values ('o1', '${ROSALIND}', 'opted_out')`],
    ['blocked', `insert into consents values ('o1', '${ROSALIND}', 'blocked')`],
    ['deceased', `update patients set deceased = true where id = 'p1'`],
    ['no_channel', `update organizations set sms_number = null where id = 'o1'`],
    [
      'over_limit',
      `insert into text_number_days (organization_id, day, phone_number, sent) values ('o1', '2026-11-19', '${ROSALIND}', 3)`,
    ],
  ] as const

  test.each(REASONS)('has the reason %s in the ledger, and no text', async (reason, statement) => {
    await clinic.due('a1', NOON)
    await clinic.store.query(statement)
    expect(await clinic.work()).toEqual({ a1: 'skipped' })
    await clinic.store.query(`update organizations set sms_number = '+15125550100' where id = 'o1'`)
    expect(await clinic.ledger('a1')).toEqual([`2d sms skipped ${reason}`])
    expect((await clinic.read('a1')).reminder).toMatchObject({ status: 'skipped', reason })
    expect([await newTexts(ROSALIND), await clinic.mails()]).toEqual([[], []])
  })

  test('is asked_to_stop after a request in plain words that waits for staff', async () => {
    const { id } = await clinic.text(ROSALIND, 'Hello')
    await clinic.store.query('update conversations set asked_to_stop = true where id = $1', [id])
    await clinic.due('a1', NOON)
    await clinic.work()
    expect(await clinic.ledger('a1')).toEqual(['2d sms skipped asked_to_stop'])
  })

  test('is no_number or no_address for a patient who has none', async () => {
    await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name)
      values ('o1', 'p5', 'i5', 'Ada', 'Bell') on conflict do nothing`)
    await clinic.due('a1', NOON, { patientId: 'p5' })
    await clinic.work()
    await clinic.set({ reminders: cadence(step('mail', { channel: 'email' })) })
    await clinic.due('a2', NOON, { patientId: 'p1' })
    await clinic.work()
    expect([(await clinic.ledger('a1'))[0], (await clinic.ledger('a2'))[0]]).toEqual([
      '2d sms skipped no_number',
      'mail email skipped no_address',
    ])
  })

  test('is too_late after an outage, and of several that were missed the newest goes', async () => {
    await clinic.set({ reminders: cadence(step('7d', { before: { n: 7, unit: 'day' } }), step('2d')) })
    await clinic.due('a1', NOON)
    await clinic.work()
    expect(await clinic.ledger('a1')).toEqual(['7d sms skipped too_late', '2d sms queued'])
    await clinic.set({ reminders: cadence(step('3d', { before: { n: 3, unit: 'day' } })) })
    await clinic.due('a2', NOON, { patientId: 'p2' })
    await clinic.work()
    expect(await clinic.ledger('a2')).toEqual(['3d sms skipped too_late'])
  })

  test('is quiet when the night ends too late for it', async () => {
    await clinic.store.query(`update patients set timezone = 'Pacific/Honolulu' where id = 'p1'`)
    await clinic.set({ reminders: cadence(hours(3)) })
    // 5:00 in Honolulu; the night ends there when the visit begins.
    await clinic.due('a1', '2026-11-19T18:00:00Z')
    await clinic.work()
    expect(await clinic.ledger('a1')).toEqual(['3h sms skipped quiet'])
  })

  test('is duplicate for a second entry of the same name and start', async () => {
    await clinic.due('a1', NOON)
    await clinic.due('a2', NOON, { doctorId: 'doctor2' })
    await clinic.work()
    expect([await clinic.ledger('a1'), await clinic.ledger('a2')]).toEqual([
      ['2d sms queued'],
      ['2d sms skipped duplicate'],
    ])
    expect(await newTexts(ROSALIND)).toHaveLength(1)
  })

  test.each([
    ['the other entry was cancelled', `update appointments set status = 'cancelled' where id = 'a1'`],
    ['the other entry’s text did not arrive', `update reminders set status = 'notDelivered'`],
  ])('is no duplicate when %s', async (_title, statement) => {
    await clinic.due('a1', NOON)
    await clinic.work()
    await clinic.due('a2', NOON)
    await clinic.store.query(statement)
    await clinic.work()
    expect(await clinic.ledger('a2')).toEqual(['2d sms queued'])
  })

  test.each([
    ['cancelled', 'cancelled'],
    ['completed', 'ended'],
  ])('is none when the visit was %s before the worker came', async (status) => {
    await clinic.due('a1', NOON)
    const [visit] = await clinic.lease()
    await clinic.store.query('update appointments set status = $1', [status])
    expect(await clinic.judge(visit!)).toBe('not due')
    expect([await clinic.ledger('a1'), await newTexts(ROSALIND), await next('a1')]).toEqual([[], [], null])
  })
})

test('quiet hours move the time to their end, where everything is decided again', async () => {
  await clinic.store.query(`update patients set timezone = 'Pacific/Honolulu' where id = 'p1'`)
  await clinic.due('a1', NOON)
  expect(await clinic.work()).toEqual({ a1: 'not due' })
  // 8:00 in Honolulu.
  expect(await next('a1')).toEqual(new Date('2026-11-19T18:00:00Z'))
  expect(await clinic.ledger('a1')).toEqual([])
})

describe('a family', () => {
  beforeEach(async () => {
    await clinic.due('a1', NOON, { patientId: 'p3' })
    await clinic.due('a2', `${DAY_AFTER_NEXT}T19:00:00Z`, { patientId: 'p4' })
  })

  test('gets one text about the visits of a day, with an entry of the ledger each', async () => {
    await clinic.store.query(`update patients set first_name = 'Nora' where id = 'p3'`)
    await clinic.store.query(`update patients set first_name = 'Liam' where id = 'p4'`)
    expect(await clinic.work()).toEqual({ a1: 'sent', a2: 'gone' })
    const texts = await newTexts(TWINS)
    expect(texts.map(({ body }) => body)).toEqual([
      'Nora, you have a visit on Saturday at 12:00 PM. Also that day: Liam at 1:00 PM with Dr. Amara Okafor. Reply C to confirm or R to reschedule.',
    ])
    expect([await clinic.ledger('a1'), await clinic.ledger('a2')]).toEqual([['2d sms queued'], ['2d sms queued']])
    expect(await clinic.store.query('select distinct message_id from reminders')).toEqual([
      { message_id: texts[0]?.id },
    ])
    expect(await next('a2')).toEqual(new Date(`${DAY_AFTER_NEXT}T17:00:00Z`))
  })

  test('has the text about one patient filed under that one, who may be the conversation’s', async () => {
    const { id } = await clinic.text(TWINS, 'Hello')
    await clinic.call('assignConversation', 'lena', { conversationId: id, patientId: 'p3' })
    await clinic.store.query(`update appointments set status = 'confirmed' where id = 'a2'`)
    await clinic.work()
    const filed = () =>
      clinic.store.query(
        `select patient_id from messages where conversation_id = $1 and direction = 'outbound' and body <> 'old'`,
        [id],
      )
    expect(await filed()).toEqual([{ patient_id: 'p3' }])
    expect((await clinic.ask('sendReminder', 'lena', { appointmentId: 'a1' })).status).toBe(200)
    expect(await filed()).toEqual([{ patient_id: 'p3' }, { patient_id: 'p3' }])
  })

  test('gets no visit into its text that would get none of its own', async () => {
    await clinic.store.query(`update appointments set status = 'confirmed' where id = 'a2'`)
    await clinic.work()
    expect((await newTexts(TWINS)).map(({ body }) => body)).toEqual([expect.not.stringContaining('Also that day')])
    expect(await clinic.ledger('a2')).toEqual(['2d sms skipped confirmed'])
  })

  test('gets the text again for those who still come when another visit of it was moved before it left', async () => {
    await clinic.work()
    await clinic.store.query(`update appointments set starts_at = starts_at + interval '1 day' where id = 'a2'`)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect((await newTexts(TWINS)).map(({ status }) => status)).toEqual(['failed'])
    expect(await clinic.ledger('a1')).toEqual([])
    expect((await clinic.ledger('a2'))[0]).toBe('2d sms notDelivered The visit was moved. Not sent.')
    await clinic.store.query(`update appointments set next_reminder_at = now() where id = 'a1'`)
    expect(await clinic.work()).toMatchObject({ a1: 'sent' })
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await clinic.ledger('a1')).toEqual(['2d sms sent'])
  })
})

describe('a text that waits for the carrier', () => {
  test.each([
    [`update appointments set status = 'cancelled'`, 'The visit was cancelled. Not sent.'],
    [`update appointments set starts_at = starts_at + interval '1 hour'`, 'The visit was moved. Not sent.'],
    [`update appointments set status = 'confirmed'`, 'The patient confirmed meanwhile. Not sent.'],
    [`update appointments set status = 'arrived'`, 'The patient has come, or the visit has ended. Not sent.'],
    [
      `update appointments set reschedule = 'asked', reschedule_at = now()`,
      'The patient asked for another time meanwhile. Not sent.',
    ],
    [`update patients set deceased = true where id = 'p1'`, 'The patient has died. Not sent.'],
  ])('is not sent about what was, after %s', async (statement, why) => {
    await clinic.due('a1', NOON)
    await clinic.work()
    await clinic.store.query(statement)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await newTexts(ROSALIND)).toMatchObject([{ status: 'failed' }])
    expect(await clinic.ledger('a1')).toEqual([`2d sms notDelivered ${why}`])
    // No e-mail tells of it either.
    expect(await clinic.mails()).toEqual([])
  })

  test('goes out to a patient who confirmed when its step says so', async () => {
    await clinic.set({ reminders: cadence(step('2d', { alsoConfirmed: true })) })
    await clinic.due('a1', NOON)
    await clinic.work()
    await clinic.store.query(`update appointments set status = 'confirmed'`)
    expect(await clinic.carry()).toEqual(['accepted'])
  })

  test.each([
    ['is not sent again about what was when the carrier lacks it', 'absent', 'dropped', 'notDelivered'],
    ['counts as sent when the carrier has it', 'found', 'found', 'sent'],
  ] as const)('%s after a call that hung', async (_title, look, outcome, status) => {
    await clinic.due('a1', NOON)
    await clinic.work()
    expect(await clinic.carry(() => ({ outcome: 'unknown' }))).toEqual(['unknown'])
    expect(await clinic.ledger('a1')).toEqual(['2d sms queued'])
    await clinic.store.query(`update appointments set status = 'cancelled'`)
    let calls = 0
    const accept = () => {
      calls += 1
      return { outcome: 'accepted', sid: 'SM2' } as const
    }
    const find = async () => (look === 'found' ? { outcome: look, sid: 'SM1' } : ({ outcome: look } as const))
    expect(await clinic.carry(accept, find)).toEqual([outcome])
    expect(calls).toBe(0)
    expect(await clinic.ledger('a1')).toEqual([expect.stringContaining(`2d sms ${status}`)])
  })

  test('is sent once more for a new start alone when the visit was moved', async () => {
    await clinic.due('a1', NOON)
    await clinic.work()
    const moved = await clinic.ask('changeAppointments', 'lena', {
      appointmentIds: ['a1'],
      change: { type: 'move', date: '2026-11-24', time: '10:00' },
    })
    expect(moved.body.data.changed).toHaveLength(1)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await next('a1')).toEqual(new Date('2026-11-22T15:00:00Z'))
  })
})

describe('a text that does not arrive', () => {
  test('becomes one e-mail where there is an address', async () => {
    await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
    await clinic.due('a1', NOON)
    await clinic.work()
    await clinic.carry()
    const [text] = await newTexts(ROSALIND)
    const landline = {
      status: 'undelivered',
      failureReason: 'The number is a landline or cannot receive texts.',
    } as const
    await clinic.report(text!.id, landline)
    await clinic.report(text!.id, landline)
    expect(await clinic.mails()).toMatchObject([{ address: 'rosalind@patients.test', status: 'queued' }])
    // The row still says why the text did not arrive.
    expect((await clinic.read('a1')).reminder).toMatchObject({
      ...{ channel: 'sms', status: 'notDelivered', reason: landline.failureReason },
    })
  })

  test('becomes none for a step that goes by text alone, or without an address', async () => {
    await clinic.set({ reminders: cadence(step('2d', { channel: 'sms' })) })
    await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
    await clinic.due('a1', NOON)
    await clinic.due('a2', NOON, { patientId: 'p2' })
    await clinic.work()
    await clinic.carry(() => ({ outcome: 'refused', code: '30006' }))
    expect(await clinic.mails()).toEqual([])
    expect(await clinic.ledger('a2')).toEqual(['2d sms notDelivered The number is a landline or cannot receive texts.'])
  })
})

describe('the follow-up of a visit that nobody came to', () => {
  const TODAY = '2026-11-19T14:00:00Z'
  beforeEach(() => clinic.set({ noShow: { enabled: true, at: '09:00', text: '{{firstName}}, we missed you today.' } }))

  test('is one text on that day', async () => {
    await clinic.due('a1', TODAY, { status: 'noShow', patientId: 'p2' })
    expect(await clinic.work()).toEqual({ a1: 'sent' })
    expect((await newTexts(MIGUEL)).map(({ body }) => body)).toEqual(['Miguel, we missed you today.'])
    expect(await clinic.ledger('a1')).toEqual(['noShow sms queued'])
    expect(await next('a1')).toBeNull()
  })

  test('is none when a later visit exists, or when the patient wrote since', async () => {
    await clinic.due('a1', TODAY, { status: 'noShow', patientId: 'p2' })
    await clinic.visit('later', NOON, { patientId: 'p2' })
    await clinic.work()
    expect(await clinic.ledger('a1')).toEqual(['noShow sms skipped later_visit'])
    await clinic.text(ROSALIND, 'I am so sorry')
    await clinic.due('a2', TODAY, { status: 'noShow' })
    await clinic.work()
    expect(await clinic.ledger('a2')).toEqual(['noShow sms skipped wrote_since'])
  })

  test('is not handed over on a later day, because it says "today"', async () => {
    await clinic.due('a1', TODAY, { status: 'noShow', patientId: 'p2' })
    await clinic.work()
    await clinic.store.query(`update reminders set created_at = created_at - interval '1 day'`)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await clinic.ledger('a1')).toEqual(['noShow sms notDelivered The day of the visit is over. Not sent.'])
  })

  test('is not handed over once the visit is not missed any more', async () => {
    await clinic.due('a1', TODAY, { status: 'noShow', patientId: 'p2' })
    await clinic.work()
    await clinic.store.query(`update appointments set status = 'arrived'`)
    expect(await clinic.carry()).toEqual(['dropped'])
  })
})

describe('several workers', () => {
  test('send each of forty visits one text', async () => {
    for (let nth = 0; nth < 40; nth += 1) {
      await clinic.store.query(
        `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
         values ('o1', $1, $1, 'Ana', 'Ruiz', $2) on conflict do nothing`,
        [`many${nth}`, `+151255520${String(nth).padStart(2, '0')}`],
      )
      await clinic.due(`v${nth}`, NOON, { patientId: `many${nth}` })
    }
    const parts = () => ({ ...clinic.parts, metrics: new Registry() })
    const workers = [1, 2, 3].map(() => startReminders(parts(), { pollMs: 50 }))
    try {
      await until(async () => {
        const [row] = await clinic.store.query<{ times: number }>('select count(*)::int as times from reminders')
        return row?.times === 40 ? true : undefined
      })
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }
    const texts = await clinic.store.query<{ texts: number; numbers: number }>(
      `select count(*)::int as texts, count(distinct conversation_id)::int as numbers from outbound_texts`,
    )
    expect(texts).toEqual([{ texts: 40, numbers: 40 }])
  })

  test('send one text when the lease of the first ran out', async () => {
    await clinic.due('a1', NOON)
    const [first] = await clinic.lease('slow')
    await clinic.store.query(`update appointments set leased_until = now() - interval '1 second'`)
    const [second] = await clinic.lease('quick')
    expect(await clinic.judge(second!, 'quick')).toBe('sent')
    expect(await clinic.judge(first!, 'slow')).toBe('gone')
    expect(await newTexts(ROSALIND)).toHaveLength(1)
  })

  test('send one text when both judge at the same time', async () => {
    await clinic.due('a1', NOON)
    const [visit] = await clinic.lease()
    const outcomes = await Promise.all([clinic.judge(visit!), clinic.judge(visit!)])
    expect(outcomes.toSorted()).toEqual(['gone', 'sent'])
    expect([await newTexts(ROSALIND), await clinic.ledger('a1')]).toMatchObject([[{}], ['2d sms queued']])
  })

  test('leave nothing behind when a process dies before its commit', async () => {
    await clinic.due('a1', NOON)
    const [visit] = await clinic.lease()
    const dying = clinic.parts.database.write('o1', async (tx) => {
      expect(await judge(tx, clinic.parts, visit!, 'w')).toBe('sent')
      throw new Error('Killed')
    })
    await expect(dying).rejects.toThrow('Killed')
    expect([await clinic.ledger('a1'), await newTexts(ROSALIND)]).toEqual([[], []])
    expect(await clinic.judge(visit!)).toBe('sent')
  })
})
