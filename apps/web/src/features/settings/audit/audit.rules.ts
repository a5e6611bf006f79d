/** The filters of the audit as kept in the address; an empty value sets no bound. */
export const AUDIT_FILTERS = ['user', 'from', 'to'] as const

export type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>

const EARLIEST = '1900-01-01'
const LATEST = '2200-12-31'

/** Why these days can't be queried. They are days of the organization, both included. */
export function daysError({ from, to }: AuditFilter): string | undefined {
  const days = [from, to].filter((day) => day !== '')
  if (days.some((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day))) return 'Check the day.'
  if (days.some((day) => day < EARLIEST || day > LATEST)) return 'Check the year.'
  return from !== '' && to !== '' && from > to ? 'The first day is after the last one.' : undefined
}

/** The query with the filters that are set. */
export function auditQuery(organizationId: string, filter: AuditFilter) {
  const set = AUDIT_FILTERS.filter((name) => filter[name] !== '').map((name) => [name, filter[name]])
  return { organizationId, ...(Object.fromEntries(set) as Partial<AuditFilter>) }
}
