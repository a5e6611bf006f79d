import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openVisits, type Visits } from '../appointments/visits.suite.ts'

let visits: Visits
beforeAll(async () => {
  visits = await openVisits()
})
afterAll(() => visits.close())
beforeEach(async () => {
  for (const table of ['appointment_history', 'appointment_undo', 'reminders', 'service_requests', 'appointments'])
    await visits.store.query(`delete from ${table}`)
  await visits.visit('a1', '2026-11-20T15:30:00Z')
  await visits.visit('a2', '2026-11-20T16:30:00Z', { patientId: 'p2', doctorId: 'doctor2' })
})

const RANGE = { start: '2026-11-20', end: '2026-11-24', day: 10 }
const card = async (more = {}) => (await visits.call('scoreCardAppointments', 'lena', { ...RANGE, ...more })).body.data
const change = async (asked: object) =>
  (await visits.ask('changeAppointments', 'lena', { appointmentIds: ['a1'], change: asked })).body.data
const requests = async () => {
  const range = { startDate: '2026-11-18', endDate: '2026-11-20' }
  return (await visits.call('selfServiceRequestsCount', 'lena', range)).body.data
}

test('a visit that was confirmed once counts as confirmed after a move [CALL-DASH-05] [DASH-06] [OPEN-083]', async () => {
  expect(await card()).toMatchObject({
    total: 2,
    booked: 2,
    confirmed: 0,
    rescheduled: 0,
    previous: { startDate: '2026-11-10' },
  })
  await visits.ask('markConfirmed', 'lena', { appointmentId: 'a1' })
  expect(await card()).toMatchObject({ confirmed: 1 })
  await change({ type: 'move', date: '2026-11-23', time: '10:15' })
  const { confirmed, rescheduled, series } = await card()
  expect([confirmed, rescheduled]).toEqual([1, 1])
  expect(series).toContainEqual({ date: '2026-11-23', count: 1 })
})

test('an imported visit that came confirmed stays so when the staff move it', async () => {
  await visits.store.query(
    `update appointments set status = 'confirmed', confirmed_by = 'ehr', source = 'import' where id = 'a1'`,
  )
  await change({ type: 'move', date: '2026-11-23', time: '10:15' })
  expect(await card()).toMatchObject({ confirmed: 1, rescheduled: 1 })
})

test('a move that is undone is no move, and no request', async () => {
  const { undoId } = await change({ type: 'move', date: '2026-11-23', time: '10:15' })
  expect(await card()).toMatchObject({ rescheduled: 1 })
  await visits.ask('undoAppointments', 'lena', { undoId })
  expect(await card()).toMatchObject({ rescheduled: 0, booked: 2 })
  expect(await requests()).toMatchObject({ total: 0 })
})

const addReminder = (id: string, at: string) =>
  visits.store.query(
    `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, created_at)
     select organization_id, $1, id, patient_id, starts_at, $1, 'reminder', 'sms', 'delivered', $2 from appointments where id = 'a1'`,
    [id, at],
  )

test('a confirmation that is undone counts neither for its visit nor for the reminder before it', async () => {
  await addReminder('r1', '2026-11-17T15:00:00Z')
  const reminded = async () =>
    (await visits.call('reminderCount', 'lena', { startDate: '2026-11-16', endDate: '2026-11-19' })).body.data
  const undone = await change({ type: 'status', status: 'confirmed' })
  expect(await card()).toMatchObject({ confirmed: 1 })
  // As when the staff settle an answer of the patient as a yes.
  await visits.store.query(
    `update reminders set confirmed_at = (select confirmed_at from appointments where id = 'a1') where id = 'r1'`,
  )
  expect(await reminded()).toMatchObject({ confirmed: 1 })
  await visits.ask('undoAppointments', 'lena', { undoId: undone.undoId })
  expect(await card()).toMatchObject({ confirmed: 0, booked: 2 })
  expect(await reminded()).toMatchObject({ confirmed: 0, sent: 1 })
})

test('the score card, the rows and the recount refuse a doctor of another organization as a missing one [SEC-05]', async () => {
  await visits.store.query(
    `insert into doctors (organization_id, id, first_name, last_name, name) values ('o2', 'theirs', 'Olga', 'Theirs', 'Dr. Theirs')`,
  )
  const number = { metric: 'visits.booked', startDate: RANGE.start, endDate: RANGE.end, cut: 'doctor' }
  for (const id of ['theirs', 'absent'])
    for (const [call, query] of [
      ['scoreCardAppointments', { ...RANGE, doctorId: id }],
      ['dashboardRows', { ...number, value: id }],
      ['recountFigure', { ...number, value: id }],
      ['exportDashboard', { ...number, value: id, format: 'csv' }],
    ] as const)
      expect((await visits.call(call, 'lena', query)).status, `${call} ${id}`).toBe(404)
  expect((await visits.call('dashboardRows', 'lena', { ...number, value: 'none' })).status).toBe(200)
})

test('the score card counts the visits of a doctor, of a place, and by the hour of the clinic', async () => {
  await visits.store.query(`update appointments set status = 'completed' where id = 'a2'`)
  expect(await card({ doctorId: 'doctor2' })).toMatchObject({
    ...{ total: 1, kept: 1 },
    byHour: [{ weekday: 5, hour: 10, booked: 1, kept: 1 }],
  })
  expect(await card({ location: 'Northgate' })).toMatchObject({ total: 2 })
  expect(await card({ location: 'Elsewhere' })).toMatchObject({ total: 0, byHour: [] })
  await visits.store.query(`update appointments set location = 'Annex' where id = 'a2'`)
  await visits.visit('before', '2026-11-11T15:30:00Z')
  await visits.store.query(`update appointments set location = 'Old office' where id = 'before'`)
  for (const more of [{}, { location: 'Annex' }, { doctorId: 'doctor1' }])
    expect((await card(more)).locations).toEqual(['Annex', 'Northgate'])
  const { status, body } = await visits.call('scoreCardAppointments', 'lena', {
    ...RANGE,
    location: 'x',
    doctorId: 'y',
  })
  expect([status, body.issues[0].path]).toEqual([400, 'location'])
})

test('a visit before the range counts as previous for as many days as asked', async () => {
  await visits.visit('before', '2026-11-11T15:30:00Z')
  expect((await card()).previous).toMatchObject({ startDate: '2026-11-10', endDate: '2026-11-19', booked: 1 })
  expect((await card({ day: 5 })).previous).toMatchObject({ startDate: '2026-11-15', booked: 0 })
})

test('the newest reminder counts as confirmed when the patient confirms [CALL-DASH-04] [DASH-05]', async () => {
  await addReminder('r1', '2026-11-17T15:00:00Z')
  await addReminder('r2', '2026-11-18T15:00:00Z')
  await visits.store.query(
    `update appointments set status = 'confirmed', confirmed_by = 'patient', confirmed_at = '2026-11-18T16:00:00Z' where id = 'a1'`,
  )
  const { body } = await visits.call('reminderCount', 'lena', { startDate: '2026-11-16', endDate: '2026-11-19' })
  expect(body.data).toMatchObject({
    ...{ total: 2, sent: 2, confirmed: 1, failed: 0 },
    byChannel: { sms: { sent: 2, confirmed: 1 }, email: { sent: 0 }, voice: { sent: 0 } },
    days: [{ sent: 0 }, { sent: 1, failed: 0 }, { sent: 1, failed: 0 }, { sent: 0 }],
  })
  const asked = { metric: 'reminders.confirmed', startDate: '2026-11-16', endDate: '2026-11-19' }
  const rows = (await visits.call('dashboardRows', 'lena', asked)).body
  expect(rows.data).toMatchObject([
    { _id: 'reminder:r2', title: 'Rosalind Carver', link: { appointmentId: 'a1', patientId: 'p1' } },
  ])
})

test('another organization counts its own visits alone', async () => {
  const { body } = await visits.call('scoreCardAppointments', 'omar', { ...RANGE, organizationId: 'o2' })
  expect(body.data.total).toBe(0)
  expect((await visits.call('scoreCardAppointments', 'omar', RANGE)).status).toBe(403)
})
