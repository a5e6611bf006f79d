import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { expect, test } from 'vitest'
import { aheadWords, doctorsWords, matching } from './doctor-list.rules.ts'

const doctors = [
  { ...doctorExample, _id: 'd1', name: 'Dr. José Núñez', specialty: 'Cardiology', departmentId: 'dep1' },
  { ...doctorExample, _id: 'd2', name: 'Dr. Amara Okafor', specialty: null, departmentId: null },
]

test.each([
  ['', '', ['d1', 'd2']],
  ['nunez', '', ['d1']],
  ['CARDIO josé', '', ['d1']],
  ['okafor cardio', '', []],
  ['', 'dep1', ['d1']],
  ['okafor', 'dep1', []],
])('matching finds by "%s" in "%s" the doctors %j', (search, department, ids) => {
  expect(matching(doctors, { search, department }).map(({ _id }) => _id)).toEqual(ids)
})

test('doctorsWords names one doctor and counts several', () => {
  expect([doctorsWords(doctors.slice(0, 1)), doctorsWords(doctors)]).toEqual(['Dr. José Núñez', '2 doctors'])
})

test.each([
  [[0, 0], undefined],
  [[1, 0], '1 visit ahead stays booked'],
  [[1, 2], '3 visits ahead stay booked'],
])('aheadWords of doctors with %j visits ahead', (counts, words) => {
  expect(aheadWords(counts.map((visitsAhead) => ({ visitsAhead })))).toBe(words)
})
