import { afterEach, beforeEach, expect, test } from 'vitest'
import { openVisits, type Visits } from './visits.suite.ts'

let visits: Visits
beforeEach(async () => {
  visits = await openVisits()
  await visits.visit('a1', '2026-11-19T14:00:00Z', { type: 'Mammogram', status: 'arrived' })
  await visits.store.query(`insert into due_dates
    (organization_id, id, patient_id, appointment_type, due_date, every_days, invited_at, version) values
    ('o1', 'yearly', 'p1', 'Mammogram', '2026-11-01', 365, now(), 0), ('o1', 'once', 'p1', 'Mammogram', '2026-12-01', null, null, 0),
    ('o1', 'other', 'p1', 'Flu shot', '2026-11-01', 365, null, 0), ('o1', 'theirs', 'p2', 'Mammogram', '2026-11-01', 365, null, 0)`)
})
afterEach(() => visits.close())

const act = async (change: object, id = 'a1') => {
  const { status, body } = await visits.ask('changeAppointments', 'lena', { appointmentIds: [id], change })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const open = async () =>
  (
    await visits.store.query<{ id: string; day: string }>(
      'select id, due_date::text as day from due_dates where done_at is null order by due_date, id',
    )
  ).map(({ id, day }) => `${id} ${day}`)
const told = async (after: number) =>
  (await visits.events(after)).filter(({ type }) => type === 'due.changed').map(({ data }) => data)
const head = async () => (await visits.events()).at(-1)?.seq ?? 0
const ALL = ['other 2026-11-01', 'theirs 2026-11-01', 'yearly 2026-11-01', 'once 2026-12-01']

test('a completed visit fulfils the due dates of its type and makes the next one, and undo takes both back', async () => {
  const before = await head()
  const { undoId } = await act({ type: 'status', status: 'completed' })
  const after = ['other 2026-11-01', 'theirs 2026-11-01', 'due-a1 2027-11-19']
  expect(await open()).toEqual(after)
  expect(await told(before)).toMatchObject([
    { _id: 'once', doneAt: expect.any(String) },
    { _id: 'yearly', doneAt: expect.any(String) },
    {
      ...{ _id: 'due-a1', appointmentType: 'Mammogram', dueDate: '2027-11-19', lastVisitDate: '2026-11-19' },
      ...{ everyDays: 365, status: 'upcoming', booked: null, invitedAt: null, doneAt: null },
    },
  ])
  const undone = await head()
  expect((await visits.ask('undoAppointments', 'lena', { undoId })).body.data.restored).toHaveLength(1)
  expect(await open()).toEqual(ALL)
  expect(await told(undone)).toMatchObject([
    { _id: 'once', doneAt: null },
    { _id: 'yearly', doneAt: null, invitedAt: expect.any(String) },
    { _id: 'due-a1', doneAt: expect.any(String) },
  ])
  await act({ type: 'status', status: 'completed' })
  expect(await open()).toEqual(after)
})

test('two visits of a type that are completed together make one next due date, of the later one', async () => {
  await visits.visit('a2', '2026-11-19T13:00:00Z', { type: 'Mammogram', status: 'arrived', doctorId: 'doctor2' })
  await visits.visit('a3', '2026-11-18T14:00:00Z', { type: 'Mammogram', status: 'arrived' })
  const change = { type: 'status', status: 'completed' }
  const answer = await visits.ask('changeAppointments', 'lena', { appointmentIds: ['a2', 'a3', 'a1'], change })
  expect(answer.body.data.changed).toHaveLength(3)
  expect(await open()).toEqual(['other 2026-11-01', 'theirs 2026-11-01', 'due-a1 2027-11-19'])
  await visits.ask('undoAppointments', 'lena', { undoId: answer.body.data.undoId })
  expect(await open()).toEqual(ALL)
})

test('a visit that is booked, moved or cancelled shows at the due dates of its type', async () => {
  const before = await head()
  const booked = {
    patientId: 'p1',
    doctorId: 'doctor1',
    date: '2026-11-23',
    time: '09:30',
    appointmentType: 'Flu shot',
  }
  const { appointmentId } = (await visits.ask('bookAppointment', 'lena', booked)).body.data
  expect(await told(before)).toMatchObject([{ _id: 'other', booked: { appointmentId, date: '2026-11-23' } }])
  const moved = await head()
  await act({ type: 'move', date: '2026-11-24', time: '09:30' }, appointmentId)
  expect(await told(moved)).toMatchObject([{ _id: 'other', booked: { appointmentId, date: '2026-11-24' } }])
  const called = await head()
  await act({ type: 'called', outcome: 'noAnswer' }, appointmentId)
  expect(await told(called)).toEqual([])
  await act({ type: 'status', status: 'cancelled' }, appointmentId)
  expect(await told(called)).toMatchObject([{ _id: 'other', booked: null, doneAt: null }])
})
