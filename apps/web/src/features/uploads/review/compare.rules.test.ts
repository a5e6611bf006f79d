import { expect, test } from 'vitest'
import { comparedNoun, namedRecord } from './compare.rules.ts'

test('namedRecord adds the detail that tells records of one name apart', () => {
  const visit = { recordId: 'v1', name: 'Rosalind Carver', detail: '12/04/2026, 09:30, Dr. Amara Okafor' }
  expect(namedRecord(visit)).toBe('Rosalind Carver, 12/04/2026, 09:30, Dr. Amara Okafor')
  expect(namedRecord({ recordId: 'p1', name: 'Rosalind Carver' })).toBe('Rosalind Carver')
})

test('comparedNoun names patients where the records of an appointment or a referral are patients', () => {
  const issue = (code: 'belongs_to_other' | 'several_records' | 'maybe_same', field: string) => ({ code, field })
  expect(comparedNoun('appointments', issue('belongs_to_other', 'appointmentId'))).toBe('patient')
  expect(comparedNoun('appointments', issue('several_records', 'patientMrn'))).toBe('patient')
  expect(comparedNoun('appointments', issue('several_records', 'startTime'))).toBe('appointment')
  expect(comparedNoun('referrals', issue('several_records', 'patientMrn'))).toBe('patient')
  expect(comparedNoun('demographics', issue('maybe_same', 'mrn'))).toBe('patient')
  expect(comparedNoun('insuranceProviders', issue('several_records', 'name'))).toBe('insurance provider')
})
