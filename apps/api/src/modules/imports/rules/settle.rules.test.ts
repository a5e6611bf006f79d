import { describe, expect, test } from 'vitest'
import type { CheckedRowOfFile } from './earlier-rows.rules.ts'
import { carver, carverCells, checkedRow, codesOf, messagesOf, planAndSettle, sheetOf } from './planning.suite.ts'
import { type Found, foundNothing } from './stored.rules.ts'

const sheet = sheetOf('demographics')
const settle = (rows: readonly CheckedRowOfFile[], of = sheet, found: Partial<Found> = {}) =>
  planAndSettle(rows, () => ({ ...foundNothing, ...found }), new Map(), of)
const does = (rows: ReturnType<typeof settle>) => rows.map(({ plan }) => plan.does)

describe('settleRows', () => {
  test('leaves a later row unchanged that says the same of the same MRN', () => {
    const rows = settle([
      checkedRow(sheet, 12, carverCells),
      checkedRow(sheet, 13, carverCells),
      checkedRow(sheet, 14, { mrn: '204-8817', lastName: 'Carver' }),
    ])
    expect(does(rows)).toEqual(['create', 'unchanged', 'unchanged'])
    expect(rows.flatMap(({ issues }) => issues)).toEqual([])
  })

  test('leaves a later row unchanged that writes the same e-mail address in capitals', () => {
    const rows = settle([
      checkedRow(sheet, 12, { ...carverCells, email: 'rosalind@patients.test' }),
      checkedRow(sheet, 13, { ...carverCells, email: 'Rosalind@PATIENTS.test' }),
    ])
    expect(does(rows)).toEqual(['create', 'unchanged'])
  })

  test('refuses a later row that says other things of the same MRN', () => {
    const [, second, third] = settle([
      checkedRow(sheet, 12, carverCells),
      checkedRow(sheet, 640, { ...carverCells, phoneNumber: '512-555-0199' }),
      checkedRow(sheet, 641, { ...carverCells, email: 'r@patients.test' }),
    ])
    expect(second).toMatchObject({
      ...{ state: 'error', plan: { does: 'refuse' } },
      issues: [{ code: 'repeated_key', field: 'mrn', column: 0, group: 'duplicate', message: 'MRN also in row 12' }],
    })
    expect(third && codesOf(third)).toEqual(['repeated_key'])
  })

  test('counts only a row that is imported as an earlier one', () => {
    const rows = settle([
      checkedRow(sheet, 12, carverCells, { isSkipped: true }),
      checkedRow(sheet, 13, { ...carverCells, phoneNumber: '555' }),
      checkedRow(sheet, 14, { ...carverCells, phoneNumber: '512-555-0199' }),
    ])
    expect(rows.map(({ state }) => state)).toEqual(['skipped', 'error', 'ready'])
  })

  test('finds earlier rows of chunks before', () => {
    const { values } = checkedRow(sheet, 12, carverCells)
    const [first] = settle([checkedRow(sheet, 12, carverCells)])
    const earlier = new Map(first?.keys.map((key) => [key, { row: 12, values, chosen: null }]))
    const later = checkedRow(sheet, 2000, { ...carverCells, gender: 'F' })
    const [settled] = planAndSettle([later], () => foundNothing, earlier, sheet)
    expect(settled && messagesOf(settled)).toEqual(['MRN also in row 12'])
    // Mended again, row 12 doesn't stand in its own way.
    const [again] = planAndSettle([checkedRow(sheet, 12, carverCells)], () => foundNothing, earlier, sheet)
    expect(again?.plan.does).toBe('create')
  })

  test('takes two rows of one stored patient for a repetition although their MRNs differ', () => {
    const rows = settle(
      [
        checkedRow(sheet, 2, { ...carverCells, mrn: '7' }, { decision: { same: 'p1' } }),
        checkedRow(sheet, 3, { ...carverCells, email: 'r@patients.test' }),
      ],
      sheet,
      { byKey: [carver] },
    )
    expect(rows[1] && messagesOf(rows[1])).toEqual(['Patient also in row 2'])
  })

  test('compares MRNs without case, and persons without case and accents', () => {
    const rows = settle([
      checkedRow(sheet, 2, { ...carverCells, mrn: 'ab1' }),
      checkedRow(sheet, 3, { ...carverCells, mrn: 'AB1' }),
    ])
    expect(rows[1] && codesOf(rows[1])).toEqual(['repeated_key'])
    const byPerson = sheetOf('demographics', { matchBy: 'person' })
    const persons = settle(
      [
        checkedRow(byPerson, 2, { lastName: 'Peña', firstName: 'José', dob: '1/2/1950' }),
        checkedRow(byPerson, 3, { lastName: 'PENA', firstName: 'JOSE', dob: '1950-01-02' }),
        checkedRow(byPerson, 4, { lastName: 'Lee', firstName: 'Ann', dob: '1950-01-02', mrn: '7' }),
        checkedRow(byPerson, 5, { lastName: 'Lee', firstName: 'Bo', dob: '1950-01-02', mrn: '7' }),
      ],
      byPerson,
    )
    expect(persons.map(messagesOf)).toEqual([[], ['Patient also in row 2'], [], ['MRN also in row 4']])
  })

  test('finds a company by the name of an earlier row with a payer ID', () => {
    const payers = sheetOf('insuranceProviders')
    const rows = settle(
      [
        checkedRow(payers, 2, { payerId: '1', name: 'Aetna' }),
        checkedRow(payers, 3, { payerId: '2', name: 'Aetna' }),
        checkedRow(payers, 4, { name: 'AETNA' }),
        checkedRow(payers, 5, { name: 'Aetna' }),
      ],
      payers,
    )
    expect(rows.map(messagesOf)).toEqual([[], [], ['Name also in row 2'], []])
    expect(does(rows)).toEqual(['create', 'create', 'refuse', 'unchanged'])
    const reversed = settle(
      [checkedRow(payers, 2, { name: 'Aetna' }), checkedRow(payers, 3, { payerId: '1', name: 'Aetna' })],
      payers,
    )
    expect(reversed.map(messagesOf)).toEqual([[], ['Name also in row 2']])
  })

  test('takes the patient of several appointments from the first row', () => {
    const visits = sheetOf('appointments')
    const { mrn: patientMrn, ...person } = carverCells
    const visit = { patientMrn, appointmentDate: '12/4/2026', providerName: 'Dr. Okafor', ...person }
    const rows = settle(
      [
        checkedRow(visits, 2, { ...visit, startTime: '9:30' }),
        checkedRow(visits, 3, { ...visit, startTime: '10:30' }),
        checkedRow(visits, 4, { ...visit, startTime: '11:30', phoneNumber: '512-555-0199' }),
        checkedRow(visits, 5, { ...visit, startTime: '9:30', appointmentType: 'Follow-up' }),
      ],
      visits,
    )
    expect(does(rows)).toEqual(['create', 'create', 'create', 'refuse'])
    expect(rows.map(({ patient }) => [patient?.isNew, patient?.changes.length])).toEqual([
      [true, 5],
      [false, 0],
      [false, 0],
      [false, 0],
    ])
    expect(rows[2]?.issues).toMatchObject([
      { code: 'differs_from_row', level: 'warning', message: 'Mobile phone differs from row 2, which counts' },
    ])
    expect(rows[3] && messagesOf(rows[3])).toEqual(['Appointment also in row 2'])
  })

  test.each([
    ['that an earlier row replaces', ['7', '204-8817']],
    ['in place of one that an earlier row has', ['204-8817', '7']],
  ])('refuses an appointment with an MRN %s', (_which, mrns) => {
    const visits = sheetOf('appointments')
    const rows = mrns.map((patientMrn, at) => {
      const cells = { patientMrn, appointmentDate: '12/4/2026', startTime: `${9 + at}:30`, providerName: 'Dr. Okafor' }
      return checkedRow(visits, at + 2, cells, { decision: patientMrn === '7' ? { same: 'p1' } : null })
    })
    const found = ({ decision }: CheckedRowOfFile): Found =>
      decision === null ? { ...foundNothing, patients: [carver] } : { ...foundNothing, alike: [carver] }
    const settled = planAndSettle(rows, found, new Map(), visits)
    expect(settled.map(({ state }) => state)).toEqual(['ready', 'error'])
    expect(settled[1] && messagesOf(settled[1])).toEqual(['Row 2 has another MRN of this patient'])
  })

  test('turns texting off once for a number that several rows share', () => {
    const family = { phoneNumber: '(512) 555-0142', lastName: 'Carver' }
    const rows = settle([
      checkedRow(sheet, 2, { ...family, mrn: '1', firstName: 'Ann', textEnable: 'N' }),
      checkedRow(sheet, 3, { ...family, mrn: '2', firstName: 'Bo', textEnable: 'N' }),
      checkedRow(sheet, 4, { ...family, mrn: '3', firstName: 'Cy', textEnable: 'Y' }),
    ])
    const changes = rows.map(({ plan }) => plan.changes.some(({ field }) => field === 'textEnable'))
    expect(changes).toEqual([true, false, false])
    expect(rows[2] && messagesOf(rows[2])).toEqual(['Row 2 turns texting off for this number'])
  })
})

describe('the patient of several appointments', () => {
  const visits = sheetOf('appointments')
  const visit = (row: number, startTime: string, same?: string) =>
    checkedRow(
      visits,
      row,
      { ...carverCells, patientMrn: '300', appointmentDate: '12/04/2026', startTime, providerName: 'Dr. Okafor' },
      { decision: same === undefined ? null : { same } },
    )

  test('a row is refused when a person chose a patient and an earlier row brings a new one with the MRN', () => {
    const rows = settle([visit(2, '9:00'), visit(3, '10:00', 'p1')], visits, { alike: [carver] })
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'error'])
    expect(messagesOf(rows[1]!)).toEqual(['Row 2 has this MRN for another patient'])
  })

  test('a row without a choice is refused when an earlier row gives its MRN to a stored patient', () => {
    const rows = settle([visit(2, '9:00', 'p1'), visit(3, '10:00'), visit(4, '11:00', 'p1')], visits, {
      alike: [carver],
    })
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'error', 'ready'])
    expect(rows[1]?.issues).toMatchObject([
      { code: 'belongs_to_other', message: 'Row 2 has this MRN for Rosalind Carver', records: [{ recordId: 'p1' }] },
    ])
  })
})
