import { expect, test } from 'vitest'
import { referralTargets, type Target, targetOf } from './targets.rules.ts'

const targets: readonly Target[] = [
  { id: 'okafor', label: 'Dr. Amara Okafor', key: '1999900016', names: ['Amara', 'Okafor'] },
  { id: 'nunez', label: 'Dr. José Núñez', key: null, names: ['José', 'Núñez'] },
  { id: 'ng', label: 'Dr. Lan Ng', key: '1999900024', names: ['Lan', 'Ng'] },
  { id: 'lang', label: 'Dr. Lang Ngo', key: '204-8817', names: ['Lang', 'Ngo'] },
]

test.each([
  ['1999900016.jpg', 'okafor'],
  ['IMG_1999900024 (1).png', 'ng'],
  ['Okafor, Amara.PNG', 'okafor'],
  ['jose-nunez.webp', 'nunez'],
  ['lan_ng.jpg', 'ng'],
  ['204-8817 letter.pdf', 'lang'],
  ['2048817.pdf', 'lang'],
  ['okafor.jpg', null],
  ['21999900016.jpg', null],
  ['Amara Okafor and Lan Ng.jpg', null],
  ['IMG_0042.jpg', null],
])('targetOf finds for %s the target %s [OPEN-080]', (name, id) => {
  expect(targetOf(name, targets)).toBe(id)
})

test('referralTargets names the patient, the provider and the day', () => {
  const facts = { organizationId: 'o', patientId: 'p', reason: null, documents: 0, version: 1 }
  const referral = { _id: 'r1', patientName: 'Rosalind Carver', patientMrn: '204-8817', ...facts }
  const [target] = referralTargets([{ ...referral, referringProvider: 'Dr. Iris Bloom', date: '2026-11-18' }])
  expect(target).toEqual({
    ...{ id: 'r1', key: '204-8817', names: ['Rosalind', 'Carver'] },
    label: 'Rosalind Carver, from Dr. Iris Bloom, 2026-11-18',
  })
})
