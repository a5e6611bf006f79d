export interface AuditFilter {
  /** The id of a member; empty for everybody. */
  readonly user: string
  /** Days of the organization, both included, as date fields give them; empty for no bound. */
  readonly from: string
  readonly to: string
}

export const EVERYTHING: AuditFilter = { user: '', from: '', to: '' }

const EARLIEST = '1900-01-01'
const LATEST = '2200-12-31'

/** What is wrong with the days; while something is, nothing is asked for. */
export function daysError({ from, to }: AuditFilter): string | undefined {
  if ([from, to].some((day) => day !== '' && (day < EARLIEST || day > LATEST))) return 'Check the year.'
  return from !== '' && to !== '' && from > to ? 'The first day is after the last one.' : undefined
}

export function isFiltered({ user, from, to }: AuditFilter): boolean {
  return user !== '' || from !== '' || to !== ''
}

/** As the call takes it. */
export function auditQuery(organizationId: string, { user, from, to }: AuditFilter) {
  return {
    organizationId,
    ...(user === '' ? {} : { user }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
