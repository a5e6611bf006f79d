import { z } from 'zod'

/** [CONST-01] */
export const organizationTypes = [
  'medicalGroup',
  'hospital',
  'emergencyRoom',
  'medSpa',
  'urgentCare',
  'EHP',
  'ASC',
] as const

export const organizationTypeSchema = z.enum(organizationTypes)
export type OrganizationType = z.infer<typeof organizationTypeSchema>

/** [OPEN-002] A member's role. Only calls with access `admin` check it. */
export const roles = ['agent', 'supervisor', 'provider', 'admin'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

export const membershipSchema = z.object({
  _id: z.string(),
  name: z.string(),
  type: organizationTypeSchema,
  /** An IANA name; screens show times of this organization in it. */
  timezone: z.string(),
  role: roleSchema,
})
export type Membership = z.infer<typeof membershipSchema>
