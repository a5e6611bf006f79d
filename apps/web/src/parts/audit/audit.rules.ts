/** The filters of the audit as kept in the address; an empty value sets no bound. */
import type { AuditKind } from '@foyer/contracts/main/audit-kinds.ts'
import { KIND_LABELS } from './audit-words.rules.ts'

export const AUDIT_FILTERS = ['patientId', 'user', 'kind', 'from', 'to'] as const

export type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>

const EARLIEST = '1900-01-01'
const LATEST = '2200-12-31'

/** Why these days can't be queried. They are days of the organization, both included. */
export function daysError({ from, to }: Pick<AuditFilter, 'from' | 'to'>): string | undefined {
  const days = [from, to].filter((day) => day !== '')
  if (days.some((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day))) return 'Check the day.'
  if (days.some((day) => day < EARLIEST || day > LATEST)) return 'Check the year.'
  return from !== '' && to !== '' && from > to ? 'The first day is after the last one.' : undefined
}

/** The query with the filters that are set; an address may name a kind that does not exist. */
export function auditQuery(organizationId: string, { kind, ...filter }: AuditFilter) {
  const set = Object.entries(filter).filter(([, value]) => value !== '')
  return {
    organizationId,
    ...(Object.fromEntries(set) as Partial<Omit<AuditFilter, 'kind'>>),
    ...(isKind(kind) && { kind }),
  }
}

export const isKind = (kind: string): kind is AuditKind => Object.hasOwn(KIND_LABELS, kind)

/** The address of the file with all entries that match. */
export function exportAddress(organizationId: string, filter: AuditFilter): string {
  return `/api/main/audit-log/export?${new URLSearchParams(auditQuery(organizationId, filter))}`
}
