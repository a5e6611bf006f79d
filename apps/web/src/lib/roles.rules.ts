import type { Role } from '@foyer/contracts/organization.ts'

export const roleNames: Readonly<Record<Role, string>> = {
  agent: 'Agent',
  supervisor: 'Supervisor',
  provider: 'Provider',
  admin: 'Admin',
}

/** In the order in which they are offered. */
export const roleChoices = (Object.keys(roleNames) as Role[]).map((value) => ({ value, label: roleNames[value] }))
