import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Doctors, openDoctors } from './doctors.suite.ts'
import { doctorRetention } from './retention.ts'

let clinic: Doctors
beforeAll(async () => {
  clinic = await openDoctors()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query(`update doctors set first_name = 'Amara', last_name = 'Okafor', name = 'Dr. Amara Okafor',
    npi = null, specialty = null, bio = null, languages = '{}', phone = null, email = null, address = null,
    department_id = null, archived_at = null where organization_id = 'o1' and id = 'doctor1'`)
  await clinic.store.query(
    `update doctors set npi = null, archived_at = null, department_id = null where id = 'doctor2'`,
  )
  await clinic.store.query(`update doctors set npi = '1999900016' where organization_id = 'o2'`)
})

const one = async (doctorId = 'doctor1', user = 'lena', organizationId = 'o1'): Promise<Doctor> => {
  const { status, body } = await clinic.ask('doctor', user, { doctorId, organizationId })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const save = async (fields: object, about: { user?: string; doctorId?: string; version?: number } = {}) => {
  const { user = 'lena', doctorId = 'doctor1' } = about
  const version = about.version ?? (await one(doctorId)).version
  return clinic.ask('updateDoctor', user, { doctorId, version, ...fields })
}
const ids = async (fields: object = {}) =>
  ((await clinic.ask('doctors', 'lena', { ...fields })).body.data as Doctor[]).map(({ _id }) => _id)
const archive = (doctorIds: readonly string[], user = 'lena', organizationId = 'o1') =>
  clinic.ask('archiveDoctors', user, { doctorIds, organizationId })
const undo = (undoId: string, user = 'lena') => clinic.ask('undoDoctors', user, { undoId })
const lastSeq = async () => (await clinic.events()).at(-1)?.seq ?? 0

describe('doctors', () => {
  test('lists by last name, finds by name or specialty, and filters by department and archive [OPEN-035]', async () => {
    expect(await ids()).toEqual(['doctor1', 'doctor2'])
    await save({ specialty: 'Family medicine', departmentId: 'dep_south' })
    expect(await ids({ search: 'FAMILY' })).toEqual(['doctor1'])
    expect(await ids({ search: 'patel' })).toEqual(['doctor2'])
    expect(await ids({ search: '%' })).toEqual([])
    expect(await ids({ departmentId: 'dep_south' })).toEqual(['doctor1'])
    expect(await ids({ departmentId: 'dep9' })).toEqual([])
    await archive(['doctor2'])
    expect(await ids()).toEqual(['doctor1'])
    expect(await ids({ archived: true })).toEqual(['doctor2'])
  })

  test('pages to the end when the limit is smaller than the list', async () => {
    const first = await clinic.ask('doctors', 'lena', { limit: 1 })
    const second = await clinic.ask('doctors', 'lena', { limit: 1, cursor: first.body.cursor })
    expect([first.body.data[0]._id, second.body.data[0]._id, second.body.cursor]).toEqual(['doctor1', 'doctor2', null])
  })

  test('counts the visits ahead, without past and cancelled ones', async () => {
    await clinic.visit('ahead1', '2026-11-20T15:00:00Z')
    await clinic.visit('ahead2', '2026-11-21T15:00:00Z', { status: 'confirmed' })
    await clinic.visit('past', '2026-11-18T15:00:00Z')
    await clinic.visit('gone', '2026-11-22T15:00:00Z', { status: 'cancelled' })
    expect((await one()).visitsAhead).toBe(2)
    expect((await one('doctor2')).visitsAhead).toBe(0)
  })
})

test('departments lists those of the organization by name [CALL-MAIN-15] [OPEN-078]', async () => {
  const { status, body } = await clinic.ask('departments', 'lena')
  expect([status, body.data]).toEqual([
    200,
    [
      { _id: 'dep_north', name: 'northgate' },
      { _id: 'dep_south', name: 'South Lamar' },
    ],
  ])
  expect((await clinic.ask('departments', 'lena', { organizationId: 'o2' })).status).toBe(403)
})

describe('updateDoctor', () => {
  const whole = {
    ...{ npi: '1999900016', specialty: 'Cardiology', bio: 'Listens.', languages: ['English', 'Igbo'] },
    ...{ email: 'amara@clinic.test', address: '1 Main St', departmentId: 'dep_north' },
  }

  test('changes the given fields and tells every screen', async () => {
    const before = await lastSeq()
    const { status, body } = await save({ ...whole, phone: '+1 (512) 555-0142' })
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ ...whole, phone: '5125550142', departmentName: 'northgate', firstName: 'Amara' }),
    ])
    expect(await one()).toEqual(body.data)
    const events = await clinic.events(before)
    expect(events).toMatchObject([
      { type: 'doctor.changed', key: 'doctor1', audience: 'organization', data: body.data },
    ])
    expect(body.data.version).toBe(events[0]?.seq)
  })

  test('keeps the title, and has visits and patients read again, when the name changes', async () => {
    const before = await lastSeq()
    const { body } = await save({ lastName: 'Obi' })
    expect(body.data.name).toBe('Dr. Amara Obi')
    const told = (await clinic.events(before)).map(({ type }) => type)
    expect(told).toEqual(['doctor.changed', 'appointments.reloaded', 'patients.reloaded'])
  })

  test('changes nothing when all is so already, whatever the version', async () => {
    await save(whole)
    const before = await lastSeq()
    expect((await save(whole, { version: 0 })).status).toBe(200)
    expect(await lastSeq()).toBe(before)
  })

  test('is refused as stale, with the current record, when somebody changed it meanwhile', async () => {
    const { version } = await one()
    await save({ specialty: 'Cardiology' }, { user: 'dana' })
    const { status, body } = await save({ bio: 'Mine' }, { version })
    expect([status, body.reason]).toEqual([409, 'stale'])
    expect(body.data).toEqual(await one())
  })

  test.each([
    ['npi', '1999900017'],
    ['npi', '123'],
    ['lastName', ' '],
    ['bio', 'x'.repeat(2001)],
    ['languages', ['English', 'english']],
    ['phone', '555-0163'],
    ['email', 'amara'],
    ['departmentId', 'dep9'],
    ['departmentId', 'absent'],
    ['specialty', 'a\u0000b'],
  ])('is refused with the field when %s is not valid [OPEN-048]', async (field, value) => {
    const before = await one()
    const { status, body } = await save({ [field]: value })
    expect([status, body.issues?.[0]?.path.split('.')[0]], JSON.stringify(body)).toEqual([400, field])
    expect(await one()).toEqual(before)
  })

  test('is refused with the field when another doctor of the organization has the NPI', async () => {
    expect((await save({ npi: '1999900016' }, { doctorId: 'doctor2' })).status).toBe(200)
    const { status, body } = await save({ npi: '1999900016' })
    expect([status, body.issues]).toEqual([400, [{ path: 'npi', message: 'Another doctor has this NPI' }]])
  })

  test('gives one of two doctors an NPI when both get it at once', async () => {
    const both = await Promise.all(['doctor1', 'doctor2'].map((doctorId) => save({ npi: '1999900024' }, { doctorId })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('answers 404 alike for a foreign and a missing doctor [SEC-05]', async () => {
    for (const doctorId of ['doctor9', 'absent'])
      expect((await save({ bio: 'x' }, { doctorId, version: 0 })).body).toMatchObject({ reason: 'not_found' })
    expect((await clinic.ask('doctor', 'lena', { doctorId: 'doctor9' })).status).toBe(404)
  })
})

describe('archiveDoctors', () => {
  test('archives doctors, leaves others, and answers how many [CALL-MAIN-04] [OPEN-078]', async () => {
    const before = await lastSeq()
    const { status, body } = await archive(['doctor1', 'doctor2', 'doctor9', 'absent'])
    expect([status, body.data]).toEqual([
      200,
      {
        archived: 2,
        skipped: [
          { doctorId: 'doctor9', reason: 'not_found' },
          { doctorId: 'absent', reason: 'not_found' },
        ],
        undoId: expect.any(String),
      },
    ])
    expect(await ids()).toEqual([])
    expect((await clinic.events(before)).map(({ type, key }) => [type, key])).toEqual([
      ['doctor.changed', 'doctor1'],
      ['doctor.changed', 'doctor2'],
    ])
    expect((await one('doctor9', 'omar', 'o2')).archived).toBe(false)
    const again = (await archive(['doctor1'])).body.data
    expect(again).toEqual({ archived: 0, skipped: [{ doctorId: 'doctor1', reason: 'unchanged' }], undoId: null })
  })

  test('answers a repeated call from the first one when the key is the same', async () => {
    const headers = { 'idempotency-key': 'once' }
    const call = () => clinic.ask('archiveDoctors', 'lena', { doctorIds: ['doctor1'] }, headers)
    const [first, second] = [await call(), await call()]
    expect(second.body.data).toEqual(first.body.data)
  })

  test('is refused when no doctor, one twice, or more than 500 are named', async () => {
    const many = Array.from({ length: 501 }, (_, nth) => `d${nth}`)
    for (const doctorIds of [[], ['doctor1', 'doctor1'], many])
      expect((await archive(doctorIds)).status, String(doctorIds.length)).toBe(400)
    expect((await archive(many.slice(1))).body.data).toMatchObject({ archived: 0 })
    expect((await archive(['doctor1'], 'lena', 'o2')).status).toBe(403)
  })

  test('offers an archived doctor for no new visit, and keeps past ones', async () => {
    await clinic.visit('before', '2026-11-10T15:00:00Z')
    await archive(['doctor1'])
    const fields = { patientId: 'p1', doctorId: 'doctor1', date: '2026-12-01', time: '10:00' }
    expect((await clinic.ask('bookAppointment', 'lena', fields)).status).toBe(400)
    expect((await clinic.row('before')).doctor_id).toBe('doctor1')
  })

  test('archives 500 doctors in one transaction', async () => {
    await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name)
      select 'o1', 'many' || n, 'M', 'Many', 'Dr. Many' from generate_series(1, 500) as n`)
    const many = Array.from({ length: 500 }, (_, nth) => `many${nth + 1}`)
    const { body } = await archive(many)
    expect(body.data).toMatchObject({ archived: 500, skipped: [] })
    const { body: back } = await undo(body.data.undoId)
    expect(back.data.restored).toHaveLength(500)
    await clinic.store.query(`delete from doctors where id like 'many%'`)
  })
})

describe('undoDoctors', () => {
  test('brings archived doctors back once, for their author alone', async () => {
    const { undoId } = (await archive(['doctor1', 'doctor2'])).body.data
    expect((await undo(undoId, 'dana')).status).toBe(404)
    const { status, body } = await undo(undoId)
    expect(status).toBe(200)
    expect(body.data.restored.map(({ _id }: Doctor) => _id)).toEqual(['doctor1', 'doctor2'])
    expect(await ids()).toEqual(['doctor1', 'doctor2'])
    expect((await undo(undoId)).status).toBe(404)
  })

  test('leaves a doctor whom somebody restored meanwhile', async () => {
    const { undoId } = (await archive(['doctor1', 'doctor2'])).body.data
    await save({ archived: false }, { user: 'dana' })
    const { body } = await undo(undoId)
    expect(body.data.skipped).toEqual([{ doctorId: 'doctor1', reason: 'changed_since' }])
    expect(body.data.restored.map(({ _id }: Doctor) => _id)).toEqual(['doctor2'])
  })

  test('leaves a doctor whom somebody archived anew, and brings back one whose profile alone changed', async () => {
    const { undoId } = (await archive(['doctor1', 'doctor2'])).body.data
    await save({ archived: false }, { user: 'dana' })
    clinic.pass(1000)
    expect((await archive(['doctor1'], 'dana')).body.data.archived).toBe(1)
    await save({ bio: 'Away until May.' }, { user: 'dana', doctorId: 'doctor2' })
    const { body } = await undo(undoId)
    expect(body.data.skipped).toEqual([{ doctorId: 'doctor1', reason: 'changed_since' }])
    expect(body.data.restored).toMatchObject([{ _id: 'doctor2', bio: 'Away until May.' }])
    expect((await one()).archived).toBe(true)
  })

  test('answers 404 when a minute has passed, and the step is deleted a day later', async () => {
    const { undoId } = (await archive(['doctor1'])).body.data
    clinic.pass(61_000)
    expect((await undo(undoId)).status).toBe(404)
    clinic.pass(86_400_000)
    await doctorRetention(clinic.parts)
    expect(await clinic.store.query('select id from doctor_undo')).toEqual([])
  })
})
