import { openTimes as openTimesCall } from '@foyer/contracts/appointments/change-calls.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookVisit, confirmVisit, nextVisit, openTimes } from '../appointments.ts'
import { openVisits, type Visits } from '../visits.suite.ts'

let visits: Visits
beforeEach(async () => {
  visits = await openVisits()
})
afterEach(() => visits.close())

const TIME = { patientId: 'p1', doctorId: 'doctor1', date: '2026-11-23', time: '09:30' }
const book = (fields: object = {}, headers = {}, user = 'lena') =>
  visits.ask('bookAppointment', user, { ...TIME, ...fields }, headers)

describe('booking', () => {
  test('makes a visit and tells of it, its patient and the conversation [CALL-SERVICES-05] [OPEN-084]', async () => {
    const thread = await visits.text('+15125550142', 'Hello')
    await visits.visit('a0', '2026-11-18T15:30:00Z', { status: 'completed' })
    const before = (await visits.events()).at(-1)?.seq ?? 0
    const { status, body } = await book({ appointmentType: 'New patient', minutes: 45 })
    expect([status, body]).toEqual([200, { code: 'ok', data: { appointmentId: expect.any(String), ehr: null } }])
    const events = await visits.events(before)
    expect(events.map(({ type, key }) => [type, key])).toEqual([
      ['appointment.changed', body.data.appointmentId],
      ['patient.changed', 'p1'],
      ['conversation.changed', thread.id],
    ])
    expect(events[0]?.data).toMatchObject({
      ...{ appointmentDate: '2026-11-23', startTime: '09:30', endTime: '10:15', appointmentType: 'New patient' },
      ...{ appointmentStatus: 'scheduled', doctorId: 'doctor1', location: 'Northgate', confirmed: false },
    })
    expect(events[1]?.data).toMatchObject({ nextVisit: { appointmentId: body.data.appointmentId } })
    const { body: one } = await visits.ask('appointmentOne', 'lena', { appointmentId: body.data.appointmentId })
    expect(one.data.history).toMatchObject([
      { user: 'lena', change: { kind: 'booked', startsAt: '2026-11-23T15:30:00.000Z', doctorId: 'doctor1' } },
    ])
  })

  test('is 409 for a taken time and for one that overlaps it, and free beside it [OPEN-084]', async () => {
    expect((await book()).status).toBe(200)
    for (const time of ['09:30', '09:05', '09:59']) {
      const { status, body } = await book({ time, patientId: 'p2' })
      expect([status, body.reason, body.message]).toEqual([
        ...[409, 'slot_taken', 'This time was just taken. Choose another one.'],
      ])
    }
    for (const time of ['09:00', '10:00']) expect((await book({ time, patientId: 'p2' })).status).toBe(200)
    expect((await book({ doctorId: 'doctor2', patientId: 'p2' })).status).toBe(200)
  })

  test('is 200 and 409 for two bookings of one time at once', async () => {
    const tries = ['p1', 'p2', 'p3', 'p4'].map((patientId, place) => book({ patientId, time: `09:${30 + place}` }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    expect(await visits.store.query('select from appointments')).toHaveLength(1)
  })

  test('refuses overlaps of a time across midnight UTC from both days', async () => {
    expect((await book({ time: '17:50', minutes: 60 })).status).toBe(200)
    const tries = [book({ time: '17:55', patientId: 'p2' }), book({ time: '18:30', patientId: 'p3' })]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([409, 409])
  })

  test('counts for a campaign whose text the patient got in the 30 days before, and for none when it fails', async () => {
    await visits.store.query(
      `insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, timezone, fallbacks,
         track_links, track_opens, revision, saved_at, created_at, states, step_states, results, causes, skipped, version)
       values ('o1', 'c1', 'Flu', 'once', 'SMS', 'finished', 'null', '[]', 'patient', 'America/Chicago', '{}', true, false,
         1, now(), now(), '{}', '{}', '{}', '[]', '[]', 1)`,
    )
    await visits.store.query(
      `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, state, timezone, at, taken_at)
       select 'o1', 'c1', 1, patient, 1, 'sent', 'America/Chicago', now(), '2026-11-10T15:00:00Z'
       from unnest(array['p1', 'p2']) as patient`,
    )
    expect([(await book()).status, (await book({ patientId: 'p2' })).status]).toEqual([200, 409])
    expect(await visits.store.query('select campaign_id, patient_id, event, source from campaign_marks')).toEqual([
      { campaign_id: 'c1', patient_id: 'p1', event: 'booked', source: 'visit' },
    ])
  })

  test('answers the same when it is repeated with its key', async () => {
    const first = await book({}, { 'idempotency-key': 'b1' })
    expect(await book({}, { 'idempotency-key': 'b1' })).toEqual(first)
    expect(await visits.store.query('select from appointments')).toHaveLength(1)
  })

  test.each<[string, object, string]>([
    ['a time that is past', { date: '2026-11-19', time: '09:00' }, 'time'],
    ['an hour that the clock skips', { date: '2027-03-14', time: '02:30' }, 'time'],
    ['25:00', { time: '25:00' }, 'time'],
    ['February 30', { date: '2027-02-30' }, 'date'],
    ['4 minutes', { minutes: 4 }, 'minutes'],
    ['481 minutes', { minutes: 481 }, 'minutes'],
    ['control characters', { appointmentType: 'New\u0007' }, 'appointmentType'],
    ['an unknown field', { room: 4 }, 'room'],
  ])('refuses %s with 400 at its field', async (_, fields, path) => {
    const { status, body } = await book(fields)
    expect([status, body.issues[0].path]).toEqual([400, path])
    expect(await visits.store.query('select from appointments')).toEqual([])
  })

  test('says in which form a time is written [OPEN-041]', async () => {
    expect((await book({ time: '9:30' })).body.issues).toEqual([{ path: 'time', message: 'Time must be HH:MM' }])
  })

  test('takes the first of two times in the hour that the clock repeats', async () => {
    const { body } = await book({ date: '2027-11-07', time: '01:30' })
    expect((await visits.row(body.data.appointmentId)).starts_at).toEqual(new Date('2027-11-07T06:30:00Z'))
  })

  test("is 404 for an absent and another organization's patient or doctor, and 401 without a bearer [SEC-05]", async () => {
    for (const fields of [
      { patientId: 'absent' },
      { patientId: 'p9' },
      { doctorId: 'absent' },
      { doctorId: 'doctor9' },
    ])
      expect((await book(fields)).status).toBe(404)
    expect((await book({ organizationId: 'o2' })).status).toBe(403)
    const url = `${visits.url}/api/services/integration/appointments/ehr`
    const json = { 'content-type': 'application/json' }
    const { status } = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(TIME) })
    expect(status).toBe(401)
  })

  test('is refused for a patient who is deceased', async () => {
    await visits.store.query(`update patients set deceased = true where id = 'p1'`)
    const { status, body } = await book()
    expect([status, body.issues]).toEqual([400, [{ path: 'patientId', message: 'This patient is deceased' }]])
    expect(await visits.store.query('select from appointments')).toEqual([])
  })

  test('is refused for a doctor who takes no more visits', async () => {
    await visits.store.query(`update doctors set archived_at = now() where id = 'doctor1'`)
    const { status, body } = await book()
    expect([status, body.issues[0].path]).toEqual([400, 'doctorId'])
  })
})

describe('open times', () => {
  const times = async (fields: object, user = 'lena') => {
    const { status, body } = await visits.ask('openTimes', user, { ...fields })
    expect(status, JSON.stringify(body)).toBe(200)
    return openTimesCall.reply.parse(body).data
  }
  const shown = async (fields: object) =>
    (await times(fields)).map(({ doctorId, date, startTime }) => `${doctorId} ${date} ${startTime}`)

  test('are business hours from now on, without what is booked', async () => {
    // o1 is in Chicago, where it is 9:00 on a Thursday.
    await visits.visit('a1', '2026-11-19T16:00:00Z', { minutes: 45 })
    await visits.visit('gone', '2026-11-19T18:00:00Z', { status: 'cancelled' })
    expect(await shown({ doctorId: 'doctor1', from: '2026-11-18', to: '2026-11-19' })).toEqual(
      [
        '09:30',
        '11:00',
        '11:30',
        '12:00',
        '12:30',
        '13:00',
        '13:30',
        '14:00',
        '14:30',
        '15:00',
        '15:30',
        '16:00',
        '16:30',
      ].map((time) => `doctor1 2026-11-19 ${time}`),
    )
  })

  test('are of all doctors who take visits, by their start', async () => {
    await visits.visit('a1', '2026-11-20T14:00:00Z', { doctorId: 'doctor2' })
    const found = await times({ from: '2026-11-20', to: '2026-11-20', minutes: 240 })
    expect(found.map(({ doctorName, startTime }) => `${doctorName} ${startTime}`).slice(0, 3)).toEqual([
      ...['Dr. Amara Okafor 08:00', 'Dr. Amara Okafor 08:30', 'Dr. Ravi Patel 08:30'],
    ])
    expect(found.at(-1)).toEqual({
      ...{ doctorId: 'doctor2', doctorName: 'Dr. Ravi Patel', date: '2026-11-20', startTime: '13:00' },
      startsAt: '2026-11-20T19:00:00.000Z',
    })
    await visits.store.query(`update doctors set archived_at = now() where id = 'doctor2'`)
    expect(await shown({ doctorId: 'doctor2', from: '2026-11-20', to: '2026-11-20' })).toEqual([])
  })

  test('leave out closed days and are at most 200', async () => {
    const hours = { ...inboxSetting.default.businessHours, closedDays: ['2026-11-20', '2026-11-23'] }
    await visits.store.query(
      `insert into organization_settings (organization_id, name, value, version) values ('o1', 'inbox', $1, 1)`,
      [JSON.stringify({ ...inboxSetting.default, businessHours: hours })],
    )
    expect(await shown({ doctorId: 'doctor1', from: '2026-11-20', to: '2026-11-23' })).toEqual([])
    const found = await times({ from: '2026-11-20', to: '2026-12-18', minutes: 15 })
    expect(found).toHaveLength(200)
    expect(new Set(found.map(({ date }) => date))).toEqual(new Set(['2026-11-24', '2026-11-25', '2026-11-26']))
  })

  test.each([
    { from: '2026-11-20', to: '2026-11-19' },
    { from: '2026-11-20', to: '2026-12-21' },
    { from: '2026-11-20', to: '2026-11-20', minutes: 4 },
    { from: '2026-11-20' },
  ])('refuse %j with 400', async (fields) => expect((await visits.ask('openTimes', 'lena', fields)).status).toBe(400))

  test("are 404 for an absent and another organization's doctor [SEC-05]", async () => {
    for (const doctorId of ['absent', 'doctor9'])
      expect((await visits.ask('openTimes', 'lena', { doctorId, from: '2026-11-20', to: '2026-11-20' })).status).toBe(
        404,
      )
  })
})

describe('booked slots', () => {
  const slots = (fields: object) =>
    visits.ask('bookedSlots', 'lena', {
      doctorId: 'doctor1',
      startDate: '2026-11-19',
      endDate: '2026-11-20',
      ...fields,
    })

  test('are the live visits of the doctor in these days, in order and without names [CALL-CAMPAIGN-23] [OPEN-066]', async () => {
    await visits.visit('late', '2026-11-21T05:50:00Z')
    await visits.visit('a2', '2026-11-19T15:30:00Z', { status: 'confirmed' })
    await visits.visit('other', '2026-11-19T15:30:00Z', { doctorId: 'doctor2' })
    await visits.visit('gone', '2026-11-19T16:30:00Z', { status: 'cancelled' })
    await visits.visit('past', '2026-11-19T05:20:00Z')
    const { status, body } = await slots({})
    expect([status, body]).toEqual([
      200,
      {
        code: 'ok',
        data: [
          { date: '2026-11-19', startTime: '09:30', endTime: '09:50' },
          { date: '2026-11-20', startTime: '23:50', endTime: '00:10' },
        ],
      },
    ])
  })

  test('refuse more than 62 days and reversed ones with 400, and a foreign doctor with 404 [SEC-05]', async () => {
    expect((await slots({ endDate: '2027-01-20' })).body.issues[0]).toEqual({
      path: 'endDate',
      message: 'At most 62 days',
    })
    expect((await slots({ endDate: '2026-11-18' })).status).toBe(400)
    expect((await slots({ doctorId: 'doctor9' })).status).toBe(404)
  })
})

test('the link for other areas finds times, books, shows and confirms the next visit', async () => {
  const { database, clock, newId } = visits.parts
  const organizationId = 'o1'
  const asked = { organizationId, doctorId: 'doctor1', from: '2026-11-23', to: '2026-11-23', minutes: 30, most: 2 }
  const [first] = await database.read('o1', (tx) => openTimes(tx, { ...asked, now: clock.now() }))
  expect(first).toMatchObject({ doctorName: 'Dr. Amara Okafor', date: '2026-11-23', startTime: '08:00' })
  const booking = { ...TIME, organizationId, by: null, now: clock.now(), minutes: 30, source: 'booking' as const }
  const { appointment } = await database.write('o1', (tx) =>
    bookVisit(tx, { newId }, { ...booking, date: first?.date ?? '', time: first?.startTime ?? '' }),
  )
  const about = { organizationId, patientId: 'p1', now: clock.now() }
  expect(await database.read('o1', (tx) => nextVisit(tx, about))).toEqual(appointment)
  expect(await database.read('o1', (tx) => nextVisit(tx, { ...about, patientId: 'p2' }))).toBeNull()
  const { changed } = await database.write('o1', (tx) =>
    confirmVisit(tx, { organizationId, appointmentId: appointment._id, now: clock.now() }),
  )
  expect(changed).toMatchObject([{ _id: appointment._id, confirmed: true, confirmedBy: 'patient' }])
})
