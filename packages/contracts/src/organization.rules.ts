import type { OrganizationType } from './organization.ts'

/** [RULE-01] [OPEN-027] Hospitals and emergency rooms admit their patients; the other types schedule them. */
export function admitsPatients(type: OrganizationType | undefined): boolean {
  return type === 'hospital' || type === 'emergencyRoom'
}
