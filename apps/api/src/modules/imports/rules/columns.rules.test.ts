import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mappedValues, matchColumns, type Remembered } from './columns.rules.ts'

type Columns = readonly (readonly [header: string, ...cells: string[]])[]

function match(columns: Columns, remembered: readonly [string, Remembered][] = [], kind: ImportKind = 'demographics') {
  const found = columns.map(([header, ...cells], index) => ({ index, header, cells }))
  return matchColumns(found, { kind, remembered: new Map(remembered), country: 'US', today: '2026-11-24' })
}

const fieldsOf = (columns: readonly ImportColumn[]) => columns.map(({ field, how }) => [field, how])

test('matchColumns finds the fields of a practice system’s export [UPL-03]', () => {
  const columns = match([
    ['PT_LAST', 'Abernathy', 'Castellanos', 'Dhillon', 'Ekberg'],
    ['PT_FIRST', 'Joan', 'Ruben', 'Harpreet'],
    ['DOB', '04/02/1951', '11/19/1984', '7/8/1990'],
    ['CELL', '(512) 555-0119', '5125550173', '512-555-0108'],
    ['ACCT#', '118-9921', '203-4410', '249-0072'],
    ['INS_1', 'BCBS TX PPO', 'Aetna', 'UHC'],
    ['SMS_OK', 'Y', 'Y', 'N'],
    ['NOTES2', '', 'prefers am', ''],
  ])
  expect(fieldsOf(columns)).toEqual([
    ['lastName', 'matched'],
    ['firstName', 'matched'],
    ['dob', 'matched'],
    ['phoneNumber', 'matched'],
    ['mrn', 'matched'],
    ['insuranceType', 'check'],
    ['textEnable', 'check'],
    [null, 'left_out'],
  ])
  expect(columns[0]?.sample).toEqual(['Abernathy', 'Castellanos', 'Dhillon'])
  expect(columns[7]?.sample).toEqual(['', 'prefers am', ''])
  expect(columns[2]?.dateOrder).toBe('monthFirst')
  expect(columns[2]).not.toHaveProperty('dateOrderAssumed')
})

describe('matchColumns', () => {
  test.each([
    ['surname', 'lastName'],
    ['Last Name', 'lastName'],
    ['chart', 'mrn'],
    ['Patient ID', 'mrn'],
    ['uid', 'mrn'],
    ['mobile', 'phoneNumber'],
    ['Phone', 'phoneNumber'],
    ['birthdate', 'dob'],
    ['sex', 'gender'],
    ['name', 'fullName'],
    ['phoneNumber', 'phoneNumber'],
    ['Date of birth', 'dob'],
    ['insuranceType', 'insuranceType'],
  ])('knows the header %j as %s [OPEN-079]', (header, field) => {
    expect(fieldsOf(match([[header]]))).toEqual([[field, 'matched']])
  })

  test.each([
    ['providers', 'npi firstName lastName specialty email phone'],
    ['demographics', 'mrn firstName lastName dob gender phoneNumber email insuranceType'],
    ['insuranceProviders', 'name payerId phone'],
    ['referrals', 'patientMrn referringProvider reason date'],
  ] as const)('knows the columns of %s that the specification names [OPEN-079]', (kind, names) => {
    const headers = names.split(' ')
    expect(
      fieldsOf(
        match(
          headers.map((header) => [header]),
          [],
          kind,
        ),
      ),
    ).toEqual(headers.map((header) => [header, 'matched']))
  })

  test('puts what was remembered first, with its values and its order of dates', () => {
    const values = { 'BCBS TX PPO': 'Blue Cross PPO' }
    const columns = match(
      [['Acct #'], ['MRN'], ['Plan 7', 'BCBS TX PPO'], ['DOB', '3/4/1951']],
      [
        ['acct', { field: null }],
        ['plan7', { field: 'insuranceType', values }],
        ['dob', { field: 'dob', dateOrder: 'dayFirst' }],
      ],
    )
    expect(fieldsOf(columns)).toEqual([
      [null, 'remembered'],
      ['mrn', 'matched'],
      ['insuranceType', 'remembered'],
      ['dob', 'remembered'],
    ])
    expect([columns[2]?.values, columns[3]?.dateOrder]).toEqual([values, 'dayFirst'])
  })

  test('forgets a remembered field that the kind does not have', () => {
    expect(fieldsOf(match([['DOB']], [['dob', { field: 'birthday' }]]))).toEqual([['dob', 'matched']])
  })

  test('gives a field once, and first to the column that names it best', () => {
    expect(fieldsOf(match([['cell'], ['Mobile phone'], ['tel']]))).toEqual([
      [null, 'left_out'],
      ['phoneNumber', 'matched'],
      [null, 'left_out'],
    ])
  })

  test('recognizes dates, phones and addresses by their cells, to be checked', () => {
    const columns = match([
      ['A', '03/04/1951', '5/6/1960', ''],
      ['B', '512-555-0142', '(512) 555-0143'],
      ['C', 'a@b.test', 'c@d.test'],
      ['D', '78701', '78702'],
    ])
    expect(fieldsOf(columns)).toEqual([
      ['dob', 'check'],
      ['phoneNumber', 'check'],
      ['email', 'check'],
      [null, 'left_out'],
    ])
    expect(columns[0]).toMatchObject({ dateOrder: 'monthFirst', dateOrderAssumed: true })
  })

  test('tells NPIs from phone numbers by their check digits', () => {
    const columns = match(
      [
        ['X', '1194276360', '1326403213'],
        ['Y', '5125550142'],
      ],
      [],
      'providers',
    )
    expect(fieldsOf(columns)).toEqual([
      ['npi', 'check'],
      ['phone', 'check'],
    ])
  })

  test('needs nine of ten cells to recognize a column', () => {
    const dates = (good: number) => Array.from({ length: 10 }, (_, at) => (at < good ? '3/14/1951' : 'x'))
    expect(fieldsOf(match([['A', ...dates(9)]]))).toEqual([['dob', 'check']])
    expect(fieldsOf(match([['A', ...dates(8)]]))).toEqual([[null, 'left_out']])
  })

  test('leaves the order open when cells contradict one another', () => {
    expect(match([['DOB', '13/1/1951', '1/13/1951']])[0]?.dateOrder).toBeNull()
  })

  test('takes headers that name parts of objects for any other text', () => {
    const headers = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0']
    const columns = match(headers.map((header) => [header, 'x']))
    expect(fieldsOf(columns)).toEqual(headers.map(() => [null, 'left_out']))
    expect(columns.map(({ header }) => header)).toEqual(headers)
    expect(Object.keys({})).toEqual([])
  })

  test('describes every column once and gives no field twice', () => {
    const header = fc.oneof(fc.string(), fc.constantFrom('name', 'DOB', 'phone', 'cell', 'mrn', 'chart', '__proto__'))
    const cell = fc.oneof(fc.string(), fc.constantFrom('3/14/1951', '5125550142', 'a@b.test', '', 'Y'))
    fc.assert(
      fc.property(fc.array(fc.tuple(header, cell, cell), { maxLength: 12 }), (columns) => {
        const found = match(columns)
        expect(found.map(({ index }) => index)).toEqual(columns.map((_, index) => index))
        const fields = found.flatMap(({ field }) => (field === null ? [] : [field]))
        expect(new Set(fields).size).toBe(fields.length)
        expect(found.every(({ field, how }) => (field === null) === (how === 'left_out'))).toBe(true)
      }),
    )
  })
})

describe('mappedValues', () => {
  const valuesOf = (cells: readonly string[], field: string, chosen?: Record<string, string>) =>
    mappedValues(new Set(cells), fieldOf('demographics', field)!, chosen)

  test('reads the cells that the field knows, and leaves the others to a person', () => {
    expect(valuesOf(['Y', ' N', '', 'later'], 'textEnable')).toEqual({ Y: 'yes', N: 'no', later: '' })
    expect(valuesOf(['F', 'fem'], 'gender')).toEqual({ F: 'female', fem: '' })
    expect(valuesOf(['UHC', 'BCBS TX PPO'], 'insuranceType', { 'BCBS TX PPO': 'Blue Cross PPO' })).toEqual({
      ...{ UHC: 'UHC', 'BCBS TX PPO': 'Blue Cross PPO' },
    })
  })

  test('has no use for other fields, for no cells and for more than 50', () => {
    const many = Array.from({ length: 51 }, (_, at) => `Plan ${at}`)
    expect([valuesOf(['a'], 'lastName'), valuesOf([' '], 'gender'), valuesOf(many, 'insuranceType')]).toEqual(
      Array(3).fill(undefined),
    )
    expect(Object.keys(valuesOf(many.slice(1), 'insuranceType') ?? {})).toHaveLength(50)
  })

  test('keeps a cell that names a part of objects', () => {
    const values = valuesOf(['__proto__', 'constructor'], 'insuranceType') ?? {}
    expect(new Map(Object.entries(values)).get('__proto__')).toBe('__proto__')
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
  })
})
