import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { expect, test } from 'vitest'
import { doctorOf, referralOf, referralTargets } from './targets.rules.ts'

const doctors = [
  { ...doctorExample, _id: 'okafor', firstName: 'Amara', lastName: 'Okafor', npi: '1999900016' },
  { ...doctorExample, _id: 'chen1', firstName: 'Lin', lastName: 'Chen', npi: null },
  { ...doctorExample, _id: 'chen2', firstName: 'Lin', lastName: 'Chen', npi: null },
]

test.each([
  ['1999900016.jpg', 'okafor'],
  ['Okafor, Amara.PNG', 'okafor'],
  ['okafor.jpg', null],
  ['Lin Chen.png', null],
])('doctorOf finds for %s the doctor %s, and nobody if several are meant [OPEN-080]', (name, id) => {
  expect(doctorOf(name, doctors)).toBe(id)
})

const referral = (_id: string, patientName: string, patientMrn: string | null): Referral => ({
  ...{ _id, patientName, patientMrn, organizationId: 'o', patientId: 'p', reason: null, documents: 0, version: 1 },
  ...{ referringProvider: 'Dr. Iris Bloom', date: '2026-11-18' },
})
const referrals = [
  referral('carver', 'Rosalind Carver', '204-8817'),
  referral('santos', 'Miguel Ángel Santos', 'MS_77'),
  referral('feldman', 'Naomi Feldman', null),
  referral('twice1', 'Ada Twice', '300-0001'),
  referral('twice2', 'Ada Twice', '300-0001'),
]

test.each([
  ['204-8817 letter.pdf', 'carver'],
  ['2048817.pdf', 'carver'],
  ['scan_204_8817.png', 'carver'],
  ['ms77.pdf', 'santos'],
  ['Santos Miguel Angel.docx', 'santos'],
  ['naomi-feldman-2026.pdf', 'feldman'],
  ['12048817.pdf', null],
  ['Feldman.pdf', null],
  ['300-0001.pdf', null],
  ['Ada Twice.pdf', null],
  ['scan.pdf', null],
])('referralOf finds for %s the referral %s [UPL-06]', (name, id) => {
  expect(referralOf(name, referrals)).toBe(id)
})

test('referralTargets names the patient, the provider and the day', () => {
  expect(referralTargets(referrals)[0]).toEqual({
    id: 'carver',
    label: 'Rosalind Carver, from Dr. Iris Bloom, 2026-11-18',
  })
})
