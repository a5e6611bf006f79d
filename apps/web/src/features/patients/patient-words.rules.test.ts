import { type PatientRecord, patientRecordExample as rosalind } from '@foyer/contracts/patients/patient-record.ts'
import { expect, test } from 'vitest'
import { bornWords, nameOf, textingOf } from './patient-words.rules.ts'

test('nameOf shows the number of a patient without a name [ENTITY-04]', () => {
  expect(nameOf(rosalind)).toBe('Rosalind Carver')
  expect(nameOf({ name: 'Unknown', phoneNumber: '+15125550142' })).toBe('(512) 555-0142')
  expect(nameOf({ name: 'Unknown', phoneNumber: null })).toBe('Unknown')
})

test('bornWords adds the age, unless the day is still to come', () => {
  expect([bornWords('1968-03-14', '2026-11-19'), bornWords('2027-01-01', '2026-11-19')]).toEqual([
    '03/14/1968, 58',
    '01/01/2027',
  ])
})

test.each<[Partial<PatientRecord>, string]>([
  [{}, 'On'],
  [{ askedToStop: true }, 'Asked to stop'],
  [{ askedToStop: true, smsStatus: 'opted_out' }, 'Opted out'],
  [{ smsStatus: 'blocked' }, 'Blocked'],
  [{ phoneNumber: null }, 'No number'],
  [{ phoneNumber: null, deceased: true }, 'Deceased'],
])('textingOf of %j says %s', (facts, word) => {
  expect(textingOf({ ...rosalind, ...facts }).word).toBe(word)
})
