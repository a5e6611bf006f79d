/** Plans of the kinds beyond demographics. */
import type { Decision } from '@foyer/contracts/imports/imports.ts'
import { describe, expect, test } from 'vitest'
import {
  carver,
  carverCells,
  checkedRow,
  codesOf,
  messagesOf,
  settled,
  sheetOf,
  storedRecord,
  timesOf,
} from './planning.suite.ts'
import type { StoredRecord } from './stored.rules.ts'

describe('a row of providers', () => {
  const sheet = sheetOf('providers')
  const okafor = storedRecord('d1', 'Amara Okafor', {
    ...{ npi: '1194276360', firstName: 'Amara', lastName: 'Okafor', specialty: 'Family medicine' },
  })
  const cells = { npi: '1194276360', firstName: 'Amara', lastName: 'Okafor' }
  const plan = (named: Readonly<Record<string, string>>, byKey: StoredRecord[] = []) =>
    settled(sheet, checkedRow(sheet, 3, named), { found: { byKey } })

  test('finds the doctor by NPI [UPL-02]', () => {
    expect(plan(cells).plan).toMatchObject({ does: 'create', name: 'Amara Okafor' })
    expect(plan(cells, [okafor]).plan).toMatchObject({ does: 'unchanged', recordId: 'd1' })
    expect(plan({ ...cells, specialty: 'Cardiology' }, [okafor]).plan.changes).toEqual([
      { field: 'specialty', before: 'Family medicine', after: 'Cardiology' },
    ])
  })

  test('lacks its key without an NPI [OPEN-079]', () => {
    expect(messagesOf(plan({ firstName: 'Amara', lastName: 'Okafor' }))).toEqual(['NPI is missing'])
    expect(messagesOf(plan({ ...cells, npi: '1194276361' }))).toEqual(['Not an NPI: a digit is wrong'])
  })
})

describe('a row of insurance providers', () => {
  const sheet = sheetOf('insuranceProviders')
  const aetna = storedRecord('i1', 'Aetna', { payerId: '60054', name: 'Aetna', phone: null })
  const plan = (named: Readonly<Record<string, string>>, byKey: StoredRecord[] = []) =>
    settled(sheet, checkedRow(sheet, 3, named), { found: { byKey } })

  test('finds the company by payer ID, and without one by name [UPL-04]', () => {
    expect(plan({ payerId: '60054', name: 'Aetna' }).plan).toMatchObject({ does: 'create', name: 'Aetna' })
    expect(plan({ name: 'Aetna' }).plan.does).toBe('create')
    expect(plan({ payerId: '60054', phone: '800-555-0145' }, [aetna]).plan).toMatchObject({ does: 'update' })
  })

  test('needs a name to be new, and any key at all', () => {
    expect(messagesOf(plan({ payerId: '60054' }))).toEqual(['Name is missing'])
    expect(messagesOf(plan({ phone: '800-555-0145' }))).toEqual(['Name is missing'])
  })

  test('is refused when two companies have its name', () => {
    const row = plan({ name: 'Aetna' }, [aetna, { ...aetna, recordId: 'i2' }])
    expect(messagesOf(row)).toEqual(['2 insurance providers have this name'])
    expect(row.issues[0]?.records).toEqual([
      { recordId: 'i1', name: 'Aetna', detail: 'payer ID 60054' },
      { recordId: 'i2', name: 'Aetna', detail: 'payer ID 60054' },
    ])
  })

  test('means the one of two companies that a person chooses', () => {
    const row = checkedRow(sheet, 3, { name: 'Aetna', phone: '800-555-0145' }, { decision: { same: 'i2' } })
    const found = { byKey: [aetna, { ...aetna, recordId: 'i2' }] }
    expect(settled(sheet, row, { found })).toMatchObject({
      ...{ state: 'ready', issues: [] },
      plan: { does: 'update', recordId: 'i2', changes: [{ field: 'phone', before: null, after: '+18005550145' }] },
    })
  })
})

describe('a row of referrals', () => {
  const sheet = sheetOf('referrals')
  const cells = { patientMrn: '204-8817', referringProvider: 'Dr. Iris Bloom', date: '11/18/2026', reason: 'Knee' }
  const plan = (named: Readonly<Record<string, string>>, found: Parameters<typeof settled>[2] = {}) =>
    settled(sheet, checkedRow(sheet, 3, named), found)

  test('belongs to the patient of its MRN [UPL-05]', () => {
    expect(plan(cells, { found: { patients: [carver] } })).toMatchObject({
      ...{ state: 'ready', patient: { recordId: 'p1', isNew: false, changes: [] } },
      plan: { does: 'create', name: 'Rosalind Carver' },
    })
    expect(plan(cells).issues).toMatchObject([
      { code: 'no_such_record', field: 'patientMrn', message: 'No patient has this MRN' },
    ])
    expect(messagesOf(plan(cells, { found: { patients: [carver, carver] } }))).toEqual(['2 patients have this MRN'])
  })

  const stored: StoredRecord = {
    ...storedRecord('r1', 'Rosalind Carver', {
      ...{ patientMrn: '204-8817', referringProvider: 'Dr. Iris Bloom', date: '2026-11-18', reason: 'Knee' },
    }),
    patient: { recordId: 'p1', name: 'Rosalind Carver' },
  }

  test('belongs to the one of two patients with its MRN whom a person chooses', () => {
    const twin = { ...carver, recordId: 'p2' }
    const found = { byKey: [stored], patients: [carver, twin] }
    const decided = (same: string) =>
      settled(sheet, checkedRow(sheet, 3, { ...cells, reason: 'Hip' }, { decision: { same } }), { found })
    expect(messagesOf(plan(cells, { found }))).toEqual(['2 patients have this MRN'])
    expect(decided('p1')).toMatchObject({ issues: [], patient: { recordId: 'p1' }, plan: { does: 'update' } })
    expect(decided('p2')).toMatchObject({ issues: [], patient: { recordId: 'p2' }, plan: { does: 'create' } })
  })

  test('is unchanged when the same referral is stored', () => {
    const found = { byKey: [stored], patients: [carver] }
    expect(plan(cells, { found }).plan).toMatchObject({ does: 'unchanged', recordId: 'r1' })
    expect(plan({ ...cells, reason: 'Hip' }, { found }).plan.does).toBe('update')
  })

  test('needs MRN, provider and date', () => {
    expect(messagesOf(plan({ reason: 'Knee' }))).toEqual([
      'MRN is missing',
      'Referring provider is missing',
      'Date is missing',
    ])
  })
})

describe('a row of appointments', () => {
  const sheet = sheetOf('appointments')
  const { mrn: patientMrn, ...person } = carverCells
  const visit = {
    ...{ patientMrn, appointmentDate: '12/4/2026', startTime: '9:30', endTime: '9:50', providerName: 'Dr. Okafor' },
  }
  const stored: StoredRecord = {
    ...storedRecord('v1', 'Rosalind Carver', {
      ...{ patientMrn: '204-8817', appointmentDate: '2026-12-04', startTime: '09:30', endTime: '09:50' },
      ...{ providerName: 'Dr. Okafor', appointmentStatus: 'scheduled' },
    }),
    ...{
      patient: { recordId: 'p1', name: 'Rosalind Carver' },
      times: timesOf(['2026-12-04', '09:30'], ['2026-12-04', '09:50']),
    },
  }
  const plan = (
    named: Readonly<Record<string, string>>,
    found: Parameters<typeof settled>[2] = {},
    decision: Decision | null = null,
  ) => settled(sheet, checkedRow(sheet, 3, named, { decision }), found)

  test('brings its patient, new or stored [CALL-CAMPAIGN-08]', () => {
    const row = plan({ ...visit, ...person })
    expect(row).toMatchObject({ state: 'ready', plan: { does: 'create', name: 'Rosalind Carver' } })
    expect(row.patient).toMatchObject({ recordId: null, isNew: true })
    expect(row.patient?.changes).toContainEqual({ field: 'mrn', before: null, after: '204-8817' })
    expect(row.record.changes.map(({ field }) => field)).not.toContain('lastName')
    const known = plan(
      { ...visit, ...person, insuranceType: 'Aetna' },
      { found: { patients: [carver], byKey: [stored] } },
    )
    expect(known.plan).toMatchObject({
      ...{ does: 'update', recordId: 'v1' },
      changes: [{ field: 'insuranceType', before: 'Blue Cross PPO', after: 'Aetna' }],
    })
    expect([known.record.changes, known.patient?.recordId]).toEqual([[], 'p1'])
  })

  test('is unchanged when visit and patient are as stored', () => {
    const found = { patients: [carver], byKey: [stored] }
    expect(plan({ ...visit, ...person }, { found }).plan).toMatchObject({ does: 'unchanged', changes: [] })
  })

  test('needs the names of a new patient alone', () => {
    expect(messagesOf(plan(visit))).toEqual(['Last name is missing', 'First name is missing'])
    expect(plan(visit, { found: { patients: [carver] } }).state).toBe('ready')
    expect(messagesOf(plan({ ...visit, ...person, providerName: '' }))).toEqual(['Provider is missing'])
    expect(messagesOf(plan({}))).toEqual([
      'MRN is missing',
      'Date is missing',
      'Start is missing',
      'Provider is missing',
    ])
  })

  test('is refused when the MRN belongs to somebody else', () => {
    const other = { ...visit, lastName: 'Vasquez', firstName: 'Lidia', dob: '12/12/1993' }
    const row = plan(other, { found: { patients: [carver] } })
    expect(row.issues).toMatchObject([
      { code: 'belongs_to_other', field: 'patientMrn', message: 'MRN belongs to R. Carver' },
    ])
  })

  describe('whose appointment ID another patient has', () => {
    const ofCarver: StoredRecord = { ...stored, values: { ...stored.values, appointmentId: 'A-1' } }
    const row = { ...visit, ...person, appointmentId: 'A-1', patientMrn: '7' }
    const found = { byKey: [ofCarver], alike: [carver] }

    test('is refused, and offers the patient of the appointment for a comparison', () => {
      expect(plan(row, { found })).toMatchObject({
        ...{ state: 'error', plan: { does: 'refuse', changes: [] } },
        issues: [
          {
            ...{ code: 'belongs_to_other', field: 'appointmentId' },
            message: 'Appointment ID belongs to Rosalind Carver',
            records: [{ recordId: 'p1', name: 'Rosalind Carver', detail: '12/04/2026, 09:30, Dr. Okafor' }],
          },
          { code: 'maybe_same' },
        ],
      })
      expect(plan(row, { found }, 'new').state).toBe('error')
    })

    test('gives that patient its MRN when a person says that it is the same', () => {
      const { endTime: _, ...moved } = { ...row, startTime: '11:00' }
      const same = plan(moved, { found }, { same: 'p1' })
      expect(same).toMatchObject({
        ...{ state: 'ready', issues: [], plan: { does: 'update', recordId: 'v1', name: 'Rosalind Carver' } },
        patient: { recordId: 'p1', isNew: false, changes: [{ field: 'mrn', before: '204-8817', after: '7' }] },
      })
      expect(same.plan.changes).toEqual([
        { field: 'patientMrn', before: '204-8817', after: '7' },
        { field: 'startTime', before: '09:30', after: '11:00' },
        { field: 'endTime', before: '09:50', after: '11:20' },
      ])
    })

    test('is refused while its MRN is that of a third patient', () => {
      const third = {
        ...carver,
        recordId: 'p2',
        name: 'Ann Lee',
        values: { mrn: '7', lastName: 'Lee', firstName: 'Ann' },
      }
      const named = { ...visit, appointmentId: 'A-1', patientMrn: '7' }
      const both = { byKey: [ofCarver], patients: [third], alike: [carver] }
      expect(messagesOf(plan(named, { found: both }))).toEqual(['Appointment ID belongs to Rosalind Carver'])
      expect(messagesOf(plan(named, { found: both }, { same: 'p1' }))).toEqual(['MRN belongs to A. Lee'])
    })

    test('names the patient when the appointment has none of the MRN', () => {
      const without = { ...ofCarver, values: { ...ofCarver.values, patientMrn: null } }
      const unnumbered = { ...carver, values: { ...carver.values, mrn: null } }
      const around = { found: { byKey: [without], alike: [unnumbered] } }
      expect(codesOf(plan(row, around))).toEqual(['belongs_to_other', 'maybe_same'])
      expect(plan(row, around, { same: 'p1' })).toMatchObject({
        ...{ state: 'ready', issues: [] },
        patient: { changes: [{ field: 'mrn', before: null, after: '7' }] },
      })
    })
  })

  test('means the one of two appointments at one time that a person chooses', () => {
    const second = { ...stored, recordId: 'v2', values: { ...stored.values, providerName: 'Dr. Patel' } }
    const found = { patients: [carver], byKey: [stored, second] }
    const row = { ...visit, location: 'Lamar' }
    expect(plan(row, { found }).issues).toMatchObject([
      {
        ...{ code: 'several_records', message: '2 appointments of this patient begin at this time' },
        records: [
          { recordId: 'v1', name: 'Rosalind Carver', detail: '12/04/2026, 09:30, Dr. Okafor' },
          { recordId: 'v2', name: 'Rosalind Carver', detail: '12/04/2026, 09:30, Dr. Patel' },
        ],
      },
    ])
    expect(plan(row, { found }, { same: 'v2' })).toMatchObject({
      ...{ state: 'ready', issues: [], plan: { does: 'update', recordId: 'v2' }, patient: { recordId: 'p1' } },
    })
  })

  test('is new for the patient who is chosen of two with its MRN, when the other has the appointment', () => {
    const found = { patients: [carver, { ...carver, recordId: 'p2' }], byKey: [stored] }
    expect(plan(visit, { found }, { same: 'p1' }).plan).toMatchObject({ does: 'unchanged', recordId: 'v1' })
    expect(plan(visit, { found }, { same: 'p2' })).toMatchObject({
      plan: { does: 'create' },
      patient: { recordId: 'p2' },
    })
  })

  test('leaves the patient alone when it is found by its ID and has no MRN', () => {
    const named = { ...stored, values: { ...stored.values, appointmentId: 'A-1' } }
    const row = plan({ appointmentId: 'A-1', endTime: '10:10', lastName: 'Lee' }, { found: { byKey: [named] } })
    expect(row).toMatchObject({
      ...{ state: 'ready', patient: null, issues: [{ code: 'patient_left_out', level: 'warning' }] },
      plan: { does: 'update', changes: [{ field: 'endTime', before: '09:50', after: '10:10' }] },
    })
  })

  test('is refused for a time that the clock skips, and warns of one that it shows twice', () => {
    const at = (appointmentDate: string, startTime: string) =>
      plan({ ...visit, ...person, appointmentDate, startTime, endTime: '' })
    expect(at('3/14/2027', '2:30').issues).toMatchObject([{ code: 'no_such_time', level: 'error', field: 'startTime' }])
    expect(at('11/7/2027', '1:30')).toMatchObject({
      state: 'ready',
      issues: [{ code: 'time_twice', level: 'warning' }],
    })
  })

  test('must end after it begins, with what is stored', () => {
    expect(codesOf(plan({ ...visit, ...person, endTime: '9:30' }))).toEqual(['ends_before_start'])
    const found = { patients: [carver], byKey: [stored] }
    const ended = { appointmentId: 'A-1', patientMrn: '204-8817', endTime: '9:20' }
    expect(codesOf(plan(ended, { found }))).toEqual(['ends_before_start'])
    expect(codesOf(plan({ ...ended, startTime: '9:00' }, { found }))).toEqual([])
  })

  test.each([
    ['later than its stored end', '10:00', '10:20'],
    ['earlier', '9:00', '09:20'],
    ['to the end of the day', '23:50', '00:10'],
  ])('keeps its length when it names no end and moves the visit %s', (_where, startTime, end) => {
    const row = plan({ appointmentId: 'A-1', startTime }, { found: { byKey: [stored] } })
    expect(row).toMatchObject({ state: 'ready', issues: [] })
    expect(row.record.changes).toContainEqual({ field: 'endTime', before: '09:50', after: end })
  })

  test('keeps the end of the visit when it names no end and no other time', () => {
    const found = { byKey: [stored] }
    expect(plan({ appointmentId: 'A-1', startTime: '9:30', location: 'Lamar' }, { found }).plan.changes).toMatchObject([
      { field: 'appointmentId' },
      { field: 'location' },
    ])
    const otherDay = plan({ appointmentId: 'A-1', appointmentDate: '12/5/2026' }, { found })
    expect(otherDay.plan.changes.map(({ field }) => field)).toEqual(['appointmentId', 'appointmentDate'])
  })

  test('may repeat the times of a visit that ends on the next day', () => {
    const late: StoredRecord = {
      ...stored,
      values: { ...stored.values, startTime: '23:30', endTime: '00:30' },
      times: timesOf(['2026-12-04', '23:30'], ['2026-12-05', '00:30']),
    }
    const same = { appointmentId: 'A-1', patientMrn: '204-8817', appointmentDate: '12/4/2026', startTime: '23:30' }
    const found = { patients: [carver], byKey: [late] }
    for (const endTime of ['', '0:30']) expect(codesOf(plan({ ...same, endTime }, { found }))).toEqual([])
  })
})
