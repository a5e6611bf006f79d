import type { OrganizationType } from '@foyer/contracts/organization.ts'

/** The display name of each organization type. [CONST-01] */
export const organizationTypeName: Readonly<Record<OrganizationType, string>> = {
  medicalGroup: 'Medical group',
  hospital: 'Hospital',
  emergencyRoom: 'Emergency room',
  medSpa: 'Med spa',
  urgentCare: 'Urgent care',
  EHP: 'EHP',
  ASC: 'ASC',
}
