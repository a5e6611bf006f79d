import { type PatientRecord, patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { expect, test } from 'vitest'
import { newcomers, type ShownPage } from './patient-page.rules.ts'

const patient = (_id: string, lastName: string, facts: Partial<PatientRecord> = {}): PatientRecord => ({
  ...patientRecordExample,
  ...{ _id, lastName },
  ...facts,
})
const rows = [patient('b', 'Bauer'), patient('f', 'Feldman'), patient('m', 'Mora')]

function page(part: { page?: number; cursor?: string; rows?: PatientRecord[] } = {}): ShownPage {
  const shown = part.rows ?? rows
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    asked: { query: { patientEligible: 'eligible' }, page: part.page ?? 1 },
    reading: {
      ...{ order: shown.map(({ _id }) => _id), total: 48, more: false, asOf: 10, cursor: part.cursor ?? null },
      ends: first && last ? [first, last] : null,
    },
    rows: shown,
  }
}

test.each<[string, ShownPage, PatientRecord, number]>([
  ['between the rows', page(), patient('n', 'Carver'), 1],
  ['before the first row of page 1', page(), patient('n', 'Abel'), 1],
  ['before the first row of page 2', page({ page: 2 }), patient('n', 'Abel'), 0],
  ['after the last row of the last page', page(), patient('n', 'Ölund'), 1],
  ['after the last row when pages follow', page({ cursor: 'next' }), patient('n', 'Ölund'), 0],
  ['whom the filter leaves out', page(), patient('n', 'Carver', { eligible: false }), 0],
  ['who is a row', page(), patient('f', 'Feldmann'), 0],
  ['on an empty page', page({ rows: [] }), patient('n', 'Carver'), 1],
])('newcomers counts a patient %s', (_, shown, one, count) => {
  expect(newcomers(shown, [one])).toBe(count)
})
