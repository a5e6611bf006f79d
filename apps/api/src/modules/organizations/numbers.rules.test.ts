import { phoneNumber } from '@foyer/contracts/fields.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { numberOf, numberOfDigits } from './numbers.rules.ts'

test.each([
  ['+15125550142', '+15125550142'],
  ['5125550142', '+15125550142'],
  ['(512) 555-0142', '+15125550142'],
  ['+442079460958', '+442079460958'],
  ['72345', '72345'],
  ['CLINIC', 'CLINIC'],
  ['', ''],
])('numberOf %j returns %j [OPEN-101]', (written, number) => {
  expect(numberOf(written)).toBe(number)
})

test.each([
  ['+15125550142', '(512) 555-0142', '1 512 555 0142', '5125550142', '+1 512.555.0142'],
  ['+447911123456', '+44 7911 123456', '447911123456'],
  ['+11234567890', '1234567890'],
])('numberOf and numberOfDigits return %s for every notation of it [RULE-12]', (number, ...written) => {
  expect(numberOf(number)).toBe(number)
  for (const one of written) expect(numberOfDigits(phoneNumber.parse(one)), one).toBe(number)
})

test('numberOfDigits returns one form when the digits are not a possible number [RULE-12]', () => {
  expect(numberOfDigits('999999999999999')).toBe('+999999999999999')
})

test("numberOf returns what the library parses when a number is of the carrier's form", () => {
  for (let area = 200; area < 1000; area++) {
    const number = `+1${area}5550142`
    expect(numberOf(number)).toBe(number)
    expect(parsePhoneNumberFromString(number)).toMatchObject({ number })
    expect(parsePhoneNumberFromString(number)?.isPossible(), number).toBe(true)
  }
})
