import { foldName } from '@foyer/contracts/fold.rules.ts'
import { patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvents } from '../../events/append.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { lockPatients, patientEvents, readPatientRecords } from './patients.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  const { query } = clinic.store
  await query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'd1', 'Amara', 'Okafor', 'Dr. Amara Okafor'), ('o1', 'd2', 'Ben', 'Stone', 'Dr. Ben Stone'),
    ('o2', 'd1', 'Zoe', 'Hart', 'Dr. Zoe Hart')`)
  await query(`insert into appointments
    (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location, shown_version) values
    ('o1', 'past', 'p1', 'd2', 'Dr. Ben Stone', '2026-10-01T15:00Z', '2026-10-01T15:20Z', 'completed', 'Follow-up', 'Northgate', 3),
    ('o1', 'missed', 'p1', 'd2', 'Dr. Ben Stone', '2026-11-01T15:00Z', '2026-11-01T15:20Z', 'noShow', 'Follow-up', 'Northgate', 4),
    ('o1', 'next', 'p1', 'd1', 'Dr. Amara Okafor', '2026-11-20T15:30Z', '2026-11-20T15:50Z', 'confirmed', 'Follow-up', 'Northgate', 5),
    ('o1', 'later', 'p1', 'd1', 'Dr. Amara Okafor', '2026-12-20T15:30Z', '2026-12-20T15:50Z', 'scheduled', 'Follow-up', 'Northgate', 6),
    ('o2', 'theirs', 'p9', 'd1', 'Dr. Zoe Hart', '2026-11-21T15:30Z', '2026-11-21T15:50Z', 'scheduled', 'Visit', 'East', 7)`)
})
afterAll(() => clinic.close())

const NOW = new Date('2026-11-19T15:00:00Z')
const read = (ids: string[], organizationId = 'o1') =>
  clinic.parts.database.read(organizationId, (tx) => readPatientRecords(tx, { organizationId, ids, now: NOW }))
const one = async (id: string, organizationId = 'o1') => (await read([id], organizationId))[0]

test('readPatientRecords joins doctor, visits, consent and household of a patient', async () => {
  await clinic.store.query(`insert into consents (organization_id, phone_number, sms_status) values
    ('o1', '+15125550144', 'opted_out'), ('o2', '+15125550142', 'blocked')`)
  const [p3, p1] = await read(['p3', 'p1'])
  expect(p1).toEqual({
    ...patientRecordExample,
    ...{ organizationId: 'o1', email: null, eligible: false, preferredContact: null, version: 0 },
    ...{ doctorId: 'd1', doctorName: 'Dr. Amara Okafor', lastVisitAt: '2026-10-01T15:00:00.000Z' },
    nextVisit: {
      ...{ appointmentId: 'next', startsAt: '2026-11-20T15:30:00.000Z', endsAt: '2026-11-20T15:50:00.000Z' },
      ...{ status: 'confirmed', type: 'Follow-up', doctorId: 'd1', doctorName: 'Dr. Amara Okafor' },
      ...{ location: 'Northgate', reschedule: null, confirmedBy: null, version: 5 },
    },
  })
  expect(p3).toMatchObject({ _id: 'p3', household: 2, smsStatus: 'opted_out', textEnable: false, doctorId: null })
})

test('readPatientRecords leaves out absent patients and those of another organization', async () => {
  expect((await read(['absent', 'p9', 'p2'])).map(({ _id }) => _id)).toEqual(['p2'])
  expect(await one('p9', 'o2')).toMatchObject({ doctorName: 'Dr. Zoe Hart', smsStatus: 'blocked', household: 1 })
  expect(await read([])).toEqual([])
})

test('readPatientRecords shows the doctor of the newest appointment unless staff set one', async () => {
  const { query } = clinic.store
  await query(
    `update appointments set starts_at = '2026-12-24T15:00Z', ends_at = '2026-12-24T15:20Z' where id = 'past'`,
  )
  expect(await one('p1')).toMatchObject({ doctorId: 'd2', doctorName: 'Dr. Ben Stone' })
  await query(`update appointments set doctor_id = 'd1' where id = 'past'`)
  expect(await one('p1')).toMatchObject({ doctorId: 'd1' })
  await query(`update patients set doctor_id = 'd2' where organization_id = 'o1' and id = 'p1'`)
  expect(await one('p1')).toMatchObject({ doctorId: 'd2', doctorName: 'Dr. Ben Stone' })
})

test('patientEvents gives each patient one event whose record has its version', async () => {
  const { asOf } = await clinic.parts.database.write('o1', async (tx) => {
    await lockPatients(tx, 'o1', ['p1', 'p2'])
    const changes = patientEvents(tx, { organizationId: 'o1', patientIds: ['p2', 'p1', 'p2'], now: NOW })
    return { asOf: (await appendEvents(tx, { organizationId: 'o1', at: NOW }, changes)).seq }
  })
  const told = await clinic.events(asOf - 2)
  expect(told.map(({ type, key, seq }) => [type, key, seq])).toEqual([
    ['patient.changed', 'p1', asOf - 1],
    ['patient.changed', 'p2', asOf],
  ])
  expect(told.map(({ data }) => data)).toEqual(await read(['p1', 'p2']))
})

test('fold_name of the database folds names as foldName does', async () => {
  const names = [
    'Saúl',
    "O'Hara",
    'Łukasz Strauß',
    'ÆSIR',
    'Þór',
    'Đặng',
    'İbrahim',
    'ıŞIK',
    'ΑΝΝΑΣ',
    'Ångström',
    'ﬁnn',
    'Noël-Zoë',
    '李',
  ]
  const folded = await clinic.store.query<{ folded: string }>(
    'select fold_name(name) as folded from unnest($1::text[]) with ordinality as given (name, place) order by place',
    [names],
  )
  expect(folded.map((row) => row.folded)).toEqual(names.map(foldName))
})

test('patients of an organization are not read in the transaction of another one', async () => {
  const { rows } = await clinic.parts.database.read('o2', (tx) =>
    sql`select id from patients where organization_id = 'o1'`.execute(tx),
  )
  expect(rows).toEqual([])
})
