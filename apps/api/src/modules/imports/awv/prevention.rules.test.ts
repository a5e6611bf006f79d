import { expect, test } from 'vitest'
import { type AboutPatient, ageAt, preventionPlan } from './prevention.rules.ts'

const names = (about: AboutPatient) => preventionPlan(about).map(({ name }) => name)

test.each([
  ['1968-03-14', '2026-03-13', 57],
  ['1968-03-14', '2026-03-14', 58],
  ['2024-02-29', '2026-02-28', 1],
  ['2026-11-26', '2026-11-26', 0],
  ['2027-01-01', '2026-11-26', null],
  [null, '2026-11-26', null],
] as const)('ageAt counts the full years from %s to %s', (birthdate, day, age) => {
  expect(ageAt(birthdate, day)).toBe(age)
})

test('preventionPlan of a woman has her screenings by age, and none of a man [CALL-CAMPAIGN-06] [OPEN-060]', () => {
  const at = (age: number) => names({ age, sex: 'female' })
  expect(at(75)).toContain('Bone density')
  expect(at(64)).not.toContain('Bone density')
  expect([39, 40, 74, 75].map((age) => at(age).includes('Breast cancer: mammogram'))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(at(25)).toContain('Cervical cancer: Pap test')
  expect(at(30)).not.toContain('Cervical cancer: Pap test')
  for (const age of [60, 66]) expect(at(age).filter((name) => /Prostate|aorta/.test(name))).toEqual([])
})

test('preventionPlan of a man has the aorta from 65 to 75 and none of the screenings of women', () => {
  const at = (age: number) => names({ age, sex: 'male' })
  expect([64, 65, 75, 76].map((age) => at(age).some((name) => name.includes('aorta')))).toEqual([
    ...[false, true, true, false],
  ])
  expect(at(65).filter((name) => /Breast|Cervical|Bone/.test(name))).toEqual([])
})

test('preventionPlan says whom a service is for when the sex or the birth date is not known', () => {
  const plan = preventionPlan({ age: null, sex: 'unknown' })
  const condition = (wanted: string) => plan.find(({ name }) => name === wanted)?.condition
  expect(condition('Breast cancer: mammogram')).toBe('Age 40 to 74. For women')
  expect(condition('Ultrasound of the abdominal aorta')).toBe('Age 65 to 75. For men. If you ever smoked')
  expect(condition('Flu')).toBeNull()
  expect(plan.map(({ name }) => name)).not.toContain('Well-child visit')
  const known = preventionPlan({ age: 66, sex: 'other' })
  expect(known.find(({ name }) => name === 'Bone density')?.condition).toBe('For women')
})
