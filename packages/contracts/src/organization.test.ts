import { expect, test } from 'vitest'
import { admitsPatients } from './organization.rules.ts'
import { organizationTypeSchema, organizationTypes } from './organization.ts'

test('[CONST-01] the seven types, in this spelling, and no other', () => {
  expect(organizationTypes).toEqual(['medicalGroup', 'hospital', 'emergencyRoom', 'medSpa', 'urgentCare', 'EHP', 'ASC'])
  for (const wrong of ['Hospital', 'ehp', 'clinic', ''])
    expect(organizationTypeSchema.safeParse(wrong).success).toBe(false)
})

test('[RULE-01] [OPEN-027] hospitals and emergency rooms are one special group', () => {
  expect(organizationTypes.filter(admitsPatients)).toEqual(['hospital', 'emergencyRoom'])
  expect(admitsPatients(undefined)).toBe(false)
})
