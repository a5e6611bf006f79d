import { describe, expect, test } from 'vitest'
import { objectionToNumber } from './countries.rules.ts'

const HOME = ['US', 'CA']

test.each([
  '+15125550142',
  '+14155550100',
  '+16175550100',
  '+19255550133',
  '+14165550142',
  '+18005550142',
  // Fictional numbers count by their area code.
  '+15120000017',
  '+14161110000',
  '+15235550142',
  // Unassigned area codes count as US, because new ones go to the US.
  '+12225550142',
  // These area codes cannot exist: manuals and made-up patients use them.
  '+15558675310',
  '+11234567890',
  '+19115550142',
])('objectionToNumber allows the US or Canadian number %s [T40]', (number) => {
  expect(objectionToNumber(number, HOME)).toBeNull()
})

describe('objectionToNumber for countries that share +1 [T40]', () => {
  test.each([
    ['+18765550142', 'JM', 'Jamaica'],
    ['+16582345678', 'JM', 'Jamaica'],
    ['+18095550100', 'DO', 'Dominican Republic'],
    ['+18495550100', 'DO', 'Dominican Republic'],
    ['+12425550142', 'BS', 'Bahamas'],
    ['+12465550142', 'BB', 'Barbados'],
    ['+14735550142', 'GD', 'Grenada'],
    ['+12680000000', 'AG', 'Antigua & Barbuda'],
    ['+17875550100', 'PR', 'Puerto Rico'],
    ['+13405550142', 'VI', 'U.S. Virgin Islands'],
    ['+16715550100', 'GU', 'Guam'],
    ['+16845550142', 'AS', 'American Samoa'],
    ['+16705550142', 'MP', 'Northern Mariana Islands'],
  ])('takes %s as a number of %s', (number, country, name) => {
    expect(objectionToNumber(number, HOME)).toBe(
      `Texts to this country (${name}) are not enabled. Call instead, or ask an administrator.`,
    )
    expect(objectionToNumber(number, [...HOME, country])).toBeNull()
    expect(objectionToNumber('+15125550142', [country])).toContain('(United States)')
  })
})

test('objectionToNumber tells other countries with a shared code apart [T40]', () => {
  expect(objectionToNumber('+447400123456', HOME)).toContain('(United Kingdom)')
  expect(objectionToNumber('+447400123456', ['GB'])).toBeNull()
  expect(objectionToNumber('+447781123456', ['GB'])).toContain('(Guernsey)')
  expect(objectionToNumber('+77012345678', ['RU'])).toContain('(Kazakhstan)')
})

test.each([
  ['+19005550142', HOME],
  ['+19000000000', HOME],
  ['+449012345678', ['GB']],
  ['+33899123456', ['FR']],
])('objectionToNumber refuses the premium-rate number %s [T40]', (number, countries) => {
  expect(objectionToNumber(number, countries)).toBe(
    'Texts to premium-rate numbers are not enabled. Use another number.',
  )
})

test.each(['+881612345678', '+999999999999999', '+1512555014', '72345', 'CLINIC', 'CALL +15125550142', ''])(
  'objectionToNumber finds no country for "%s" [T40]',
  (number) => {
    expect(objectionToNumber(number, HOME)).toBe(
      'No country is known for this number, so it can not be texted. Check the number.',
    )
  },
)
