import type { OrganizationType } from './organization.ts'

/** [RULE-01] [OPEN-027] Hospitals and emergency rooms are one special group: their patients are admitted, not scheduled. */
export function admitsPatients(type: OrganizationType | undefined): boolean {
  return type === 'hospital' || type === 'emergencyRoom'
}
