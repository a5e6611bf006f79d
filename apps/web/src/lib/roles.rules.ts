import type { Role } from '@foyer/contracts/organization.ts'

export const roleNames: Readonly<Record<Role, string>> = {
  agent: 'Agent',
  supervisor: 'Supervisor',
  provider: 'Provider',
  admin: 'Admin',
}

/** In the order of the menu. */
export const roleChoices = (Object.keys(roleNames) as Role[]).map((value) => ({ value, label: roleNames[value] }))
