import type { QueryOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { ChatFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { expandStatus } from '@foyer/contracts/inbox/status.rules.ts'
import { dayIn } from '@foyer/contracts/time.rules.ts'

export type FilterChange = Partial<Omit<ChatFilters, 'page' | 'userId'>>

/** [STATE-19] In the scheduled tab: any visit that day. */
export const ANY_VISIT = 'All'

/**
 * [STATE-20] A change of any filter goes back to page 1. [STATE-19] [OPEN-031] The scheduled tab starts with today, in the
 * organization's zone, and leaving it takes the day away again.
 */
export function changeFilters(filters: ChatFilters, change: FilterChange, now: Date, timezone: string): ChatFilters {
  const tab = change.tab ?? filters.tab
  return { ...filters, ...visitFilters(filters.tab, tab, now, timezone), ...change, page: 1 }
}

function visitFilters(before: ChatFilters['tab'], after: ChatFilters['tab'], now: Date, timezone: string) {
  if (before === after) return {}
  if (after === 'scheduled') return { date: dayIn(timezone, now), appointmentStatus: ANY_VISIT }
  return before === 'scheduled' ? { date: null, appointmentStatus: null } : {}
}

/** [ENTITY-08] [ROLE-08] [CONST-02] What the list call is asked, page by page; a cursor leads on from the page before. */
export function listQuery(
  organizationId: string,
  filters: ChatFilters,
  page: { page: number; cursor: string | null },
): QueryOf<Calls['conversations']> {
  const { tab, status, search, date, appointmentStatus, doctorId, userId } = filters
  return {
    organizationId,
    status: expandStatus(status),
    filter: tab,
    page: page.page,
    limit: CHAT_PAGE_SIZE,
    userId,
    ...(page.cursor === null ? {} : { cursor: page.cursor }),
    ...(search === '' ? {} : { search }),
    ...(date === null ? {} : { date }),
    ...(appointmentStatus === null ? {} : { appointmentStatus }),
    ...(doctorId === null ? {} : { doctorId }),
  }
}
