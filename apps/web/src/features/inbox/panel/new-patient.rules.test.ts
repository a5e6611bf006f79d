import { createImportAndAssign } from '@foyer/contracts/inbox/patient-calls.ts'
import { expect, test } from 'vitest'
import { newPatientErrors, patientBody } from './new-patient.rules.ts'

const ada = { firstName: ' Ada ', lastName: 'Byron', dob: '1985-12-10', phoneNumber: '(512) 555-0187', mrn: '' }
const today = '2026-11-19'
const patient = createImportAndAssign.body
const accepted = (typed: typeof ada) =>
  patient.safeParse({ organizationId: 'o', conversationId: 'c', patient: patientBody(typed) }).success

test('newPatientErrors accepts what the call accepts [CALL-INBOX-27]', () => {
  expect(newPatientErrors(ada, today)).toEqual({})
  expect(patientBody(ada)).toEqual({
    firstName: 'Ada',
    lastName: 'Byron',
    dob: '1985-12-10',
    phoneNumber: '5125550187',
  })
  expect(patientBody({ ...ada, mrn: ' 12-3 ' })).toHaveProperty('mrn', '12-3')
  expect(accepted(ada)).toBe(true)
})

test.each([
  [{ firstName: '  ' }, 'firstName'],
  [{ lastName: '' }, 'lastName'],
  [{ lastName: 'x'.repeat(101) }, 'lastName'],
  [{ dob: '' }, 'dob'],
  [{ dob: '1899-12-31' }, 'dob'],
  [{ phoneNumber: '512-555-01' }, 'phoneNumber'],
  [{ mrn: 'x'.repeat(41) }, 'mrn'],
])('newPatientErrors refuses %o at its field, as the call does [CALL-INBOX-27]', (change, field) => {
  const typed = { ...ada, ...change }
  expect(Object.keys(newPatientErrors(typed, today))).toEqual([field])
  expect(accepted(typed)).toBe(false)
})

test('newPatientErrors refuses a birth date in the future', () => {
  expect(newPatientErrors({ ...ada, dob: '2026-11-20' }, today)).toEqual({ dob: 'This day has not come yet' })
  expect(newPatientErrors({ ...ada, dob: today }, today)).toEqual({})
})
