import { expect, test } from 'vitest'
import { doctorNamed, type NamedDoctor, partsOf, shownNameOf } from './named-doctors.rules.ts'

test.each([
  ['Dr. Amara Okafor', 'Amara', 'Okafor', 'Dr. Amara Okafor'],
  ['Okafor, Amara', 'Amara', 'Okafor', 'Amara Okafor'],
  ['OKAFOR, AMARA N, MD', 'AMARA', 'OKAFOR', 'Dr. AMARA OKAFOR'],
  ['Amara N. Okafor MD', 'Amara', 'Okafor', 'Dr. Amara Okafor'],
  ['Prof. Ravi Patel', 'Ravi', 'Patel', 'Prof. Ravi Patel'],
  ['Dr. Okafor', '', 'Okafor', 'Dr. Okafor'],
  ['MRI Room', 'MRI', 'Room', 'MRI Room'],
  ['MD', '', 'MD', 'Dr. MD'],
])('partsOf and shownNameOf read "%s"', (name, firstName, lastName, shown) => {
  expect(partsOf(name)).toEqual({ firstName, lastName })
  expect(shownNameOf(name)).toBe(shown)
})

const doctor = (id: string, firstName: string, lastName: string, more: Partial<NamedDoctor> = {}): NamedDoctor => ({
  ...{ id, firstName, lastName, name: `Dr. ${firstName} ${lastName}`, npi: null, archived: false },
  ...more,
})
const doctors = [
  doctor('d1', 'Amara', 'Okafor', { npi: '1999900016' }),
  doctor('d2', 'Ravi', 'Patel'),
  doctor('d3', 'Nina', 'Patel'),
  doctor('d4', 'José', 'Núñez', { archived: true }),
  doctor('d5', 'Jose', 'Nunez'),
]

test.each<[string, string | null, string | undefined]>([
  ['Somebody Else', '1999900016', 'd1'],
  ['Dr. Amara Okafor', null, 'd1'],
  ['okafor, amara', null, 'd1'],
  // The doctor of this name has another NPI.
  ['Amara Okafor', '1999900024', undefined],
  ['Ravi Patel', '1999900024', 'd2'],
  ['Dr. Patel', null, undefined],
  ['Dr. Okafor', null, 'd1'],
  ['José Núñez', null, 'd5'],
  ['Amara Patel', null, undefined],
])('doctorNamed of "%s" with the NPI %s is %s', (name, npi, id) => {
  expect(doctorNamed(doctors, { name, npi })?.id).toBe(id)
})
