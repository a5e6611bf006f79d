/** Imports of visits with their patients against a real store. */
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openVisits, type Visits } from '../../appointments/visits.suite.ts'
import { appointmentsTarget as target } from './appointments.target.ts'
import { dryRun, endImport, importRows, statementsOf } from './imports.suite.ts'

let clinic: Visits
beforeEach(async () => {
  clinic = await openVisits()
  await clinic.store.query(`update doctors set npi = '1999900016' where id = 'doctor1'`)
  // Moves the log, as the import's own events do.
  await clinic.text('+15125550149', 'Hello')
})
afterEach(() => clinic.close())

const carver = { patientMrn: '204-8817', lastName: 'Carver', firstName: 'Rosalind', dob: '03/14/1968' }
const lee = { patientMrn: 'N1', lastName: 'Lee', firstName: 'Ann', dob: '1/2/1950', phoneNumber: '(512) 555-0199' }
const slot = {
  ...{ appointmentDate: '12/4/2026', startTime: '9:30', endTime: '9:50', providerName: 'Dr. Amara Okafor' },
  ...{ appointmentType: 'Follow-up', location: 'Northgate' },
}
const visit = { appointmentId: 'A-1', ...carver, ...slot }

const visitsOf = (patientId: string) =>
  clinic.store.query<Record<string, unknown>>(
    `select id, doctor_id, starts_at::text as "startsAt", ends_at::text as "endsAt", status, type, location, source,
       confirmed_by, next_reminder_at, version::int from appointments where patient_id = $1 order by starts_at, id`,
    [patientId],
  )
const count = async (from: string) =>
  Number((await clinic.store.query<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n)
const typesAfter = async (seq: number) => (await clinic.events(seq)).map(({ type }) => type)
const doctorsNow = () =>
  clinic.store.query<{ name: string; npi: string | null }>(
    `select name, npi from doctors where organization_id = 'o1' order by name`,
  )

describe('an import of appointments', () => {
  test('adds visits with new and stored patients, in the zone of the file [CALL-CAMPAIGN-08] [OPEN-081]', async () => {
    const { does, rows, before } = await importRows(
      clinic,
      target,
      [
        { ...visit, insuranceType: 'Aetna' },
        { ...lee, ...slot, startTime: '10:00', endTime: '', doctorNpi: '1999900016', providerName: 'A. Okafor' },
      ],
      { zone: 'America/New_York' },
    )
    expect(does).toEqual(['create', 'create'])
    expect(await visitsOf('p1')).toMatchObject([
      {
        ...{ id: rows[0]?.recordId, doctor_id: 'doctor1', startsAt: '2026-12-04 14:30:00+00', source: 'import' },
        ...{ endsAt: '2026-12-04 14:50:00+00', status: 'scheduled', type: 'Follow-up', location: 'Northgate' },
      },
    ])
    const [ann] = await clinic.store.query<{ id: string }>(`select id from patients where mrn = 'N1'`)
    expect(await visitsOf(ann?.id ?? '')).toMatchObject([
      { doctor_id: 'doctor1', startsAt: '2026-12-04 15:00:00+00', endsAt: '2026-12-04 15:30:00+00' },
    ])
    const [history] = await clinic.store.query(
      `select kind, user_id from appointment_history where appointment_id = $1`,
      [rows[0]?.recordId],
    )
    expect(history).toEqual({ kind: 'booked', user_id: null })
    const record = await clinic.ask('patientRecord', 'lena', { id: 'p1' })
    expect(record.body.data).toMatchObject({ insuranceType: 'Aetna', nextVisit: { appointmentId: rows[0]?.recordId } })
    expect(await typesAfter(before)).toEqual([])
    await endImport(clinic, target)
    expect((await clinic.events(before)).map(({ type, data }) => [type, data])).toEqual([
      ['appointments.reloaded', { organizationId: 'o1', from: '2026-12-04', to: '2026-12-04', cause: 'import' }],
      ['patients.reloaded', { organizationId: 'o1', cause: 'import' }],
    ])
  })

  test('writes nothing of the same rows again, whatever they call the doctor', async () => {
    const file = [visit, { ...lee, ...slot, providerName: 'Okafor, Amara', startTime: '10:00', endTime: '10:30' }]
    await importRows(clinic, target, file)
    const stored = [
      await clinic.store.query('select * from appointments'),
      await clinic.store.query('select * from patients'),
    ]
    const again = await importRows(clinic, target, [{ ...visit, providerName: 'OKAFOR, AMARA MD' }, file[1] ?? {}])
    expect(again.does).toEqual(['unchanged', 'unchanged'])
    const [ann] = await clinic.store.query<{ id: string }>(`select id from patients where mrn = 'N1'`)
    expect(again.rows.map(({ patientId }) => patientId)).toEqual(['p1', ann?.id])
    expect(again.rows.every(({ recordId }) => recordId !== null)).toBe(true)
    expect([
      await clinic.store.query('select * from appointments'),
      await clinic.store.query('select * from patients'),
    ]).toEqual(stored)
  })

  test('moves a visit that it finds by its ID, and keeps the status that the row names', async () => {
    const { rows } = await importRows(clinic, target, [{ ...visit, appointmentStatus: 'confirmed' }])
    expect(await visitsOf('p1')).toMatchObject([{ status: 'confirmed', confirmed_by: 'ehr' }])
    const moved = { ...visit, startTime: '11:00', endTime: '11:20', appointmentStatus: 'conf' }
    expect((await importRows(clinic, target, [moved])).does).toEqual(['update'])
    expect(await visitsOf('p1')).toMatchObject([
      {
        id: rows[0]?.recordId,
        startsAt: '2026-12-04 17:00:00+00',
        endsAt: '2026-12-04 17:20:00+00',
        status: 'confirmed',
      },
    ])
    const { appointmentStatus: _, ...silent } = { ...moved, startTime: '12:00', endTime: '12:20' }
    await importRows(clinic, target, [silent])
    expect(await visitsOf('p1')).toMatchObject([{ status: 'scheduled', confirmed_by: null }])
    const history = await clinic.store.query<{ kind: string }>(
      'select kind from appointment_history where appointment_id = $1 order by position',
      [rows[0]?.recordId],
    )
    expect(history.map(({ kind }) => kind)).toEqual(['booked', 'moved', 'moved', 'status'])
  })

  test.each([
    ['later than its stored end', '11:00', '17:00', '17:20'],
    ['earlier', '8:00', '14:00', '14:20'],
  ])('keeps the length of a visit that a row without an end moves %s', async (_where, startTime, starts, ends) => {
    await importRows(clinic, target, [visit])
    const moved = { ...visit, startTime, endTime: '' }
    const [planned] = await dryRun(clinic, target, [moved])
    expect(planned?.plan.changes.map(({ field }) => field)).toEqual(['startTime', 'endTime'])
    const done = await importRows(clinic, target, [moved])
    expect(done.rows.map(({ plan }) => plan)).toEqual([planned?.plan])
    expect(await visitsOf('p1')).toMatchObject([
      { startsAt: `2026-12-04 ${starts}:00+00`, endsAt: `2026-12-04 ${ends}:00+00` },
    ])
    expect((await importRows(clinic, target, [moved])).does).toEqual(['unchanged'])
  })

  test('changes type, place and status of a visit that it finds by patient and time', async () => {
    await clinic.visit('v1', '2026-12-04T15:30:00Z')
    const row = { ...carver, ...slot, appointmentType: 'Flu shot', location: 'Lamar', appointmentStatus: 'checked in' }
    expect((await importRows(clinic, target, [row])).does).toEqual(['update'])
    expect(await visitsOf('p1')).toMatchObject([{ id: 'v1', type: 'Flu shot', location: 'Lamar', status: 'arrived' }])
    expect((await importRows(clinic, target, [row])).does).toEqual(['unchanged'])
    expect((await importRows(clinic, target, [{ ...row, appointmentId: 'A-7' }])).does).toEqual(['update'])
    const byId = await importRows(clinic, target, [
      { ...row, appointmentId: 'a-7', startTime: '10:00', endTime: '10:20' },
    ])
    expect([byId.does, await count(`appointments where patient_id = 'p1'`)]).toEqual([['update'], 1])
  })

  test('changes a visit by its ID alone, and nothing of its patient without an MRN', async () => {
    await importRows(clinic, target, [visit])
    const { does, rows } = await importRows(clinic, target, [
      { appointmentId: 'A-1', endTime: '10:10', lastName: 'Somebody', appointmentStatus: 'no show' },
    ])
    expect([does, rows[0]?.patientId]).toEqual([['update'], 'p1'])
    expect(await visitsOf('p1')).toMatchObject([
      { startsAt: '2026-12-04 15:30:00+00', endsAt: '2026-12-04 16:10:00+00', status: 'noShow' },
    ])
    expect((await clinic.ask('patientRecord', 'lena', { id: 'p1' })).body.data.lastName).toBe('Carver')
  })

  test('fulfils what was due when a visit is completed', async () => {
    await clinic.store.query(`insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, every_days,
      version) values ('o1', 'due1', 'p1', 'Follow-up', '2026-12-01', 365, 0)`)
    await importRows(clinic, target, [{ ...visit, appointmentStatus: 'completed' }])
    const dues = await clinic.store.query(
      `select due_date::text, done_at is not null as done from due_dates where patient_id = 'p1' order by due_date`,
    )
    expect(dues).toEqual([
      { due_date: '2026-12-01', done: true },
      { due_date: '2027-12-04', done: false },
    ])
  })

  test('leaves a cancelled visit alone that another one replaces at the same time', async () => {
    await clinic.visit('old', '2026-12-04T15:30:00Z', { status: 'cancelled' })
    await clinic.visit('new', '2026-12-04T15:30:00Z')
    await importRows(clinic, target, [{ ...carver, ...slot, location: 'Lamar' }])
    expect(await visitsOf('p1')).toMatchObject([
      { id: 'new', location: 'Lamar' },
      { id: 'old', location: 'Northgate', status: 'cancelled' },
    ])
  })

  test('adds a doctor whom nobody knows yet, once', async () => {
    const other = { ...slot, providerName: 'Bloom, Iris MD', doctorNpi: '1999900024' }
    await importRows(clinic, target, [
      { ...carver, ...other },
      { ...lee, ...other, startTime: '10:00', endTime: '10:20' },
      { ...carver, ...slot, providerName: 'MRI Room', startTime: '13:00', endTime: '13:20' },
    ])
    expect(await doctorsNow()).toEqual([
      { name: 'Dr. Amara Okafor', npi: '1999900016' },
      { name: 'Dr. Iris Bloom', npi: '1999900024' },
      { name: 'Dr. Ravi Patel', npi: null },
      { name: 'MRI Room', npi: null },
    ])
  })

  test('plans a reminder for a visit to come', async () => {
    const [cadence] = visitSetting.default.reminders
    const settings = { ...visitSetting.default, reminders: [{ ...cadence, enabled: true }] }
    await clinic.store.query(
      `insert into organization_settings (organization_id, name, value, version) values ('o1', 'appointments', $1, 1)`,
      [JSON.stringify(settings)],
    )
    await importRows(clinic, target, [visit])
    expect((await visitsOf('p1'))[0]?.next_reminder_at).not.toBeNull()
  })

  test('finds no visit of another organization', async () => {
    await clinic.visit('v9', '2026-12-04T15:30:00Z', { organizationId: 'o2', patientId: 'p9', doctorId: 'doctor9' })
    await clinic.store.query(`insert into external_visits values ('o2', 'a-1', 'A-1', 'v9')`)
    const row = { ...visit, patientMrn: 'L1', lastName: 'Petrova', firstName: 'Olga', dob: '5/5/1955' }
    const [plan] = await dryRun(clinic, target, [row])
    expect(plan).toMatchObject({ record: { recordId: null, isNew: true }, patient: { recordId: null, isNew: true } })
    await importRows(clinic, target, [row])
    expect(await clinic.row('v9')).toMatchObject({ organization_id: 'o2', location: 'Northgate' })
  })

  test('opts a number out with the visit, and never in', async () => {
    await clinic.text('+15125550142', 'STOP')
    const { rows } = await importRows(clinic, target, [
      { ...visit, textEnable: 'Y' },
      { ...lee, ...slot, startTime: '10:00', endTime: '10:20', textEnable: 'N' },
    ])
    expect(rows[0]?.issues).toMatchObject([{ code: 'consent_kept' }])
    const stored = await clinic.store.query(`select phone_number, sms_status from consents order by phone_number`)
    expect(stored).toEqual([
      { phone_number: '+15125550142', sms_status: 'opted_out' },
      { phone_number: '+15125550199', sms_status: 'opted_out' },
    ])
  })

  test('tells of the conversation that shows another visit, and of no visit', async () => {
    const { id } = await clinic.text('+15125550142', 'Hello')
    const many = Array.from({ length: 60 }, (_, nth) => ({
      ...{ ...carver, ...slot, appointmentDate: `12/${1 + (nth % 28)}/2026` },
      ...{ startTime: `${8 + Math.floor(nth / 28)}:00`, endTime: `${8 + Math.floor(nth / 28)}:20` },
    }))
    const { before } = await importRows(clinic, target, many)
    expect((await clinic.events(before)).map(({ type, data }) => [type, (data as { id: string }).id])).toEqual([
      ['conversation.changed', id],
    ])
  })
})

describe('a transaction of an import', () => {
  test('makes one visit and one patient when another brings the same new ones', async () => {
    const row = { ...lee, ...slot, appointmentId: 'B-1', providerName: 'Iris Bloom' }
    const both = await Promise.all([importRows(clinic, target, [row]), importRows(clinic, target, [row])])
    expect(both.flatMap(({ does }) => does).sort()).toEqual(['create', 'unchanged'])
    expect([await count('appointments'), await count(`patients where mrn = 'N1'`), await count('doctors')]).toEqual([
      1, 1, 4,
    ])
  })

  test('leaves nothing when it fails', async () => {
    const fail = async () => {
      throw new Error('The disk is full.')
    }
    const file = [{ ...lee, ...slot, appointmentId: 'B-1', providerName: 'Iris Bloom' }]
    await expect(importRows(clinic, target, file, { after: fail })).rejects.toThrow('The disk is full.')
    const left = ['appointments', 'external_visits', 'untold_visits', `patients where mrn = 'N1'`]
    expect(await Promise.all(left.map(count))).toEqual([0, 0, 0, 0])
    expect(await count('doctors')).toBe(3)
  })

  test('meets no deadlock when staff change the same visits', async () => {
    await clinic.text('+15125550142', 'Hello')
    await importRows(clinic, target, [visit])
    const [stored] = await visitsOf('p1')
    const change = () => clinic.ask('changeAppointments', 'lena', { appointmentIds: [stored?.id], status: 'confirmed' })
    const results = await Promise.all([
      ...[12, 13, 14].map((hour) =>
        importRows(clinic, target, [{ ...visit, startTime: `${hour}:00`, endTime: `${hour}:20` }]),
      ),
      change(),
      change(),
    ])
    expect(results).toHaveLength(5)
    expect(await count('appointments')).toBe(1)
  })

  test('sends as many statements for a hundred rows as for two', async () => {
    const fileOf = (many: number, letter: string) =>
      Array.from({ length: many }, (_, nth) => ({
        ...{ patientMrn: `${letter}${nth}`, lastName: `Lee ${letter}${nth}`, firstName: 'Ann', dob: '1/2/1950' },
        ...{ ...slot, appointmentId: `${letter}${nth}`, providerName: `Doctor ${letter}${nth}` },
      }))
    const importing = async (many: number, letter: string, type: string) => {
      await clinic.text('+15125550149', 'Moves the log')
      const file = fileOf(many, letter).map((row) => ({ ...row, appointmentType: type }))
      return statementsOf(() => importRows(clinic, target, file))
    }
    expect(await importing(100, 'B', 'One')).toBe(await importing(2, 'A', 'One'))
    expect(await importing(100, 'B', 'Two')).toBe(await importing(2, 'A', 'Two'))
  })
})
