/** Imports of patients against a real store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demographicsTarget as target } from './demographics.target.ts'
import {
  carver,
  dryRun,
  endImport,
  importRows,
  lee,
  openPatients,
  type Patients,
  statementsOf,
} from './imports.suite.ts'

let clinic: Patients
beforeEach(async () => {
  clinic = await openPatients()
})
afterEach(() => clinic.close())

describe('an import of demographics', () => {
  test('adds new patients and changes stored ones field by field', async () => {
    const more = {
      email: 'Ann.Lee@Patients.test',
      gender: 'F',
      insuranceType: 'Aetna',
      cashPay: 'Y',
      preferredContact: 'sms',
    }
    const { rows, does, before } = await importRows(clinic, target, [
      { ...lee, ...more },
      { ...carver, insuranceType: 'Aetna', email: 'Rosalind@Patients.test' },
    ])
    expect(does).toEqual(['create', 'update'])
    expect(rows[1]?.recordId).toBe('p1')
    expect(await clinic.patient(rows[0]!.recordId!)).toMatchObject({
      ...{ organization_id: 'o1', first_name: 'Ann', last_name: 'Lee', birthdate: '1950-01-02', mrn: 'N1' },
      ...{ phone_number: '+15125550199', email: 'ann.lee@patients.test', gender: 'female', insurance_type: 'Aetna' },
      ...{ cash_pay: true, preferred_contact: 'text', version: before },
    })
    expect(await clinic.patient('p1')).toMatchObject({
      ...{ email: 'rosalind@patients.test', insurance_type: 'Aetna', gender: 'female', phone_number: '+15125550142' },
      ...{ edited_after: { email: 0, insuranceType: 0 }, version: before },
    })
    expect(await clinic.typesAfter(before)).toEqual([])
  })

  test('writes nothing of the same rows again, and takes no lock of a patient for them', async () => {
    const file = [lee, { ...carver, email: 'Rosalind@Patients.test' }]
    await importRows(clinic, target, file)
    const stored = await clinic.store.query('select * from patients order by id')
    const held = clinic.store.database.write('o1', async (tx) => {
      await tx.selectFrom('patients').select('id').where('organization_id', '=', 'o1').forUpdate().execute()
      const again = await importRows(clinic, target, [{ ...lee, lastName: 'LEE', mrn: 'n1' }, ...file.slice(1)])
      expect(again.does).toEqual(['unchanged', 'unchanged'])
      expect(again.rows.map(({ recordId }) => recordId)).toEqual([expect.any(String), 'p1'])
    })
    await held
    expect(await clinic.store.query('select * from patients order by id')).toEqual(stored)
  })

  test('plans in the dry run what it does', async () => {
    const file = [
      lee,
      { ...carver, lastName: 'Ruiz' },
      { mrn: 'M77', lastName: 'Other', firstName: 'Name', dob: '1/1/2001' },
    ]
    const planned = (await dryRun(clinic, target, file)).map(({ plan }) => plan.does)
    expect(planned).toEqual(['create', 'update', 'refuse'])
    expect((await importRows(clinic, target, file)).does).toEqual(planned)
  })

  test('finds no patient of another organization', async () => {
    const olga = { mrn: 'L1', lastName: 'Petrova', firstName: 'Olga', dob: '5/5/1955' }
    const decisions = { 3: { same: 'p9' } }
    const { does, rows } = await importRows(clinic, target, [olga, { ...olga, mrn: 'L2' }], { decisions })
    expect(does).toEqual(['create', 'refuse'])
    expect(rows[1]?.issues).toMatchObject([{ code: 'no_such_record' }])
    expect(await clinic.patient('p9')).toMatchObject({ organization_id: 'o2', mrn: 'L1', version: 0 })
  })

  test('finds patients by names and birth date when rows are matched by person', async () => {
    const { does, rows } = await importRows(
      clinic,
      target,
      [{ lastName: 'CARVER', firstName: 'rosalind', dob: '03/14/1968', mrn: '204-8817', gender: 'F', cashPay: 'Y' }],
      { matchBy: 'person' },
    )
    expect([does, rows[0]?.recordId]).toEqual([['update'], 'p1'])
    expect(await clinic.patient('p1')).toMatchObject({ last_name: 'Carver', cash_pay: true })
  })

  test('gives a chosen patient the MRN of the row, and keeps the id', async () => {
    const row = { ...carver, mrn: 'NEW-1' }
    const [plain] = await dryRun(clinic, target, [row])
    expect(plain?.issues).toMatchObject([{ code: 'maybe_same', records: [{ recordId: 'p1' }] }])
    const { does } = await importRows(clinic, target, [row], { decisions: { 2: { same: 'p1' } } })
    expect([does, (await clinic.patient('p1')).mrn]).toEqual([['update'], 'NEW-1'])
  })

  test('returns the patient of an earlier row for a row that repeats it', async () => {
    const { does, rows } = await importRows(clinic, target, [lee, lee])
    expect(does).toEqual(['create', 'unchanged'])
    expect(rows[1]?.recordId).toBe(rows[0]?.recordId)
  })

  test('erases what the column says', async () => {
    await clinic.store.query(`update patients set email = 'a@b.test' where id = 'p1'`)
    const found = await clinic.parts.database.write('o1', (tx) =>
      target.write(
        tx,
        {
          ...{ organizationId: 'o1', matchBy: 'mrn', zone: 'UTC', importId: 'i', by: 'lena', optOutSteps: [] },
          ...{ now: clinic.parts.clock.now(), newId: () => 'unused' },
        },
        [{ row: 2, values: { mrn: '204-8817', email: null }, decision: null }],
        async () => [
          {
            ...{ row: 2, values: {}, patient: null },
            record: { recordId: 'p1', isNew: false, changes: [{ field: 'email', before: 'a@b.test', after: null }] },
          },
        ],
      ),
    )
    expect(found.rows).toEqual([{ row: 2, recordId: 'p1' }])
    expect((await clinic.patient('p1')).email).toBeNull()
  })
})

describe('a transaction of an import', () => {
  test('makes one patient when another brings the same new MRN', async () => {
    const both = await Promise.all([importRows(clinic, target, [lee]), importRows(clinic, target, [lee])])
    expect(both.flatMap(({ does }) => does).sort()).toEqual(['create', 'unchanged'])
    expect(await clinic.count(`patients where mrn = 'N1'`)).toBe(1)
  })

  test('leaves nothing when it fails', async () => {
    const fail = async () => {
      throw new Error('The disk is full.')
    }
    const file = [lee, { ...carver, phoneNumber: '512-555-0142', textEnable: 'N', lastName: 'Ruiz' }]
    await expect(importRows(clinic, target, file, { after: fail })).rejects.toThrow('The disk is full.')
    expect([
      await clinic.count(`patients where mrn = 'N1'`),
      await clinic.count('consents'),
      await clinic.count('consent_changes'),
    ]).toEqual([0, 0, 0])
    expect((await clinic.patient('p1')).last_name).toBe('Carver')
  })

  test('sends as many statements for a hundred rows as for two', async () => {
    const fileOf = (many: number, letter: string) =>
      Array.from({ length: many }, (_, nth) => ({
        ...{ mrn: `${letter}${nth}`, lastName: `Lee ${letter}${nth}`, firstName: 'Ann', dob: '1/2/1950' },
        ...{ phoneNumber: `512-555-0${(letter === 'A' ? 300 : 400) + nth}`, textEnable: nth % 2 === 0 ? 'N' : '' },
      }))
    const importing = async (many: number, letter: string, email = '') => {
      await clinic.text('+15125550149', 'Moves the log')
      const file = fileOf(many, letter).map((row) => ({ ...row, email }))
      return statementsOf(() => importRows(clinic, target, file))
    }
    expect(await importing(100, 'B')).toBe(await importing(2, 'A'))
    expect(await importing(100, 'B', 'b@b.test')).toBe(await importing(2, 'A', 'a@b.test'))
    const reading = (many: number) => statementsOf(() => dryRun(clinic, target, fileOf(many, 'B')))
    expect(await reading(100)).toBe(await reading(2))
  })

  test('meets no deadlock when staff edit the same patients', async () => {
    await clinic.text('+15125550142', 'Hello')
    const edit = (nth: number) =>
      clinic.ask('savePatient', 'lena', { id: 'p1', version: 1000, phoneNumber: `1512555010${nth}` })
    const results = await Promise.all([
      ...Array.from({ length: 4 }, (_, nth) =>
        importRows(clinic, target, [
          { ...carver, lastName: `Ruiz ${nth}`, phoneNumber: `512-555-011${nth}`, textEnable: 'N' },
        ]),
      ),
      ...Array.from({ length: 4 }, (_, nth) => edit(nth)),
    ])
    expect(results).toHaveLength(8)
    expect((await clinic.patient('p1')).last_name).toMatch(/^Ruiz \d$/)
  })

  test('gives a record a higher version when it has the newest of the log', async () => {
    const saved = await clinic.ask('savePatient', 'lena', { id: 'p1', version: 0, email: 'a@b.test' })
    const { version } = saved.body.data
    // The record's version is the newest of the log.
    const { before } = await importRows(clinic, target, [{ ...carver, email: 'b@b.test' }])
    expect([before, await clinic.typesAfter(before)]).toEqual([version, ['patients.reloaded']])
    const stale = await clinic.ask('savePatient', 'lena', { id: 'p1', version, email: 'c@b.test' })
    expect(stale.status).toBe(409)
    const fresh = await clinic.ask('savePatient', 'lena', { id: 'p1', version: version + 1, email: 'c@b.test' })
    expect(fresh.status).toBe(200)
  })
})

test('ended makes screens read patients again', async () => {
  const before = (await clinic.events()).at(-1)?.seq ?? 0
  await endImport(clinic, target)
  expect(await clinic.events(before)).toMatchObject([{ type: 'patients.reloaded', data: { cause: 'import' } }])
})
