import { phoneNumber } from '@foyer/contracts/inbox/fields.ts'
import { expect, test } from 'vitest'
import { numberOf } from './inbound.rules.ts'
import { numberOfDigits } from './numbers.rules.ts'

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
