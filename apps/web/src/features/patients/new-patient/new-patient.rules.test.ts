import { expect, test } from 'vitest'
import { addedOf, comparedNumber, NEW_PATIENT } from './new-patient.rules.ts'

test('addedOf sends what is known, trimmed, and the digits of the number', () => {
  expect(addedOf({ ...NEW_PATIENT, firstName: ' Nora ', lastName: 'Bell' })).toEqual({
    ...{ firstName: 'Nora', lastName: 'Bell', gender: 'unknown', eligible: false, cashPay: false },
  })
  const typed = { ...NEW_PATIENT, firstName: 'Nora', lastName: 'Bell', phoneNumber: ' +1 (512) 555-0178', mrn: ' 7 ' }
  expect(addedOf(typed)).toMatchObject({ phoneNumber: '5125550178', mrn: '7' })
})

test.each([
  ['+15125550142', '5125550142'],
  ['(512) 555-0142', '5125550142'],
  ['1 512 555 0142', '5125550142'],
  ['+44 20 7946 0958', '442079460958'],
  ['555-0142', null],
  ['', null],
  [null, null],
])('comparedNumber of %j is %j', (typed, number) => {
  expect(comparedNumber(typed)).toBe(number)
})
