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
  // Nobody can have these; their area tells.
  '+15120000017',
  '+14161110000',
  '+15235550142',
  // Given to nobody yet, and to the States when it is.
  '+12225550142',
  // Nor is there such an area: numbers of manuals and of made-up patients, which are answered as any other.
  '+15558675310',
  '+11234567890',
  '+19115550142',
])('[T40] %s is at home', (number) => {
  expect(objectionToNumber(number, HOME)).toBeNull()
})

describe('[T40] +1 is more than one country', () => {
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
  ])('%s is of %s', (number, country, name) => {
    expect(objectionToNumber(number, HOME)).toBe(
      `Texts to this country (${name}) are not enabled. Call instead, or ask an administrator.`,
    )
    expect(objectionToNumber(number, [...HOME, country])).toBeNull()
    expect(objectionToNumber('+15125550142', [country])).toContain('(United States)')
  })
})

test('[T40] so are others that share a code, and each of its own', () => {
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
])('[T40] %s earns by each text, at home too', (number, countries) => {
  expect(objectionToNumber(number, countries)).toBe(
    'Texts to premium-rate numbers are not enabled. Use another number.',
  )
})

test.each(['+881612345678', '+999999999999999', '+1512555014', '72345', 'CLINIC', 'CALL +15125550142', ''])(
  '[T40] "%s" is of no country',
  (number) => {
    expect(objectionToNumber(number, HOME)).toBe(
      'No country is known for this number, so it can not be texted. Check the number.',
    )
  },
)
