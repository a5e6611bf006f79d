import { describe, expect, test } from 'vitest'
import { applied } from './changes.rules.ts'
import { checkRow, readySheet } from './check-row.rules.ts'
import { carver, carverCells, cellsOf, checkedRow, codesOf, messagesOf, settled, sheetOf } from './planning.suite.ts'

const sheet = sheetOf('demographics')
const byPerson = sheetOf('demographics', { matchBy: 'person' })
const plan = (
  named: Readonly<Record<string, string>>,
  around: Parameters<typeof settled>[2] = {},
  more: Parameters<typeof checkedRow>[3] = {},
) => settled(sheet, checkedRow(sheet, 640, named, more), around)
const known = { found: { byKey: [carver] } }

describe('a row of demographics', () => {
  test('creates a patient with the fields that it gives [UPL-03]', () => {
    const row = plan(carverCells)
    expect(row).toMatchObject({ state: 'ready', issues: [], plan: { does: 'create', recordId: null } })
    expect(row.plan.name).toBe('Rosalind Carver')
    expect(row.plan.changes).toContainEqual({ field: 'phoneNumber', before: null, after: '+15125550142' })
    expect(row.plan.changes.map(({ field }) => field)).toEqual(['mrn', 'lastName', 'firstName', 'dob', 'phoneNumber'])
  })

  test('leaves a patient unchanged who has all of it, and updates field by field', () => {
    expect(plan(carverCells, known).plan).toMatchObject({ does: 'unchanged', recordId: 'p1', changes: [] })
    expect(plan({ ...carverCells, phoneNumber: '512 555 0199', insuranceType: 'Aetna' }, known).plan).toEqual({
      ...{ does: 'update', recordId: 'p1', name: 'Rosalind Carver' },
      changes: [
        { field: 'phoneNumber', before: '+15125550142', after: '+15125550199' },
        { field: 'insuranceType', before: 'Blue Cross PPO', after: 'Aetna' },
      ],
    })
  })

  test('erases nothing by an empty cell, unless the column says so', () => {
    expect(plan({ mrn: '204-8817' }, known).plan.does).toBe('unchanged')
    const erasing = readySheet({ ...sheet, columns: sheet.columns.map((column) => ({ ...column, erase: true })) })
    const { plan: erased } = settled(erasing, checkedRow(erasing, 2, { ...carverCells, phoneNumber: '' }), known)
    expect(erased.changes).toContainEqual({ field: 'phoneNumber', before: '+15125550142', after: null })
    // Names, MRN and yes or no can't be nothing.
    expect(erased.changes.map(({ field }) => field)).toEqual([
      'phoneNumber',
      'email',
      'insuranceType',
      'preferredContact',
    ])
  })

  test('needs both names of a new patient, and of a stored one neither', () => {
    expect(plan({ mrn: '097-5520', firstName: 'Marguerite' }).issues).toEqual([
      {
        ...{ field: 'lastName', column: 1, level: 'error', group: 'missing', code: 'missing' },
        message: 'Last name is missing',
      },
    ])
    expect(messagesOf(plan({ mrn: '199-4402', lastName: 'Zamora' }))).toEqual(['First name is missing'])
    expect(plan({ mrn: '204-8817' }, known).state).toBe('ready')
    expect(plan({ lastName: 'Carver', firstName: 'Rosalind' })).toMatchObject({
      ...{ state: 'error', plan: { does: 'refuse', changes: [] } },
      issues: [{ field: 'mrn', message: 'MRN is missing' }],
    })
  })

  test('is refused with each of its errors, and says a field’s error once', () => {
    const row = plan({
      mrn: '188-3301',
      lastName: 'a\u0000',
      firstName: 'B',
      dob: '31/02/1962',
      phoneNumber: '555-0163',
    })
    expect(row.issues.map(({ field, code, column }) => [field, code, column])).toEqual([
      ['lastName', 'control_characters', 1],
      ['dob', 'no_such_date', 4],
      ['phoneNumber', 'too_few_digits', 5],
    ])
  })

  test('is refused when the MRN belongs to a patient with other last name and birth date', () => {
    const lidia = { mrn: '204-8817', lastName: 'Vasquez', firstName: 'Lidia', dob: '12/12/1993' }
    expect(plan(lidia, known)).toMatchObject({
      state: 'error',
      plan: { does: 'refuse' },
      issues: [
        {
          ...{ code: 'belongs_to_other', group: 'duplicate', message: 'MRN belongs to R. Carver' },
          records: [{ recordId: 'p1', name: 'Rosalind Carver' }],
        },
      ],
    })
    expect(plan(lidia, known, { decision: 'new' }).state).toBe('error')
    expect(plan(lidia, known, { decision: { same: 'p1' } })).toMatchObject({
      ...{ state: 'ready', issues: [], plan: { does: 'update', recordId: 'p1' } },
    })
    expect(messagesOf(plan(lidia, known, { decision: { same: 'p9' } }))).toEqual([
      'The chosen patient is no longer there',
    ])
  })

  test('warns when only the name or only the birth date changes', () => {
    expect(plan({ ...carverCells, lastName: 'Carver-Lee' }, known)).toMatchObject({
      ...{ state: 'ready', plan: { does: 'update' } },
      issues: [
        {
          ...{ code: 'name_changes', level: 'warning', field: 'lastName' },
          message: 'Name changes from Rosalind Carver to Rosalind Carver-Lee',
        },
      ],
    })
    expect(codesOf(plan({ ...carverCells, firstName: 'Rose' }, known))).toEqual(['name_changes'])
    expect(plan({ ...carverCells, dob: '03/15/1968' }, known).issues).toMatchObject([
      { code: 'dob_changes', message: 'Date of birth changes from 03/14/1968 to 03/15/1968' },
    ])
  })

  test('takes names in capitals for the stored ones', () => {
    const shouted = { ...carverCells, lastName: 'CARVER', firstName: 'ROSALIND' }
    expect(plan(shouted, known)).toMatchObject({ issues: [], plan: { does: 'unchanged' } })
    expect(plan({ ...carverCells, lastName: 'CarVer' }, known).plan.changes).toEqual([
      { field: 'lastName', before: 'Carver', after: 'CarVer' },
    ])
  })

  test('changes no e-mail address that it writes in capitals, and shows a new one as it is stored', () => {
    expect(plan({ ...carverCells, email: 'ROSALIND@Patients.TEST' }, known).plan.does).toBe('unchanged')
    expect(plan({ ...carverCells, email: 'R.Carver@Patients.test' }, known).plan.changes).toEqual([
      { field: 'email', before: 'rosalind@patients.test', after: 'r.carver@patients.test' },
    ])
  })

  test('is new while nobody decides whether it is a stored patient with another MRN', () => {
    const moved = { ...carverCells, mrn: '300-0001' }
    const alike = { found: { alike: [carver] } }
    expect(plan(moved, alike)).toMatchObject({
      ...{ state: 'ready', plan: { does: 'create' } },
      issues: [{ code: 'maybe_same', level: 'warning', message: 'May be R. Carver, MRN 204-8817' }],
    })
    expect(plan(moved, alike, { decision: 'new' }).issues).toEqual([])
    expect(plan(moved, alike, { decision: { same: 'p1' } }).plan).toMatchObject({
      ...{ does: 'update', recordId: 'p1', changes: [{ field: 'mrn', before: '204-8817', after: '300-0001' }] },
    })
  })

  test('never takes an MRN that another patient has', () => {
    const other = { ...carver, recordId: 'p2', name: 'Ann Lee', values: { ...carver.values, mrn: '300-0001' } }
    const row = plan(
      { ...carverCells, mrn: '300-0001' },
      { found: { byKey: [other], alike: [carver] } },
      {
        decision: { same: 'p1' },
      },
    )
    expect(codesOf(row)).toEqual(['belongs_to_other'])
  })

  test('is refused when two stored patients have its MRN, until one is chosen', () => {
    const twins = { found: { byKey: [carver, { ...carver, recordId: 'p2' }] } }
    expect(messagesOf(plan(carverCells, twins))).toEqual(['2 patients have this MRN'])
    expect(plan(carverCells, twins, { decision: { same: 'p2' } }).plan).toMatchObject({
      ...{ does: 'unchanged', recordId: 'p2' },
    })
  })

  test('keeps a skipped row out, whatever is wrong with it', () => {
    expect(plan({}, {}, { isSkipped: true })).toMatchObject({ state: 'skipped', plan: { does: 'refuse', changes: [] } })
  })

  test('is refused for a cell that the reader cut, if the cell is imported', () => {
    const cells = cellsOf(sheet, { ...carverCells, email: 'a@b.test' })
    const faults = [{ column: 0, code: 'too_long' } as const, { column: 99, code: 'control_characters' } as const]
    expect(checkRow(cells, sheet, faults).issues).toMatchObject([
      { field: 'mrn', column: 0, code: 'too_long', message: 'Longer than 2,000 characters' },
    ])
    expect(checkRow(cells, sheet, [{ column: 12, code: 'too_many_cells' }]).issues).toMatchObject([
      { field: null, column: null, code: 'too_many_cells', message: 'Has more cells than the header' },
    ])
  })

  test('has no use for cells beyond the header, and splits a full name', () => {
    expect(checkRow([...cellsOf(sheet, carverCells), '', ' '], sheet).issues).toEqual([])
    expect(checkRow([...cellsOf(sheet, carverCells), 'x'], sheet).issues).toMatchObject([{ code: 'too_many_cells' }])
    const { values } = checkedRow(sheet, 2, { mrn: '1', fullName: 'Carver, Rosalind M', lastName: 'Lee' })
    expect(values).toEqual({ mrn: '1', lastName: 'Lee', firstName: 'Rosalind' })
  })
})

describe('a row that is matched by person', () => {
  const match = (named: Readonly<Record<string, string>>, found: object) =>
    settled(byPerson, checkedRow(byPerson, 5, named), { found })
  const { mrn: _, ...nameless } = carverCells

  test('finds the patient by both names and birth date', () => {
    expect(match(nameless, { byKey: [carver] }).plan).toMatchObject({ does: 'unchanged', recordId: 'p1' })
    expect(match(nameless, {}).plan.does).toBe('create')
    expect(messagesOf(match({ lastName: 'Carver' }, {}))).toEqual(['First name is missing', 'Date of birth is missing'])
  })

  test('gives an MRN to a patient without one, and warns when it changes', () => {
    const without = { ...carver, values: { ...carver.values, mrn: null } }
    expect(match(carverCells, { byKey: [without] })).toMatchObject({
      ...{ issues: [], plan: { changes: [{ field: 'mrn', before: null, after: '204-8817' }] } },
    })
    expect(messagesOf(match({ ...carverCells, mrn: '7' }, { byKey: [carver] }))).toEqual([
      'MRN changes from 204-8817 to 7',
    ])
  })

  test('is refused when its MRN belongs to somebody else', () => {
    const other = { ...carver, recordId: 'p2', values: { ...carver.values, lastName: 'Lee', mrn: '7' } }
    expect(messagesOf(match({ ...carverCells, mrn: '7' }, { alike: [other] }))).toEqual(['MRN belongs to R. Lee'])
    expect(codesOf(match({ ...carverCells, mrn: '7' }, { byKey: [carver], alike: [other] }))).toEqual([
      'belongs_to_other',
    ])
  })

  test('is new by decision when a namesake with one birth date has another MRN', () => {
    const row = checkedRow(byPerson, 5, { ...carverCells, mrn: '7' }, { decision: 'new' })
    expect(settled(byPerson, row, { found: { byKey: [carver] } })).toMatchObject({
      ...{ issues: [], plan: { does: 'create', recordId: null } },
    })
    const same = checkedRow(byPerson, 5, carverCells, { decision: 'new' })
    expect(settled(byPerson, same, { found: { byKey: [carver] } }).plan.does).toBe('unchanged')
  })

  test('tells namesakes with one birth date apart by the MRN', () => {
    const namesakes = [carver, { ...carver, recordId: 'p2', values: { ...carver.values, mrn: '7' } }]
    expect(match(carverCells, { byKey: namesakes, alike: [carver] }).plan.recordId).toBe('p1')
    expect(messagesOf(match(nameless, { byKey: namesakes }))).toEqual(['2 patients have this name and birth date'])
  })
})

describe('the consent to texts', () => {
  const change = { field: 'textEnable', before: true, after: false }
  const consentOf = (stoppedByPatient: boolean) => new Map([['+15125550142', { textEnable: false, stoppedByPatient }]])

  test('ends by N, for a new and for a stored patient', () => {
    expect(plan({ ...carverCells, textEnable: 'N' }).plan.changes).toContainEqual(change)
    expect(plan({ ...carverCells, textEnable: 'N' }, known).plan).toMatchObject({ does: 'update', changes: [change] })
    const ended = { found: { byKey: [carver], consents: consentOf(false) } }
    expect(plan({ ...carverCells, textEnable: 'N' }, ended)).toMatchObject({ issues: [], plan: { does: 'unchanged' } })
  })

  test.each([
    [true, 'Asked by text to stop. Only they can start again.'],
    [false, "Texting is off. An import doesn't turn it on."],
  ])('never comes back by Y (the patient stopped it: %s)', (stoppedByPatient, message) => {
    const ended = { found: { byKey: [carver], consents: consentOf(stoppedByPatient) } }
    expect(plan({ ...carverCells, textEnable: 'Y' }, ended)).toMatchObject({
      ...{ state: 'ready', plan: { does: 'unchanged', changes: [] } },
      issues: [{ code: 'consent_kept', level: 'warning', message }],
    })
  })

  test('is that of the number after the import', () => {
    const ended = { found: { byKey: [carver], consents: consentOf(true) } }
    const moved = plan({ ...carverCells, phoneNumber: '512-555-0199', textEnable: 'N' }, ended)
    expect(moved.plan.changes).toContainEqual(change)
    expect(plan({ mrn: '204-8817', textEnable: 'Y' }, ended).issues).toMatchObject([{ code: 'consent_kept' }])
  })

  test('has nothing to end without a number', () => {
    const row = plan({ mrn: '1', lastName: 'Lee', firstName: 'Ann', textEnable: 'N' })
    expect(row).toMatchObject({ state: 'ready', issues: [{ code: 'no_number' }] })
    expect(row.plan.changes.map(({ field }) => field)).not.toContain('textEnable')
  })
})

test('applied changes only the fields of the changes', () => {
  const { plan: update } = plan({ ...carverCells, email: 'new@patients.test' }, known)
  expect(applied(carver.values, update.changes)).toEqual({ ...carver.values, email: 'new@patients.test' })
})
