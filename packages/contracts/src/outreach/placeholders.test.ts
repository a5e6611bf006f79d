import { describe, expect, test } from 'vitest'
import { type FieldFacts, fieldValues, filledWords } from './field-values.rules.ts'
import { filled, placeholdersIn, strayBraces } from './placeholders.rules.ts'

test('placeholdersIn names each placeholder with its fallback and its place', () => {
  const text = 'Hi {{ firstName | there }}, {{doctor}} {{x1|}} {{first name}} {{}} {clinic}'
  const found = placeholdersIn(text)
  expect(found.map(({ name, fallback }) => [name, fallback])).toEqual([
    ['firstName', 'there'],
    ['doctor', null],
    ['x1', ''],
  ])
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual([
    '{{ firstName | there }}',
    '{{doctor}}',
    '{{x1|}}',
  ])
})

test('strayBraces names braces that no placeholder has', () => {
  const text = 'Hi {{firstName}}, {{first name}} }} {{ {{doctor|x}} {{a|{b}}}'
  expect(strayBraces(text).map(({ from, to }) => text.slice(from, to))).toEqual([
    '{{first name}}',
    '}}',
    '{{',
    '{{',
    '}}',
  ])
  expect(strayBraces('{{firstName}} {clinic}')).toEqual([])
})

describe('filled', () => {
  const values: Record<string, string | null> = { firstName: 'Ann', doctor: null, location: '' }
  const fill = (text: string, fallbacks: Record<string, string> = {}) =>
    filled(
      text,
      (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
      (name) => fallbacks[name],
    )

  test('fills known values and leaves unknown names, such as those of objects', () => {
    expect(fill('{{ firstName }}, {{room}}, {{constructor}}')).toEqual({
      ...{ text: 'Ann, {{room}}, {{constructor}}', shown: [], missing: [], unknown: ['room', 'constructor'] },
    })
  })

  test('shows the words behind the bar in a gap, else the given ones, and names a gap without either', () => {
    expect(fill('{{doctor|your doctor}} {{doctor}} {{firstName|there}}')).toEqual({
      ...{ text: 'your doctor {{doctor}} Ann', shown: ['doctor'], missing: ['doctor'], unknown: [] },
    })
    expect(fill('{{doctor}}', { doctor: 'us' })).toMatchObject({ text: 'us', shown: ['doctor'], missing: [] })
    expect(fill('{{location}}.')).toMatchObject({ text: '.', missing: [] })
    expect(fill('{{location|here}}.')).toMatchObject({ text: 'here.', shown: ['location'] })
  })

  test('fills no braces of a value', () => {
    expect(filled('{{name}}', () => '{{firstName}} $& $1').text).toBe('{{firstName}} $& $1')
  })
})

const facts: FieldFacts = {
  ...{ firstName: 'Rosalind', lastName: 'Carver', doctor: 'Dr. Okafor', location: 'Northgate' },
  visitAt: new Date('2026-11-26T15:30:00Z'),
  clinic: { name: 'Cedar Ridge', timezone: 'America/Chicago', phoneNumber: '+15125550100' },
  bookingLink: 'https://cedar.test/book',
}

test('fieldValues says names, the visit in the zone of the clinic, its phone and the booking link', () => {
  expect(fieldValues(facts)).toEqual({
    ...{ firstName: 'Rosalind', lastName: 'Carver', name: 'Rosalind Carver', doctor: 'Dr. Okafor' },
    ...{ visitDate: 'Thursday, Nov 26', visitTime: '9:30 AM', location: 'Northgate' },
    ...{ clinic: 'Cedar Ridge', clinicPhone: '(512) 555-0100', bookingLink: 'https://cedar.test/book' },
  })
})

test('fieldValues puts names on one line, shortens long ones and gives null for what is not known', () => {
  const values = fieldValues({
    ...facts,
    ...{ firstName: 'Ros\r\nalind\u0000', lastName: ' ', doctor: 'x'.repeat(500), visitAt: null, location: null },
    ...{ bookingLink: '', clinic: { ...facts.clinic, phoneNumber: null } },
  })
  expect(values).toMatchObject({ firstName: 'Ros alind', lastName: null, name: 'Ros alind' })
  expect(values.doctor).toHaveLength(100)
  const { visitDate, visitTime, location, clinicPhone, bookingLink } = values
  expect([visitDate, visitTime, location, clinicPhone, bookingLink]).toEqual([null, null, null, null, null])
})

describe('filledWords', () => {
  const values = fieldValues(facts)

  test('knows the fields by the names of canned messages and reminders, in any case', () => {
    const words = '{{FirstName}} {{doctorName}} {{appointmentDate}} {{appointmentTime}} {{clinicName}} {{bookingLink}}'
    expect(filledWords(words, values)).toEqual({
      text: 'Rosalind Dr. Okafor Thursday, Nov 26 9:30 AM Cedar Ridge https://cedar.test/book',
      ...{ shown: [], missing: [], unknown: [] },
    })
  })

  test('names gaps as fields, each once, and takes fallbacks by any name', () => {
    const unknown = fieldValues({ ...facts, firstName: null, doctor: null })
    const words = 'Hi {{firstName}}, {{doctorName}} and {{doctor}} {{room}}'
    expect(filledWords(words, unknown, { firstName: 'there' })).toEqual({
      text: 'Hi there, {{doctorName}} and {{doctor}} {{room}}',
      ...{ shown: ['firstName'], missing: ['doctor'], unknown: ['room'] },
    })
    expect(filledWords(words, unknown, { firstname: 'there', doctorName: 'us' }).text).toBe(
      'Hi there, us and us {{room}}',
    )
    expect(filledWords('{{firstName|friend}}', unknown, { firstName: 'there' }).text).toBe('friend')
  })
})
