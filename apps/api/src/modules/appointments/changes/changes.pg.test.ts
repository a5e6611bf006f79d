import { changeAppointments, undoAppointments } from '@foyer/contracts/appointments/change-calls.ts'
import { markConfirmed } from '@foyer/contracts/appointments/list-calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enforceRetention } from '../../../events/retention.ts'
import { changeAppointments as changeVisits } from '../appointment-change.ts'
import { appointmentsModule } from '../appointments.module.ts'
import { type AppointmentRule, confirm, noteReply } from '../appointments.rules.ts'
import { openVisits, type Visits } from '../visits.suite.ts'

let visits: Visits
beforeAll(async () => {
  visits = await openVisits()
})
afterAll(() => visits.close())
beforeEach(async () => {
  for (const table of ['appointment_history', 'appointment_undo', 'appointments'])
    await visits.store.query(`delete from ${table}`)
  await visits.visit('a1', '2026-11-20T15:30:00Z')
  await visits.visit('a2', '2026-11-20T16:30:00Z', { patientId: 'p2' })
  await visits.visit('foreign', '2026-11-20T16:30:00Z', {
    organizationId: 'o2',
    patientId: 'p9',
    doctorId: 'doctor9',
  })
})

const confirmed = (appointmentId: string, user = 'lena') => visits.ask('markConfirmed', user, { appointmentId })
const change = (asked: object, appointmentIds: readonly string[] = ['a1'], user = 'lena', headers = {}) =>
  visits.ask('changeAppointments', user, { appointmentIds, change: asked }, headers)
const changed = async (asked: object, ids: readonly string[] = ['a1'], user = 'lena') => {
  const { status, body } = await change(asked, ids, user)
  expect(status, JSON.stringify(body)).toBe(200)
  return changeAppointments.reply.parse(body).data
}
const undo = (undoId: string | null, user = 'lena') => visits.ask('undoAppointments', user, { undoId })
const undone = async (undoId: string | null) => {
  const { status, body } = await undo(undoId)
  expect(status, JSON.stringify(body)).toBe(200)
  return undoAppointments.reply.parse(body).data
}
const head = async () => (await visits.events()).at(-1)?.seq ?? 0
const one = async (appointmentId = 'a1') => (await visits.ask('appointmentOne', 'lena', { appointmentId })).body.data
const shown = async (id = 'a1') => (await one(id)).appointment
const kinds = async (id = 'a1') =>
  (await one(id)).history.map(({ change: { kind } }: { change: { kind: string } }) => kind)

describe('mark-confirmed', () => {
  test('confirms once and tells of it once [LIST-05] [STATE-32] [CALL-CAMPAIGN-11]', async () => {
    const before = await head()
    const { status, body } = await confirmed('a1')
    expect(status).toBe(200)
    const first = markConfirmed.reply.parse(body)
    expect(first.data).toMatchObject({
      _id: 'a1',
      appointmentStatus: 'confirmed',
      confirmedBy: 'staff',
      version: before + 1,
    })
    expect(first.undoId).toEqual(expect.any(String))
    const after = await head()
    const again = markConfirmed.reply.parse((await confirmed('a1', 'dana')).body)
    expect(again).toEqual({ code: 'ok', data: first.data, undoId: null, asOf: after, epoch: 'e1' })
    expect(await head()).toBe(after)
    const list = await visits.ask('appointmentList', 'lena', { query: '{"appointmentStatus":"scheduled"}' })
    expect(list.body.data.list[0]).toEqual(first.data)
  })

  test('leaves a patient who has arrived as they are [STATE-32]', async () => {
    await changed({ type: 'status', status: 'arrived' })
    expect((await confirmed('a1')).body).toMatchObject({ data: { appointmentStatus: 'arrived' }, undoId: null })
  })

  test.each([
    ['cancelled', 'This visit was cancelled.'],
    ['noShow', 'The patient did not come to this visit.'],
  ])('refuses a visit that is %s with a sentence', async (status, message) => {
    await visits.visit('begun', '2026-11-19T14:30:00Z')
    await changed({ type: 'status', status }, ['begun'])
    const refused = await confirmed('begun')
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([422, 'not_open', message])
  })

  test("answers the same for an absent and another organization's visit [SEC-05]", async () => {
    const answers = [await confirmed('absent'), await confirmed('foreign')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.body).toMatchObject({ ...answers[1]?.body, requestId: expect.any(String) })
  })
})

describe('a change', () => {
  test.each([
    [{ type: 'confirm' }, { appointmentStatus: 'confirmed', confirmed: true, confirmedBy: 'staff' }],
    [{ type: 'hold' }, { appointmentStatus: 'scheduled', reschedule: { state: 'held' } }],
    [
      { type: 'status', status: 'arrived' },
      { appointmentStatus: 'arrived', confirmed: false },
    ],
    [{ type: 'status', status: 'cancelled' }, { appointmentStatus: 'cancelled' }],
    [
      { type: 'status', status: 'confirmed' },
      { appointmentStatus: 'confirmed', confirmedBy: 'staff' },
    ],
    [
      { type: 'called', outcome: 'noAnswer' },
      { called: { user: 'lena', outcome: 'noAnswer' }, confirmed: false },
    ],
    [
      { type: 'called', outcome: 'confirmed' },
      { called: { outcome: 'confirmed' }, confirmed: true },
    ],
    [
      { type: 'called', outcome: 'reschedule' },
      { called: { outcome: 'reschedule' }, reschedule: { state: 'asked' } },
    ],
    [
      { type: 'move', date: '2026-11-23', time: '10:15' },
      { startsAt: '2026-11-23T16:15:00.000Z', endsAt: '2026-11-23T16:35:00.000Z', doctorId: 'doctor1' },
    ],
    [
      { type: 'move', date: '2026-11-20', time: '09:30', doctorId: 'doctor2' },
      { startsAt: '2026-11-20T15:30:00.000Z', doctorId: 'doctor2', providerName: 'Dr. Ravi Patel' },
    ],
  ])('%j becomes %j, and its undo restores all', async (asked, becomes) => {
    const before = await shown()
    const result = await changed(asked)
    expect(result.changed).toMatchObject([becomes])
    expect(result.skipped).toEqual([])
    const { restored, skipped } = await undone(result.undoId)
    expect(skipped).toEqual([])
    expect(restored).toEqual([{ ...before, version: restored[0]?.version }])
    expect(await kinds()).toContain('undone')
  })

  test('skips those of several visits that it leaves as they are', async () => {
    await changed({ type: 'confirm' }, ['a1'])
    await changed({ type: 'status', status: 'cancelled' }, ['a2'])
    await visits.visit('a3', '2026-11-21T15:30:00Z')
    const { changed: done, skipped } = await changed({ type: 'confirm' }, ['a1', 'a2', 'a3', 'absent', 'foreign'])
    expect(done.map(({ _id }) => _id)).toEqual(['a3'])
    expect(skipped).toEqual([
      { appointmentId: 'a1', reason: 'unchanged' },
      { appointmentId: 'a2', reason: 'not_open' },
      { appointmentId: 'absent', reason: 'not_found' },
      { appointmentId: 'foreign', reason: 'not_found' },
    ])
  })

  test.each([
    ['scheduled', 'completed'],
    ['scheduled', 'admitted'],
    ['cancelled', 'scheduled'],
    ['completed', 'noShow'],
  ])('skips a visit that is %s and cannot become %s', async (status, to) => {
    await visits.store.query(`update appointments set status = $1 where id = 'a1'`, [status])
    expect((await changed({ type: 'status', status: to })).skipped).toEqual([
      { appointmentId: 'a1', reason: 'not_open' },
    ])
  })

  test('refuses to mark a visit as missed before it begins, and leaves the others too', async () => {
    await visits.visit('begun', '2026-11-19T14:30:00Z')
    const refused = await change({ type: 'status', status: 'noShow' }, ['begun', 'a1'])
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      ...[422, 'not_open', 'This visit has not begun yet.'],
    ])
    expect([(await shown('begun')).appointmentStatus, await kinds('begun')]).toEqual(['scheduled', []])
    const { changed: missed } = await changed({ type: 'status', status: 'noShow' }, ['begun'])
    expect(missed).toMatchObject([{ appointmentStatus: 'noShow' }])
  })

  test('admits and discharges in an organization that admits patients', async () => {
    const act = async (asked: object) => {
      const fields = { organizationId: 'o2', appointmentIds: ['foreign'], change: asked }
      return (await visits.ask('changeAppointments', 'omar', fields)).body.data.changed[0]
    }
    expect(await act({ type: 'status', status: 'admitted' })).toMatchObject({
      ...{ appointmentStatus: 'admitted', admittedDate: expect.any(String), dischargedDate: null },
    })
    expect(await act({ type: 'status', status: 'discharged' })).toMatchObject({
      ...{ appointmentStatus: 'discharged', dischargedDate: expect.any(String) },
    })
  })

  test('move makes a confirmed visit unconfirmed and ends the wish for another time', async () => {
    await changed({ type: 'confirm' })
    await changed({ type: 'hold' })
    const { changed: moved } = await changed({ type: 'move', date: '2026-11-23', time: '10:15' })
    expect(moved).toMatchObject([
      { appointmentStatus: 'scheduled', confirmed: false, confirmedBy: null, reschedule: null },
    ])
    expect(await kinds()).toEqual(['status', 'reschedule', 'moved', 'status', 'reschedule'])
  })

  test("move to another doctor goes to that doctor's place, and its undo back", async () => {
    await visits.visit('a3', '2026-11-21T15:30:00Z', { patientId: 'p3', doctorId: 'doctor2' })
    await visits.store.query(`update appointments set location = 'Southgate' where id = 'a3'`)
    const asked = { type: 'move', date: '2026-11-23', time: '10:15' }
    expect((await changed(asked)).changed).toMatchObject([{ doctorId: 'doctor1', location: 'Northgate' }])
    const { changed: moved, undoId } = await changed({ ...asked, doctorId: 'doctor2' })
    expect(moved).toMatchObject([{ doctorId: 'doctor2', location: 'Southgate' }])
    expect((await undone(undoId)).restored).toMatchObject([{ doctorId: 'doctor1', location: 'Northgate' }])
  })

  test('move is refused where it overlaps a visit of the doctor, and may touch it', async () => {
    const refused = await change({ type: 'move', date: '2026-11-20', time: '10:15' })
    expect([refused.status, refused.body.reason]).toEqual([409, 'slot_taken'])
    expect((await shown()).startTime).toBe('09:30')
    expect(await kinds()).toEqual([])
    expect((await changed({ type: 'move', date: '2026-11-20', time: '10:10' })).changed).toMatchObject([
      { startTime: '10:10', endTime: '10:30' },
    ])
  })

  test('move may take the time of a cancelled visit', async () => {
    await changed({ type: 'status', status: 'cancelled' }, ['a2'])
    expect((await changed({ type: 'move', date: '2026-11-20', time: '10:30' })).changed).toHaveLength(1)
  })

  test('move gives a time to one of three at once', async () => {
    await visits.visit('a3', '2026-11-21T15:30:00Z', { patientId: 'p3' })
    const asked = { type: 'move', date: '2026-11-23', time: '09:00' }
    const answers = await Promise.all([change(asked, ['a1']), change(asked, ['a2']), change(asked, ['a3'])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('answers the same when it is repeated with its key', async () => {
    const first = await change({ type: 'confirm' }, ['a1'], 'lena', { 'idempotency-key': 'c1' })
    expect(await change({ type: 'confirm' }, ['a1'], 'lena', { 'idempotency-key': 'c1' })).toEqual(first)
    expect(await kinds()).toEqual(['status'])
  })

  test.each<[string, object, readonly string[] | undefined, string]>([
    ['a time that is no time', { type: 'move', date: '2026-11-23', time: '25:00' }, undefined, 'change.time'],
    ['February 30', { type: 'move', date: '2027-02-30', time: '10:00' }, undefined, 'change.date'],
    ['a time that is past', { type: 'move', date: '2026-11-18', time: '10:00' }, undefined, 'change.time'],
    ['an hour that the clock skips', { type: 'move', date: '2027-03-14', time: '02:30' }, undefined, 'change.time'],
    ['a move of two', { type: 'move', date: '2026-11-23', time: '10:00' }, ['a1', 'a2'], 'appointmentIds'],
    ['an unknown status', { type: 'status', status: 'late' }, undefined, 'change.status'],
    ['an unknown change', { type: 'erase' }, undefined, 'change.type'],
    ['an unknown field', { type: 'confirm', by: 'lena' }, undefined, 'change'],
    ['no visit', { type: 'confirm' }, [], 'appointmentIds'],
    ['a visit twice', { type: 'confirm' }, ['a1', 'a1'], 'appointmentIds'],
    ['101 visits', { type: 'confirm' }, Array.from({ length: 101 }, (_, place) => `v${place}`), 'appointmentIds'],
  ])('refuses %s with 400 at its field', async (_, asked, ids, path) => {
    const { status, body } = await change(asked, ids)
    expect([status, body.reason]).toEqual([400, 'not_valid'])
    expect(body.issues[0].path).toMatch(new RegExp(`^${path}`))
    expect(await kinds()).toEqual([])
  })

  test('refuses a doctor of another organization with 404, and one who takes no more visits with 400 [SEC-05]', async () => {
    const asked = { type: 'move', date: '2026-11-23', time: '10:00' }
    expect((await change({ ...asked, doctorId: 'doctor9' })).status).toBe(404)
    await visits.store.query(`update doctors set archived_at = now() where id = 'doctor2'`)
    const { status, body } = await change({ ...asked, doctorId: 'doctor2' })
    expect([status, body.issues[0].path]).toEqual([400, 'change.doctorId'])
    await visits.store.query(`update doctors set archived_at = null where id = 'doctor2'`)
  })
})

describe('undo', () => {
  test('skips a visit that somebody changed since, also if it was changed back', async () => {
    const { undoId } = await changed({ type: 'confirm' }, ['a1', 'a2'])
    await changed({ type: 'status', status: 'scheduled' }, ['a2'], 'dana')
    await changed({ type: 'confirm' }, ['a2'], 'dana')
    const { restored, skipped } = await undone(undoId)
    expect(restored).toMatchObject([{ _id: 'a1', appointmentStatus: 'scheduled', confirmed: false }])
    expect(skipped).toEqual([{ appointmentId: 'a2', reason: 'changed_since' }])
    expect(await shown('a2')).toMatchObject({ appointmentStatus: 'confirmed' })
  })

  test('leaves other fields that changed since', async () => {
    const { undoId } = await changed({ type: 'confirm' })
    await changed({ type: 'called', outcome: 'leftMessage' }, ['a1'], 'dana')
    expect((await undone(undoId)).restored).toMatchObject([
      { appointmentStatus: 'scheduled', called: { user: 'dana', outcome: 'leftMessage' } },
    ])
  })

  const now = () => visits.parts.clock.now()
  /** The patient acts, by a text or by the page of a mail. */
  const patient = (rule: AppointmentRule) =>
    visits.parts.database.write('o1', (tx) =>
      changeVisits(tx, { organizationId: 'o1', ids: ['a1'], by: null, now: now() }, rule),
    )

  test.each<[string, () => Promise<unknown>]>([
    [
      'the patient texts a yes',
      () => patient((one) => noteReply(one, { kind: 'confirm', at: now(), messageId: 'm1' })),
    ],
    ['the patient confirms by the page of a mail', () => patient((one) => confirm(one, 'patient', now()))],
    ['a colleague calls and hears a yes', () => changed({ type: 'called', outcome: 'confirmed' }, ['a1'], 'dana')],
    ['a colleague marks it as confirmed', () => confirmed('a1', 'dana')],
    ['a colleague confirms it', () => changed({ type: 'confirm' }, ['a1'], 'dana')],
  ])('leaves a visit confirmed when %s meanwhile', async (_, act) => {
    const { undoId } = await changed({ type: 'confirm' }, ['a1', 'a2'])
    await act()
    const { restored, skipped } = await undone(undoId)
    expect(restored.map(({ _id }) => _id)).toEqual(['a2'])
    expect(skipped).toEqual([{ appointmentId: 'a1', reason: 'changed_since' }])
    expect(await shown()).toMatchObject({ appointmentStatus: 'confirmed', confirmed: true })
  })

  test('takes back a confirmation that its author repeated', async () => {
    const { undoId } = await changed({ type: 'confirm' })
    await confirmed('a1')
    expect((await undone(undoId)).restored).toMatchObject([{ appointmentStatus: 'scheduled' }])
  })

  test('leaves a visit at its new time when the patient confirms that time meanwhile', async () => {
    const { undoId } = await changed({ type: 'move', date: '2026-11-23', time: '10:15' })
    await patient((one) => confirm(one, 'patient', now()))
    expect((await undone(undoId)).skipped).toEqual([{ appointmentId: 'a1', reason: 'changed_since' }])
    expect(await shown()).toMatchObject({ appointmentDate: '2026-11-23', startTime: '10:15', confirmed: true })
  })

  test('skips a cancelled visit whose time was taken meanwhile', async () => {
    const { undoId } = await changed({ type: 'status', status: 'cancelled' })
    await changed({ type: 'move', date: '2026-11-20', time: '09:40' }, ['a2'], 'dana')
    expect(await undone(undoId)).toEqual({ restored: [], skipped: [{ appointmentId: 'a1', reason: 'changed_since' }] })
    expect(await shown()).toMatchObject({ appointmentStatus: 'cancelled' })
  })

  test('works once, also when two run at the same time', async () => {
    const { undoId } = await changed({ type: 'confirm' })
    const answers = await Promise.all([undo(undoId), undo(undoId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await undo(undoId)).status).toBe(404)
  })

  test("is 404 for a colleague's, an unknown, an expired and another organization's step [SEC-05]", async () => {
    const { undoId } = await changed({ type: 'confirm' })
    expect((await undo(undoId, 'dana')).status).toBe(404)
    expect((await undo('absent')).status).toBe(404)
    expect((await visits.ask('undoAppointments', 'sam', { organizationId: 'o2', undoId })).status).toBe(404)
    visits.pass(60_001)
    expect((await undo(undoId)).status).toBe(404)
    expect(await shown()).toMatchObject({ appointmentStatus: 'confirmed' })
  })

  test('steps are deleted after an hour', async () => {
    await changed({ type: 'confirm' })
    const kept = async () => {
      await enforceRetention(visits.parts, [appointmentsModule])
      return (await visits.store.query('select from appointment_undo')).length
    }
    visits.pass(3_590_000)
    expect(await kept()).toBe(1)
    visits.pass(20_000)
    expect(await kept()).toBe(0)
  })
})
