import { expect, test } from 'vitest'
import { problemOfNumber } from './countries.rules.ts'

test.each([
  ['Austin', '+15125550177'],
  ['Toronto', '+14165550177'],
  ['Puerto Rico, a territory of the US', '+17875550177'],
  ['a toll-free number', '+18005551234'],
  ['an area code that is not known yet', '+17285550177'],
  ["the specification's example", '+11234567890'],
  ["the fax service's test number", '+19898989898'],
])('problemOfNumber finds none for %s [RULE-13]', (_, number) => {
  expect(problemOfNumber(number)).toBeNull()
})

test.each([
  ['Jamaica', '+18765550177'],
  ['the Bahamas', '+12425550177'],
  ['Barbados', '+12462345678'],
  ['the Dominican Republic', '+18095550177'],
  ['Bermuda', '+14415550177'],
])('problemOfNumber refuses %s [RULE-13]', (_, number) => {
  expect(problemOfNumber(number)).toBe('Faxes go to the US and Canada only')
})

test.each(['+10000000000', '+15120000000', '+44207946095', '+1512555017'])(
  'problemOfNumber refuses %s, which can be no number [RULE-13]',
  (number) => {
    expect(problemOfNumber(number)).not.toBeNull()
  },
)
