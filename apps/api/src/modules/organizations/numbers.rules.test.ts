import { phoneNumber } from '@foyer/contracts/fields.ts'
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
])('[OPEN-101] the number %s is %s', (written, number) => {
  expect(numberOf(written)).toBe(number)
})

test.each([
  ['+15125550142', '(512) 555-0142', '1 512 555 0142', '5125550142', '+1 512.555.0142'],
  ['+447911123456', '+44 7911 123456', '447911123456'],
  ['+11234567890', '1234567890'],
])('[RULE-12] %s is one number, however a call or a text writes it', (number, ...written) => {
  expect(numberOf(number)).toBe(number)
  for (const one of written) expect(numberOfDigits(phoneNumber.parse(one)), one).toBe(number)
})

test('[RULE-12] what can be no number has one writing too', () => {
  expect(numberOfDigits('999999999999999')).toBe('+999999999999999')
})
