import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPhone } from './phones.rules.ts'

interface Known {
  readonly id: string
  readonly raw: string
  readonly country: string | null
  readonly from: string
  readonly lib_e164: string | null
  readonly lib_possible: boolean
}

const data = (name: string) =>
  readFileSync(new URL(`../../../../../../tests/data/phones/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
const known = data('phone-inputs.jsonl').map((line): Known => JSON.parse(line))

describe('readPhone', () => {
  test.each([
    ['(512) 555-0142', '+15125550142'],
    ['5125550173', '+15125550173'],
    ['512-555-0108', '+15125550108'],
    ['1 512 555 0142', '+15125550142'],
    ['+1 (512) 555-0142', '+15125550142'],
    ['512.555.0142', '+15125550142'],
    ['cell: 512 555 0142', '+15125550142'],
    ['+44 20 7946 0958', '+442079460958'],
    // Manuals and made-up patients use area codes that can't exist.
    ['123-456-7890', '+11234567890'],
  ])('reads %j as %s', (cell, number) => {
    expect(readPhone(cell, 'US')).toEqual({ value: number })
  })

  test.each([['512-555-0142 x12'], ['512-555-0142 ext. 12'], ['(512) 555-0142 extension 7'], ['512-555-0142 #3']])(
    'leaves out the extension of %j and warns',
    (cell) => {
      expect(readPhone(cell, 'US')).toEqual({
        value: '+15125550142',
        issue: { code: 'extension_left_out', message: 'The extension is left out' },
      })
    },
  )

  test.each([
    ['555-0163', 'too_few_digits', 'Needs 10 digits'],
    // The library knows a service number of seven digits.
    ['3100000', 'too_few_digits', 'Needs 10 digits'],
    ['512', 'too_few_digits', 'Needs 10 digits'],
    ['(512) 555-01O6', 'letter_in_number', 'Has a letter O'],
    ['(512) 555-o106', 'letter_in_number', 'Has a letter O'],
    ['1-800-FLOWERS', 'letter_in_number', 'Has letters'],
    ['999-999-99999', 'too_many_digits', 'Too many digits'],
    ['none', 'not_a_number', 'Not a phone number'],
    ['=1+2', 'not_a_number', 'Not a phone number'],
    ['-', 'not_a_number', 'Not a phone number'],
    ['+999 111 2233', 'not_a_number', 'Not a phone number'],
    ['5'.repeat(2000), 'not_a_number', 'Not a phone number'],
  ])('refuses %j as %s', (cell, code, message) => {
    expect(readPhone(cell, 'US')).toEqual({ issue: { code, message } })
  })

  test.each([
    ['617-665-1000 Or 617-665-2000', ['617-665-1000', '617-665-2000']],
    ['617-665-1000 / 617-665-2000', ['617-665-1000', '617-665-2000']],
    ['617-665-1000; 617-665-2000', ['617-665-1000', '617-665-2000']],
  ])('offers both numbers of %j', (cell, offers) => {
    expect(readPhone(cell, 'US')).toEqual({ issue: { code: 'two_numbers', message: 'Has two numbers', offers } })
  })

  test('reads all numbers of provider lists as the library does', () => {
    const listed = known.filter(({ from }) => from === 'provider files')
    expect(listed).toHaveLength(100)
    for (const { raw, lib_e164, lib_possible } of listed)
      expect(readPhone(raw, 'US').value, raw).toBe(lib_possible ? lib_e164 : undefined)
  })

  test('never reads another number than the library', () => {
    const home = known.filter(({ country, raw }) => country !== null || raw.startsWith('+'))
    const read = home.flatMap((one) => {
      const { value } = readPhone(one.raw, one.country ?? 'US')
      return value === undefined ? [] : [{ ...one, value }]
    })
    expect(read.length).toBeGreaterThan(130)
    for (const { raw, value, lib_e164 } of read) expect(value, raw).toBe(lib_e164)
  })

  test('reads an example of each country, there and from abroad', () => {
    const [, ...lines] = data('example-mobile-numbers.csv')
    const refused = lines.flatMap((line) => {
      const [country = '', , national = '', e164 = ''] = line.split(',')
      const agree = readPhone(national, country).value === e164 && readPhone(e164, 'US').value === e164
      return agree ? [] : [country]
    })
    expect(refused).toEqual([])
  })

  test('answers any text with a number or an issue', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789 ()+-x,;orOR#.'), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(digits, fc.string()), (cell) => {
        const { value, issue } = readPhone(cell, 'US')
        if (value === undefined) expect(issue).toBeDefined()
        else expect(value).toMatch(/^\+[1-9]\d{6,14}$/)
      }),
    )
  })
})
