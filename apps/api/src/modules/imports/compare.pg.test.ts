/** A person compares a row with stored records, decides, and the row is imported. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type Imports, openImports } from './imports.suite.ts'

let clinic: Imports
beforeAll(async () => {
  clinic = await openImports()
})
afterAll(() => clinic.close())

const HEADER = ['Appointment ID', 'MRN', 'Last name', 'First name', 'DOB', 'Appointment date', 'Start time', 'Provider']
const CARVER = ['Carver', 'Rosalind', '03/14/1968']
const NO_NAMES = ['', '', '']
const visit = (id: string, mrn: string, start: string, person = CARVER) => [
  ...[id, mrn, ...person, '12/04/2026', start, 'Dr. Amara Okafor'],
]
const review = (...rows: (readonly string[])[]) => clinic.review('uploadAppointments', csv(HEADER, ...rows))
const decide = (importId: string, same: string) =>
  clinic.ask<{ rows: { state: string }[] }>('mendImportRows', { importId, rows: [{ row: 2, decision: { same } }] })

test('a row gives the patient of its appointment another MRN when a person says that it is the same [CALL-CAMPAIGN-08]', async () => {
  await clinic.run(await review(visit('A-1', '204-8817', '9:30')))
  const found = await review(visit('A-1', '300-0001', '11:00'))
  const [conflict] = await clinic.rows(found._id)
  expect(conflict).toMatchObject({ state: 'error', plan: { does: 'refuse' } })
  expect(conflict?.issues).toMatchObject([
    {
      ...{ code: 'belongs_to_other', message: 'Appointment ID belongs to Rosalind Carver' },
      records: [{ recordId: 'p1', name: 'Rosalind Carver', detail: expect.stringContaining('12/04/2026, 09:30') }],
    },
    { code: 'maybe_same' },
  ])
  expect((await decide(found._id, 'p1')).rows).toMatchObject([{ state: 'ready', issues: [] }])
  const done = await clinic.run(await clinic.find(found._id))
  expect(done.outcome).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 0 })
  const stored = await clinic.store.query(
    `select mrn, starts_at::text, ends_at::text from patients p join appointments a on a.patient_id = p.id
     where p.id = 'p1'`,
  )
  expect(stored).toEqual([{ mrn: '300-0001', starts_at: '2026-12-04 17:00:00+00', ends_at: '2026-12-04 17:30:00+00' }])
})

test('a row changes the one of two appointments at its time that a person chooses', async () => {
  await clinic.run(await review(visit('B-1', 'M77', '14:00', NO_NAMES), visit('B-2', 'M77', '15:00', NO_NAMES)))
  await clinic.store.query(
    `update appointments set starts_at = '2026-12-04T20:00:00Z', ends_at = '2026-12-04T20:30:00Z'
     where starts_at = '2026-12-04T21:00:00Z'`,
  )
  const ids = await clinic.store.query<{ id: string }>(
    `select appointment_id as id from external_visits where external_id in ('B-1', 'B-2') order by external_id`,
  )
  const file = csv([...HEADER, 'Location'], [...visit('', 'M77', '14:00', NO_NAMES), 'Lamar'])
  const found = await clinic.review('uploadAppointments', file)
  const [conflict] = await clinic.rows(found._id)
  const offered = conflict?.issues[0]?.records?.map(({ recordId }) => recordId) ?? []
  expect(offered.toSorted()).toEqual(ids.map(({ id }) => id).toSorted())
  const chosen = ids[1]?.id ?? ''
  expect((await decide(found._id, chosen)).rows).toMatchObject([{ state: 'ready', plan: { recordId: chosen } }])
  expect((await clinic.run(await clinic.find(found._id))).outcome.updated).toBe(1)
  const stored = await clinic.store.query<{ id: string }>(`select id from appointments where location = 'Lamar'`)
  expect(stored).toEqual([{ id: chosen }])
})

test('later rows with the MRN follow the choice of the patient, and are imported as the dry run says', async () => {
  const patient = { id: 'p1', stored: '300-0001' }
  await clinic.store.query(`update patients set mrn = $2 where id = $1`, [patient.id, patient.stored])
  await clinic.run(await review(visit('', patient.stored, '8:00')))
  const found = await review(
    visit('C-1', '300-0002', '13:00'),
    visit('', '300-0002', '8:00', NO_NAMES),
    visit('C-3', '300-0002', '16:00'),
  )
  expect((await clinic.rows(found._id)).map(({ plan }) => plan?.does)).toEqual(['create', 'create', 'create'])
  await decide(found._id, patient.id)
  const rows = await clinic.rows(found._id)
  expect(rows.map(({ state, decision, plan }) => [state, decision, plan?.does])).toEqual([
    ['ready', { same: patient.id }, 'create'],
    ['ready', { same: patient.id }, 'unchanged'],
    ['ready', { same: patient.id }, 'create'],
  ])
  const done = await clinic.run(await clinic.find(found._id))
  expect(done.outcome).toEqual({ created: 2, updated: 0, unchanged: 1, refused: 0 })
})

test('a row with the MRN that an earlier row gives another patient is compared with that patient', async () => {
  const found = await review(visit('D-1', '300-0003', '13:10'), visit('D-2', '300-0004', '13:20', NO_NAMES))
  await decide(found._id, 'p1')
  const mended = await clinic.ask<{ rows: object[] }>('mendImportRows', {
    importId: found._id,
    rows: [{ row: 3, cells: { 1: '300-0003' } }],
  })
  expect(mended.rows).toMatchObject([
    {
      state: 'error',
      issues: [
        {
          ...{ code: 'belongs_to_other', field: 'patientMrn', message: 'Row 2 has this MRN for Rosalind Carver' },
          records: [{ recordId: 'p1', name: 'Rosalind Carver' }],
        },
      ],
    },
  ])
})
