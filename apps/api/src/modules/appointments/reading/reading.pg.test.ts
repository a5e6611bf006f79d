import { appointmentDay, appointmentOne } from '@foyer/contracts/appointments/change-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits, type Visits } from '../visits.suite.ts'

let visits: Visits
beforeAll(async () => {
  visits = await openVisits()
  // o1 is in Chicago, and it is 9:00 there.
  await visits.visit('before', '2026-11-19T05:59:00Z')
  await visits.visit('first', '2026-11-19T06:00:00Z')
  await visits.visit('recent', '2026-11-19T13:50:00Z')
  await visits.visit('came', '2026-11-19T12:00:00Z', { status: 'completed' })
  await visits.visit('sure', '2026-11-19T16:00:00Z', { status: 'confirmed', doctorId: 'doctor2' })
  await visits.visit('wish', '2026-11-19T17:00:00Z', { status: 'confirmed', reschedule: 'asked' })
  await visits.visit('held', '2026-11-19T18:00:00Z', { reschedule: 'held' })
  await visits.visit('gone', '2026-11-19T19:00:00Z', { status: 'cancelled' })
  await visits.visit('last', '2026-11-20T05:59:00Z')
  await visits.visit('cancelled', '2026-11-20T15:00:00Z', { status: 'cancelled' })
  await visits.visit('next', '2026-11-23T15:00:00Z')
  await visits.visit('foreign', '2026-11-19T16:00:00Z', { organizationId: 'o2', patientId: 'p9', doctorId: 'doctor9' })
})
afterAll(() => visits.close())

const day = async (date: string, more = {}) => {
  const { status, body } = await visits.ask('appointmentDay', 'lena', { date, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return appointmentDay.reply.parse(body).data
}

test('day holds a mark for each visit of the day in the zone of the organization', async () => {
  const { date, timezone, marks, atRisk, openings, nextDay } = await day('2026-11-19')
  expect([date, timezone, atRisk, openings, nextDay]).toEqual(['2026-11-19', 'America/Chicago', [], [], '2026-11-23'])
  expect(marks.map(({ _id, startTime, standing, doctorId }) => [_id, startTime, standing, doctorId])).toEqual([
    ['first', '00:00', 'notConfirmed', 'doctor1'],
    ['came', '06:00', 'completed', 'doctor1'],
    ['recent', '07:50', 'notConfirmed', 'doctor1'],
    ['sure', '10:00', 'confirmed', 'doctor2'],
    ['wish', '11:00', 'reschedule', 'doctor1'],
    ['held', '12:00', 'held', 'doctor1'],
    ['gone', '13:00', 'cancelled', 'doctor1'],
    ['last', '23:59', 'notConfirmed', 'doctor1'],
  ])
})

test('day asks about visits that ended an hour ago and have no status since', async () => {
  expect((await day('2026-11-19')).unsettled.map(({ _id }) => _id)).toEqual(['first'])
  expect((await day('2026-11-18')).unsettled.map(({ _id }) => _id)).toEqual(['before'])
  expect((await day('2026-11-19', { doctorId: 'doctor2' })).unsettled).toEqual([])
})

test('day of one doctor has the marks and the next day of that doctor', async () => {
  const { marks, nextDay } = await day('2026-11-19', { doctorId: 'doctor2' })
  expect([marks.map(({ _id }) => _id), nextDay]).toEqual([['sure'], null])
  expect((await day('2026-11-19', { doctorId: 'doctor9' })).marks).toEqual([])
})

test('one is the visit with its history, and 404 for an absent or foreign one [SEC-05]', async () => {
  await visits.ask('changeAppointments', 'lena', {
    appointmentIds: ['next'],
    change: { type: 'called', outcome: 'confirmed' },
  })
  const { body } = await visits.ask('appointmentOne', 'dana', { appointmentId: 'next' })
  const { appointment, history } = appointmentOne.reply.parse(body).data
  expect(appointment).toMatchObject({ _id: 'next', appointmentStatus: 'confirmed' })
  expect(history).toMatchObject([
    { position: 1, user: 'lena', userName: 'Lena Kim', change: { kind: 'status', from: 'scheduled', to: 'confirmed' } },
    { position: 2, user: 'lena', change: { kind: 'called', outcome: 'confirmed' } },
  ])
  expect((await visits.ask('appointmentOne', 'lena', { appointmentId: 'foreign' })).status).toBe(404)
  expect((await visits.ask('appointmentOne', 'lena', { appointmentId: 'absent' })).status).toBe(404)
})

test.each([{ date: '2026-02-30' }, { date: 'today' }, {}, { date: '2026-11-19', limit: 5 }])(
  'day refuses %j with 400',
  async (fields) => expect((await visits.ask('appointmentDay', 'lena', fields)).status).toBe(400),
)

test("past appointments are the patient's that are over, newest first and page by page [CALL-CAMPAIGN-22] [OPEN-066]", async () => {
  const past = (fields: object) => visits.ask('pastAppointments', 'lena', { id: 'p1', ...fields })
  const { body } = await past({})
  const ids = ['recent', 'came', 'first', 'before']
  expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual(ids)
  expect(body).toMatchObject({ code: 'ok', cursor: null, epoch: 'e1' })
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body: page } = await past({ limit: 1, ...(cursor ? { cursor } : {}) })
    paged.push(page.data[0]._id)
    cursor = page.cursor
  }
  expect(paged).toEqual(ids)
  for (const id of ['p9', 'absent']) expect((await past({ id })).status).toBe(404)
  expect((await past({ id: 'p1', organizationId: 'o2' })).status).toBe(403)
})
