import { describe, expect, test } from 'vitest'
import { headerWords, plainHeader } from './field.rules.ts'
import { fieldOf, importKinds, keysOf, kindOf, missingColumns, neededToCreate } from './kinds.rules.ts'

const columnsOf = (...fields: (string | null)[]) => fields.map((field) => ({ field }))

test.each([
  ['ACCT#', 'acct'],
  [' Date of  Birth ', 'dateofbirth'],
  ['PT_LAST', 'ptlast'],
  ['Größe', 'große'],
  ['Prénom', 'prenom'],
  ['__proto__', 'proto'],
  ['', ''],
])('plainHeader writes %j as %j', (header, plain) => {
  expect(plainHeader(header)).toBe(plain)
})

test('headerWords splits a header at all that is no letter or digit', () => {
  expect([headerWords('INS_1'), headerWords('SMS-ok?'), headerWords('#')]).toEqual([['ins', '1'], ['sms', 'ok'], []])
})

describe.each(importKinds)('the kind %s', (kind) => {
  const { fields, keys, sample } = kindOf(kind)

  test('names each field once, and its words in plain form', () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
    for (const { words, hints = [], choices = [] } of fields) {
      const all = [...words, ...hints, ...choices.flatMap((choice) => choice.words)]
      expect(all).toEqual(all.map(plainHeader))
    }
  })

  test('gives no header to two fields', () => {
    const headers = fields.flatMap(({ name, label, words }) => [
      ...new Set([plainHeader(name), plainHeader(label), ...words]),
    ])
    expect(headers.filter((header, at) => headers.indexOf(header) !== at)).toEqual([])
  })

  test('has fields for its keys, its sample and whatever creates a record', () => {
    const names = [...keys.flat(), ...sample.map(([name]) => name), ...neededToCreate(kind, 'mrn')]
    for (const name of names) expect(fieldOf(kind, name), name).toBeDefined()
    for (const name of neededToCreate(kind, 'mrn')) expect(sample.map(([field]) => field)).toContain(name)
  })

  test('has no field by the name of a part of objects', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) expect(fieldOf(kind, name)).toBeUndefined()
  })
})

test('the kinds have the columns of the specification [OPEN-079]', () => {
  const names = (kind: (typeof importKinds)[number]) => kindOf(kind).fields.map(({ name }) => name)
  expect(names('providers')).toEqual(expect.arrayContaining('npi firstName lastName specialty email phone'.split(' ')))
  expect(names('demographics')).toEqual(
    expect.arrayContaining('mrn firstName lastName dob gender phoneNumber email insuranceType'.split(' ')),
  )
  expect(names('insuranceProviders')).toEqual(['payerId', 'name', 'phone'])
  expect(names('referrals')).toEqual(['patientMrn', 'referringProvider', 'date', 'reason'])
})

test('missingColumns names the key that no column gives', () => {
  expect(missingColumns('demographics', 'mrn', columnsOf('lastName', null))).toEqual(['mrn'])
  expect(missingColumns('demographics', 'mrn', columnsOf('mrn'))).toEqual([])
  expect(missingColumns('demographics', 'person', columnsOf('fullName', 'mrn'))).toEqual(['dob'])
  expect(missingColumns('demographics', 'person', columnsOf('fullName', 'dob'))).toEqual([])
  expect(missingColumns('insuranceProviders', 'mrn', columnsOf('name'))).toEqual([])
  expect(missingColumns('referrals', 'mrn', columnsOf('date'))).toEqual(['patientMrn', 'referringProvider'])
})

test('missingColumns names the key that lacks the fewest columns when a kind has several', () => {
  const byTime = columnsOf('patientMrn', 'appointmentDate', 'providerName')
  expect(missingColumns('appointments', 'mrn', byTime)).toEqual(['startTime'])
  expect(missingColumns('appointments', 'mrn', columnsOf('appointmentDate'))).toEqual(['appointmentId'])
  expect(missingColumns('appointments', 'mrn', columnsOf('appointmentId'))).toEqual([])
})

test('missingColumns names the key that a new record needs when another one lacks as many columns', () => {
  expect(missingColumns('insuranceProviders', 'mrn', columnsOf('phone'))).toEqual(['name'])
})

test('a patient who is matched by person needs no MRN', () => {
  expect(neededToCreate('demographics', 'mrn')).toEqual(['mrn', 'lastName', 'firstName'])
  expect(neededToCreate('demographics', 'person')).toEqual(['lastName', 'firstName', 'dob'])
  expect(keysOf('referrals', 'person')).toEqual([['patientMrn', 'referringProvider', 'date']])
})
