/** Due dates of a patient and of the clinic, and the invitations to book what is due. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReminders, type Reminders } from '../reminders/reminders.suite.ts'
import { INVITATIONS_MAX } from './invitations.rules.ts'

const ROSALIND = '+15125550142'
const MIGUEL = '+15125550143'
let clinic: Reminders
beforeAll(async () => {
  clinic = await openReminders({
    ...{ EMAIL_BASE_URL: 'http://127.0.0.1:9/email', EMAIL_API_KEY: 'SG.test', EMAIL_FROM: 'hello@cedar.test' },
  })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const table of ['reminders', 'mails', 'outbound_texts', 'text_number_days', 'consents', 'due_dates'])
    await clinic.store.query(`delete from ${table}`)
  await clinic.store.query(`delete from appointment_history`)
  await clinic.store.query(`delete from appointments`)
  await clinic.store.query(`update patients set email = null, deceased = false, doctor_id = null`)
})

/** It is November 19 in Chicago. */
const due = (
  id: string,
  dueDate: string,
  { patientId = 'p1', type = 'Flu shot', organizationId = 'o1', everyDays = null as number | null } = {},
) =>
  clinic.store.query(
    `insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, every_days, version)
     values ($1, $2, $3, $4, $5, $6, 0)`,
    [organizationId, id, patientId, type, dueDate, everyDays],
  )
type Item = { _id: string; status: string }
const ofPatient = (patientId = 'p1') => clinic.ask('dueDateList', 'lena', { patientId })
const ofClinic = async (fields: Record<string, unknown> = {}) => (await clinic.ask('dueDates', 'lena', fields)).body
const ids = (items: Item[]) => items.map(({ _id }) => _id)

describe('dueDateList', () => {
  test('has what is overdue, due or due within 30 days, by day [LIST-03] [CALL-CAMPAIGN-09] [OPEN-061]', async () => {
    await due('later', '2026-12-20')
    await due('upcoming', '2026-11-29')
    await due('last', '2026-12-19')
    await due('today', '2026-11-19')
    await due('yesterday', '2026-11-18')
    await due('other', '2026-11-18', { patientId: 'p2' })
    const { status, body } = await ofPatient()
    expect(status).toBe(200)
    expect(body.data.map(({ _id, status: word }: Item) => `${_id} ${word}`)).toEqual([
      ...['yesterday overdue', 'today due', 'upcoming upcoming', 'last upcoming'],
    ])
  })

  test('says which visit of the type is booked', async () => {
    await due('d1', '2026-11-18')
    await clinic.visit('a1', '2026-11-30T16:00:00Z', { type: 'Flu shot' })
    expect((await ofPatient()).body.data).toMatchObject([{ booked: { appointmentId: 'a1', date: '2026-11-30' } }])
  })

  test('needs a patient of the organization [CALL-CAMPAIGN-09]', async () => {
    expect((await clinic.ask('dueDateList', 'lena')).status).toBe(400)
    expect((await ofPatient('p9')).status).toBe(404)
    expect((await ofPatient('absent')).status).toBe(404)
  })
})

describe('dueDates', () => {
  beforeEach(async () => {
    await due('a', '2026-11-10')
    await due('b', '2026-11-10', { patientId: 'p2', type: 'Mammogram' })
    await due('c', '2026-11-19', { patientId: 'p2' })
    await due('d', '2026-12-01')
    await due('theirs', '2026-11-10', { organizationId: 'o2', patientId: 'p9' })
  })

  test('walks all patients of the organization by key', async () => {
    const first = await ofClinic({ limit: 3 })
    expect(ids(first.data)).toEqual(['a', 'b', 'c'])
    const rest = await ofClinic({ limit: 3, cursor: first.cursor })
    expect([ids(rest.data), rest.cursor]).toEqual([['d'], null])
  })

  test('is filtered by status, type and doctor', async () => {
    await clinic.store.query(`update patients set doctor_id = 'doctor2' where id = 'p2'`)
    expect(ids((await ofClinic({ status: 'overdue' })).data)).toEqual(['a', 'b'])
    expect(ids((await ofClinic({ status: 'due' })).data)).toEqual(['c'])
    expect(ids((await ofClinic({ status: 'upcoming' })).data)).toEqual(['d'])
    expect(ids((await ofClinic({ appointmentType: 'Mammogram' })).data)).toEqual(['b'])
    expect(ids((await ofClinic({ doctorId: 'doctor2' })).data)).toEqual(['b', 'c'])
  })

  test('leaves out those for whom a visit of the type is booked', async () => {
    await clinic.visit('a1', '2026-11-30T16:00:00Z', { type: 'Flu shot' })
    await clinic.visit('a2', '2026-11-30T16:30:00Z', { type: 'Mammogram', patientId: 'p2', status: 'cancelled' })
    expect(ids((await ofClinic()).data)).toEqual(['b', 'c'])
  })

  test.each([{ status: 'soon' }, { cursor: 'x' }, { limit: 0 }, { filter: 'a' }])('refuses %j', async (fields) =>
    expect((await clinic.ask('dueDates', 'lena', fields)).status).toBe(400),
  )
})

describe('addDueDate and finishDueDate', () => {
  const add = (fields: object = {}) =>
    clinic.ask('addDueDate', 'lena', { patientId: 'p1', appointmentType: 'Flu shot', dueDate: '2026-12-01', ...fields })
  const finish = (dueDateId: string) => clinic.ask('finishDueDate', 'lena', { dueDateId })

  test('add one with its event', async () => {
    const before = (await clinic.events()).length
    const { status, body } = await add({ everyDays: 365 })
    expect([status, body.data]).toMatchObject([
      200,
      { patientName: 'Rosalind Carver', status: 'upcoming', everyDays: 365 },
    ])
    expect(await clinic.events(before)).toMatchObject([{ type: 'due.changed', key: body.data._id, data: body.data }])
    expect((await ofPatient()).body.data).toEqual([body.data])
  })

  test('make the next of one that repeats, once', async () => {
    const { _id } = (await add({ everyDays: 365 })).body.data
    const { body } = await finish(_id)
    expect(body.data).toMatchObject({ _id, doneAt: expect.any(String) })
    expect((await finish(_id)).body.data).toEqual(body.data)
    const rows = await clinic.store.query(
      'select due_date::text, last_visit_date::text, every_days from due_dates where done_at is null',
    )
    expect(rows).toEqual([{ due_date: '2027-11-19', last_visit_date: '2026-11-19', every_days: 365 }])
  })

  test('are 404 for what the organization does not have', async () => {
    await due('theirs', '2026-11-10', { organizationId: 'o2', patientId: 'p9' })
    expect((await add({ patientId: 'p9' })).status).toBe(404)
    expect([(await finish('theirs')).status, (await finish('absent')).status]).toEqual([404, 404])
  })

  test.each([{ dueDate: '2026-02-30' }, { appointmentType: ' ' }, { everyDays: 0 }, { note: 'x' }])(
    'refuse %j',
    async (fields) => expect((await add(fields)).status).toBe(400),
  )
})

describe('inviteDueDates', () => {
  const invite = (...dueDateIds: string[]) => clinic.ask('inviteDueDates', 'lena', { dueDateIds })

  test('sends each patient one quiet text, and each due date says so', async () => {
    await due('a', '2026-11-10')
    await due('b', '2026-11-12', { type: 'Mammogram' })
    const before = (await clinic.events()).length
    const { status, body } = await invite('a', 'b')
    expect([status, ids(body.data.sent), body.data.skipped]).toEqual([200, ['a', 'b'], []])
    expect((await clinic.texts(ROSALIND)).map(({ body: words }) => words)).toEqual([
      'Hello Rosalind, this is Cedar Ridge. It is time for your next visit. Text us a day that suits you.',
    ])
    expect((await clinic.events(before)).map(({ type }) => type)).toEqual([
      ...['message.added', 'due.changed', 'due.changed'],
    ])
    expect(body.data.sent).toMatchObject([{ invitedAt: expect.any(String) }, { invitedAt: expect.any(String) }])
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await clinic.store.query('select distinct type, status, user_id from reminders')).toEqual([
      { type: 'invitation', status: 'sent', user_id: 'lena' },
    ])
  })

  test('invites once in seven days', async () => {
    await due('a', '2026-11-10')
    await invite('a')
    expect((await invite('a')).body.data).toEqual({ sent: [], skipped: [{ dueDateId: 'a', reason: 'invited' }] })
    await clinic.store.query(`update due_dates set invited_at = invited_at - interval '7 days'`)
    expect(ids((await invite('a')).body.data.sent)).toEqual(['a'])
  })

  test('says of each that gets nothing why', async () => {
    await due('done', '2026-11-10')
    await clinic.store.query(`update due_dates set done_at = now()`)
    await due('booked', '2026-11-10', { type: 'Mammogram' })
    await clinic.visit('a1', '2026-11-30T16:00:00Z', { type: 'Mammogram' })
    await due('out', '2026-11-10', { patientId: 'p2' })
    await clinic.store.query(`insert into consents values ('o1', $1, 'opted_out')`, [MIGUEL])
    await due('theirs', '2026-11-10', { organizationId: 'o2', patientId: 'p9' })
    const { body } = await invite('done', 'booked', 'out', 'theirs', 'absent')
    expect(body.data.sent).toEqual([])
    expect(
      Object.fromEntries(body.data.skipped.map(({ dueDateId, reason }: Record<string, string>) => [dueDateId, reason])),
    ).toEqual({
      ...{ done: 'done', booked: 'booked', out: 'opted_out', theirs: 'not_found', absent: 'not_found' },
    })
    expect((await clinic.store.query('select id from reminders')).length).toBe(0)
  })

  test('goes by e-mail where no text may', async () => {
    await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
    await clinic.store.query(`insert into consents values ('o1', $1, 'opted_out')`, [ROSALIND])
    await due('a', '2026-11-10')
    await invite('a')
    expect(await clinic.mails()).toMatchObject([
      { subject: 'Your next visit at Cedar Ridge', content: expect.not.stringContaining('/v/') },
    ])
  })

  test('waits for the end of the patient’s quiet hours', async () => {
    await clinic.store.query(`update patients set timezone = 'Pacific/Honolulu' where id = 'p2'`)
    await due('a', '2026-11-10', { patientId: 'p2' })
    await invite('a')
    expect(await clinic.carry()).toEqual(['held'])
    await clinic.store.query(`update patients set timezone = null`)
  })

  test.each([
    ['booked', 'The patient has a visit meanwhile. Not sent.'],
    ['done', 'This is done meanwhile. Not sent.'],
  ])('is not handed over once the visit is %s', async (what, why) => {
    await due('a', '2026-11-10')
    await invite('a')
    if (what === 'booked') await clinic.visit('a1', '2026-11-30T16:00:00Z', { type: 'Flu shot' })
    else await clinic.ask('finishDueDate', 'lena', { dueDateId: 'a' })
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(await clinic.store.query('select status, reason from reminders')).toEqual([
      { status: 'notDelivered', reason: why },
    ])
  })

  test('is not handed over to a number that the patient had before, and may be sent to the new one', async () => {
    await due('a', '2026-11-10', { patientId: 'p2' })
    await invite('a')
    await clinic.store.query(`update patients set phone_number = '+15125550188' where id = 'p2'`)
    expect(await clinic.carry()).toEqual(['dropped'])
    expect(ids((await invite('a')).body.data.sent)).toEqual(['a'])
    expect(await clinic.carry()).toEqual(['accepted'])
    expect(await clinic.texts('+15125550188')).toMatchObject([{ status: 'sent' }])
    await clinic.store.query(`update patients set phone_number = $1 where id = 'p2'`, [MIGUEL])
  })

  test('is handed over when one of several is still due', async () => {
    await due('a', '2026-11-10')
    await due('b', '2026-11-12', { type: 'Mammogram' })
    await invite('a', 'b')
    await clinic.ask('finishDueDate', 'lena', { dueDateId: 'a' })
    expect(await clinic.carry()).toEqual(['accepted'])
  })

  test('stops at the invitations that an organization may send in a day', async () => {
    await clinic.store.query(
      `insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, version)
       select 'o1', 'old', 'p1', 'Old', '2026-01-01', 0`,
    )
    await clinic.store.query(
      `insert into reminders (organization_id, id, due_date_id, patient_id, step, type, channel, status, created_at)
       select 'o1', 'old' || nth, 'old', 'p1', 'invitation', 'invitation', 'sms', 'delivered', '2026-11-19T12:00:00Z'
       from generate_series(1, ${INVITATIONS_MAX - 1}) as nth`,
    )
    await due('a', '2026-11-10')
    await due('b', '2026-11-10', { patientId: 'p2' })
    const { body } = await invite('a', 'b')
    expect([ids(body.data.sent), body.data.skipped]).toEqual([['a'], [{ dueDateId: 'b', reason: 'over_limit' }]])
  })
})
