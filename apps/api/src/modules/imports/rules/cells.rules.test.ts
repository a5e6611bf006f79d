import { readFileSync } from 'node:fs'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlankRow, readCell } from './cells.rules.ts'
import { checkRow, type Sheet } from './check-row.rules.ts'
import { isNpi } from './npi.rules.ts'
import { cellsOf, sheetOf } from './planning.suite.ts'
import { clockIssue, readTime } from './times.rules.ts'

const rules = { order: 'monthFirst', today: '2026-11-24', country: 'US', meanings: new Map() } as const
const read = (cell: string, field: string, kind: ImportKind = 'demographics', meanings = new Map<string, string>()) =>
  readCell(cell, fieldOf(kind, field)!, { ...rules, meanings })

const checked = (kind: ImportKind, named: Record<string, string>, more: Partial<Sheet> = {}) => {
  const sheet = sheetOf(kind, more)
  return checkRow(cellsOf(sheet, named), sheet)
}

const [, ...npis] = readFileSync(
  new URL('../../../../../../tests/data/providers/npi-real.csv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split(/\r?\n/)

describe('isNpi', () => {
  test.each(npis.map((line) => [line.slice(0, 10), line.endsWith('True')]))(
    'judges the check digit of %s as right: %s [UPL-02]',
    (npi, isRight) => {
      expect(isNpi(String(npi))).toBe(isRight)
      expect(read(String(npi), 'npi', 'providers').value).toBe(isRight ? npi : undefined)
    },
  )

  test('refuses an NPI with one wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }), (place, more) => {
        const digits = [...'1194276360'].map(Number)
        digits[place] = ((digits[place] ?? 0) + more) % 10
        expect(isNpi(digits.join(''))).toBe(false)
      }),
    )
  })
})

describe('readCell', () => {
  test.each([
    ['119427636', 'An NPI has 10 digits'],
    ['11942763600', 'An NPI has 10 digits'],
    ['1194276361', 'Not an NPI: a digit is wrong'],
    ['NPI 1', 'An NPI has 10 digits and nothing else'],
  ])('refuses the NPI %j: %s', (cell, message) => {
    expect(read(cell, 'npi', 'providers').issue).toEqual({ code: 'not_an_npi', message })
  })

  test.each([
    ['Y', true],
    ['yes', true],
    ['TRUE', true],
    ['1', true],
    ['n', false],
    ['No', false],
    ['FALSE', false],
    ['0', false],
  ])('reads %j as %s', (cell, value) => {
    expect(read(cell, 'textEnable')).toEqual({ value })
  })

  test('offers the values of a field to a cell that is none of them', () => {
    expect(read('maybe', 'cashPay').issue).toEqual({
      ...{ code: 'unknown_value', message: 'Not yes or no', offers: ['yes', 'no'] },
    })
    expect(read('?', 'gender').issue).toMatchObject({ offers: ['female', 'male', 'other', 'unknown'] })
  })

  test.each([
    ['F', 'gender', 'female'],
    ['Male', 'gender', 'male'],
    ['SMS', 'preferredContact', 'text'],
  ])('reads %j of %s as %s', (cell, field, value) => {
    expect(read(cell, field)).toEqual({ value })
  })

  test.each([
    ['no-show', 'noShow'],
    ['NOSHOW', 'noShow'],
    ['Canceled', 'cancelled'],
    ['Checked-In', 'arrived'],
  ])('reads the status %j as %s', (cell, value) => {
    expect(read(cell, 'appointmentStatus', 'appointments')).toEqual({ value })
  })

  test('takes the mapped meaning of a cell, whatever its text is', () => {
    const meanings = new Map([
      ['BCBS TX PPO', 'Blue Cross PPO'],
      ['__proto__', 'None'],
      ['Ja', 'yes'],
    ])
    expect(read(' BCBS TX PPO ', 'insuranceType', 'demographics', meanings).value).toBe('Blue Cross PPO')
    expect(read('__proto__', 'insuranceType', 'demographics', meanings).value).toBe('None')
    expect(read('constructor', 'insuranceType', 'demographics', meanings).value).toBe('constructor')
    expect(read('Ja', 'textEnable', 'demographics', meanings).value).toBe(true)
  })

  test('reads one e-mail address and refuses lists and display names', () => {
    expect(read('rosalind@patients.test', 'email').value).toBe('rosalind@patients.test')
    expect(read('mailto:rosalind@patients.test', 'email').value).toBe('rosalind@patients.test')
    for (const cell of ['none', 'a@b', 'a@b.test, c@d.test', 'R <a@b.test>', 'a b@c.test'])
      expect(read(cell, 'email').issue?.code, cell).toBe('not_an_email')
  })

  test('reads an e-mail address in lower case, as addresses are stored', () => {
    expect(read('Rosalind.Carver@PATIENTS.test', 'email').value).toBe('rosalind.carver@patients.test')
    expect(read('MAILTO:Rosalind@Patients.Test', 'email').value).toBe('rosalind@patients.test')
  })

  test('refuses characters that can not be shown and texts that are too long', () => {
    expect(read('a\u0000b', 'lastName').issue?.code).toBe('control_characters')
    expect(read('\ud800', 'lastName').issue?.code).toBe('control_characters')
    expect(read('x'.repeat(101), 'lastName').issue).toEqual({
      ...{ code: 'too_long', message: 'Longer than 100 characters' },
    })
    expect(read('x'.repeat(2001), 'bio', 'providers').issue?.message).toBe('Longer than 2,000 characters')
  })

  test.each([
    ['lastName', 'demographics'],
    ['fullName', 'demographics'],
    ['mrn', 'demographics'],
    ['referringProvider', 'referrals'],
    ['name', 'insuranceProviders'],
  ] as const)('refuses lost letters of %s in %s, and says how they come back', (field, kind) => {
    const message = 'Letters were lost: type them'
    expect(checked(kind, { [field]: 'Mu\uFFFDoz' }).issues).toContainEqual(
      expect.objectContaining({ field, level: 'error', group: 'format', code: 'lost_letters', message }),
    )
    const text = checked(kind, { [field]: 'Mu\uFFFDoz' }, { isText: true })
    expect(text.values).toEqual({})
    expect(text.issues.map((issue) => issue.message)).toContain(
      'Letters were lost: choose another encoding for the file, or type them',
    )
  })

  test('takes lost letters of other texts with a warning, and none where a mapped meaning has none', () => {
    const { values, issues } = checked('demographics', { mrn: '7', insuranceType: 'M\uFFFDnchen' })
    expect(values).toEqual({ mrn: '7', insuranceType: 'M\uFFFDnchen' })
    expect(issues).toMatchObject([{ field: 'insuranceType', level: 'warning', code: 'lost_letters_kept' }])
    const meanings = new Map([['M\uFFFDnchen', 'None']])
    expect(read('M\uFFFDnchen', 'insuranceType', 'demographics', meanings)).toEqual({ value: 'None' })
    expect(read('1/2/19\uFFFD0', 'dob').issue?.code).toBe('not_a_date')
  })

  test.each(['=HYPERLINK("http://x")', '+cmd', '@x', '-2'])('keeps %j as the text that it is', (cell) => {
    expect(read(cell, 'insuranceType')).toEqual({ value: cell })
  })

  test('keeps the zeros and the case of an MRN', () => {
    expect(read('00042', 'mrn').value).toBe('00042')
    expect(read('aB-7', 'mrn').value).toBe('aB-7')
  })

  test('lists languages once each', () => {
    expect(read('English; Igbo / English', 'languages', 'providers').value).toBe('English, Igbo')
  })
})

describe('readTime', () => {
  test.each([
    ['9:30', '09:30'],
    ['09:30:00', '09:30'],
    ['9:30 PM', '21:30'],
    ['9:30pm', '21:30'],
    ['9 am', '09:00'],
    ['12:05 a.m.', '00:05'],
    ['12:05 PM', '12:05'],
    ['0930', '09:30'],
    ['0.395833333333333', '09:30'],
    ['2026-12-04 09:30', '09:30'],
    ['1899-12-31T09:30:00', '09:30'],
  ])('reads %j as %s', (cell, value) => {
    expect(readTime(cell)).toEqual({ value })
  })

  test.each([
    ['24:00', 'no_such_time'],
    ['9:60', 'no_such_time'],
    ['0:30 pm', 'no_such_time'],
    ['9', 'not_a_time'],
    ['noon', 'not_a_time'],
    ['', 'not_a_time'],
  ])('refuses %j as %s', (cell, code) => {
    expect(readTime(cell).issue?.code).toBe(code)
  })
})

test('clockIssue finds times that the clock skips, or shows twice', () => {
  expect(clockIssue('2027-03-14', '02:30', 'America/Chicago')).toEqual({
    ...{ code: 'no_such_time', message: 'The clock skips 02:30 on that day' },
  })
  expect(clockIssue('2027-11-07', '01:30', 'America/Chicago')?.code).toBe('time_twice')
  expect(clockIssue('2027-03-14', '02:30', 'America/Phoenix')).toBeNull()
  expect(clockIssue('2027-03-15', '02:30', 'America/Chicago')).toBeNull()
})

test('isBlankRow takes blanks and characters without a picture for nothing', () => {
  expect([isBlankRow(['', ' ', '\u200b']), isBlankRow([]), isBlankRow(['', '0'])]).toEqual([true, true, false])
})
