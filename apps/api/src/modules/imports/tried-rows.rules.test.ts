import { expect, test } from 'vitest'
import { carverCells, checkedRow, settled, sheetOf } from './rules/planning.suite.ts'
import { triedRows } from './tried-rows.rules.ts'

const sheet = sheetOf('appointments')
const visit = { patientMrn: '204-8817', appointmentDate: '12/4/2026', startTime: '9:30', providerName: 'Dr. Okafor' }
const planned = settled(sheet, checkedRow(sheet, 7, { ...carverCells, ...visit }))

test('triedRows refuses a new visit that was not written, because nobody has the MRN of its patient any more', () => {
  const [row] = triedRows([planned], { rows: [{ row: 7, recordId: null }], changes: [] }, sheet)
  expect(row).toMatchObject({
    ...{ state: 'error', outcome: 'refused', recordId: null, plan: { does: 'refuse' } },
    issues: [{ code: 'no_such_record', field: 'patientMrn', message: 'Its patient is no longer there' }],
  })
})

test('triedRows counts a visit that was written as created', () => {
  const [row] = triedRows([planned], { rows: [{ row: 7, recordId: 'v1', patientId: 'p1' }], changes: [] }, sheet)
  expect(row).toMatchObject({ state: 'applied', outcome: 'created', recordId: 'v1', patientId: 'p1' })
})
