import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { expect, test } from 'vitest'
import { type Match, matchDoctor, matchReferral, referralTarget } from './targets.rules.ts'

const doctors = [
  { ...doctorExample, _id: 'okafor', firstName: 'Amara', lastName: 'Okafor', npi: '1999900016' },
  { ...doctorExample, _id: 'chen1', firstName: 'Lin', lastName: 'Chen', npi: null },
  { ...doctorExample, _id: 'chen2', firstName: 'Lin', lastName: 'Chen', npi: null },
]

/** The id of the one target with what it was found by, or the ids of several. */
function idsIn(match: Match): readonly string[] | string {
  if (match.kind === 'one') return `${match.target.id} by ${match.by}`
  return match.kind === 'several' ? match.targets.map(({ id }) => id) : match.kind
}

test.each([
  ['1999900016.jpg', 'okafor by NPI'],
  ['Okafor, Amara.PNG', 'okafor by names'],
  ['okafor.jpg', 'none'],
  ['Lin Chen.png', ['chen1', 'chen2']],
])('matchDoctor finds for %s %s [OPEN-080]', (name, found) => {
  expect(idsIn(matchDoctor(name, doctors))).toEqual(found)
})

const referral = (_id: string, patientName: string, patientMrn: string | null): Referral => ({
  ...{ _id, patientName, patientMrn, organizationId: 'o', reason: null, documents: 0, version: 1 },
  patientId: patientMrn ?? patientName,
  ...{ referringProvider: 'Dr. Iris Bloom', date: '2026-11-18' },
})
const referrals = [
  referral('carver', 'Rosalind Carver', '204-8817'),
  referral('santos', 'Miguel Ángel Santos', 'MS_77'),
  referral('feldman', 'Naomi Feldman', null),
  referral('twice1', 'Ada Twice', '300-0001'),
  referral('twice2', 'Ada Twice', '300-0001'),
]

const today = '2026-11-19'
const found = { referrals, isWhole: true, today }

test.each([
  ['204-8817 letter.pdf', 'carver by MRN'],
  ['2048817.pdf', 'carver by MRN'],
  ['scan_204_8817.png', 'carver by MRN'],
  ['204-8817 Rosalind Carver.png', 'carver by MRN'],
  ['ms77.pdf', 'santos by MRN'],
  ['Santos Miguel Angel.docx', 'santos by names'],
  ['naomi-feldman-2026.pdf', 'feldman by names'],
  ['12048817.pdf', 'none'],
  ['Feldman.pdf', 'none'],
  ['300-0001.pdf', ['twice1', 'twice2']],
  ['Ada Twice.pdf', ['twice1', 'twice2']],
  ['scan.pdf', 'none'],
])('matchReferral finds for %s %s [UPL-06]', (name, ids) => {
  expect(idsIn(matchReferral(name, found))).toEqual(ids)
})

test('matchReferral leaves it to a person when the MRN and the names mean two patients', () => {
  expect(idsIn(matchReferral('204-8817 Naomi Feldman.pdf', found))).toEqual(['carver', 'feldman'])
})

test('matchReferral leaves it to a person when the server has more referrals that may fit', () => {
  expect(idsIn(matchReferral('204-8817.pdf', { ...found, isWhole: false }))).toEqual(['carver'])
})

test('referralTarget names the patient, the MRN, the provider and the day', () => {
  const [carver, , feldman] = referrals
  expect([carver, feldman].map((one) => one && referralTarget(one, today))).toEqual([
    { id: 'carver', label: 'Rosalind Carver', detail: 'MRN 204-8817, from Dr. Iris Bloom, Nov 18' },
    { id: 'feldman', label: 'Naomi Feldman', detail: 'from Dr. Iris Bloom, Nov 18' },
  ])
})
