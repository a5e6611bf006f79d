import { expect, test } from 'vitest'
import { admitsPatients } from './organization.rules.ts'
import { organizationTypeSchema, organizationTypes } from './organization.ts'

test('organizationTypeSchema accepts exactly the seven types in their spelling [CONST-01]', () => {
  expect(organizationTypes).toEqual(['medicalGroup', 'hospital', 'emergencyRoom', 'medSpa', 'urgentCare', 'EHP', 'ASC'])
  for (const wrong of ['Hospital', 'ehp', 'clinic', ''])
    expect(organizationTypeSchema.safeParse(wrong).success).toBe(false)
})

test('admitsPatients is true only for hospitals and emergency rooms [RULE-01] [OPEN-027]', () => {
  expect(organizationTypes.filter(admitsPatients)).toEqual(['hospital', 'emergencyRoom'])
  expect(admitsPatients(undefined)).toBe(false)
})
