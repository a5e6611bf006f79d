import { type PatientRecord, patientRecordExample as rosalind } from '@foyer/contracts/patients/patient-record.ts'
import { expect, test } from 'vitest'
import { initialContext } from '../../state/main-context.rules.ts'
import { filterCount, fitsQuery, NO_FILTER, type PatientQuery, patientQuery } from './filter.rules.ts'

test('patientQuery sends what is set and leaves out the rest [ENTITY-14] [OPEN-054] [OPEN-019]', () => {
  expect(patientQuery(initialContext().patientFilter, ' ')).toEqual({})
  const filter = {
    selectedProvider: 'd1',
    patientEligible: 'notEligible',
    patientFirstName: ' Ros ',
    patientLastName: 'carv',
    patientMrn: '204-',
    patientDob: '1968-03-14',
  }
  expect(patientQuery(filter, '  512 ')).toEqual({ ...filter, patientFirstName: 'Ros', search: '512' })
  expect(filterCount(patientQuery(filter, 'x'))).toBe(7)
})

test('patientQuery cuts a text that is too long for the call', () => {
  expect(patientQuery({ ...NO_FILTER, patientLastName: 'a'.repeat(130) }, '')).toEqual({
    patientLastName: 'a'.repeat(100),
  })
})

test.each([['2026-02-30'], ['1899-12-31'], ['2201-01-01'], ['yesterday']])(
  'patientQuery leaves out the stored day %s, which the call would refuse',
  (patientDob) => {
    expect(patientQuery({ ...NO_FILTER, patientDob, patientEligible: 'maybe' }, '')).toEqual({})
  },
)

const elias: PatientRecord = {
  ...rosalind,
  ...{ firstName: 'Elías', lastName: 'Strauß-Łukasz', mrn: 'AB-12.9', phoneNumber: '+15125550190', eligible: false },
}

test.each<[PatientQuery, PatientRecord, boolean]>([
  [{}, rosalind, true],
  [{ selectedProvider: 'doc_okafor' }, rosalind, true],
  [{ selectedProvider: 'doc_reyes' }, rosalind, false],
  [{ patientEligible: 'eligible' }, rosalind, true],
  [{ patientEligible: 'notEligible' }, rosalind, false],
  [{ patientEligible: 'notEligible' }, elias, true],
  [{ patientFirstName: 'elias' }, elias, true],
  [{ patientFirstName: 'lias' }, elias, false],
  [{ patientLastName: 'STRAUSS-l' }, elias, true],
  [{ patientMrn: 'ab-1' }, elias, true],
  [{ patientMrn: '12' }, elias, false],
  [{ patientMrn: '2' }, { ...rosalind, mrn: null }, false],
  [{ patientDob: '1968-03-14' }, rosalind, true],
  [{ patientDob: '1968-03-15' }, rosalind, false],
  [{ search: 'carver ros' }, rosalind, true],
  [{ search: 'carver, rosa' }, rosalind, true],
  [{ search: 'osal' }, rosalind, true],
  [{ search: 'osal elias' }, rosalind, false],
  [{ search: 'ca' }, rosalind, true],
  [{ search: 'os' }, rosalind, false],
  [{ search: '(512) 555-0190' }, elias, true],
  [{ search: '555-0191' }, elias, false],
  [{ search: 'ab129' }, elias, true],
])('fitsQuery decides as the call does about %j', (query, patient, fits) => {
  expect(fitsQuery(query, patient)).toBe(fits)
})
