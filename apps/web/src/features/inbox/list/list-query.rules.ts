import type { QueryOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import {
  type ChatFilters,
  chatFilterKeys,
  isOfTeam,
  matchesFilter,
  orderOf,
  type SortFields,
  sortIncludes,
} from '@foyer/contracts/inbox/filter.rules.ts'
import { expandStatus, type Sort } from '@foyer/contracts/inbox/status.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'

/** [ENTITY-07] The filters of the list, its order, newest first by default, its team and its campaign, any by default. */
export interface ListFilters extends ChatFilters {
  sort?: Sort
  team?: string | null
  /** The campaign that the newest answers belong to. */
  campaign?: string | null
}

export type FilterChange = Partial<Omit<ListFilters, 'page' | 'userId'>>

/** [STATE-19] The visit status that the scheduled tab asks for: any visit that day. */
const ANY_VISIT = 'All'

/**
 * [STATE-20] A change of any filter goes back to page 1. [STATE-19] [OPEN-031] The scheduled tab starts with today
 * in the time zone of the organization, and leaving it clears the day.
 */
export function changeFilters(filters: ListFilters, change: FilterChange, now: Date, timezone: string): ListFilters {
  const tab = change.tab ?? filters.tab
  return { ...filters, ...visitFilters(filters.tab, tab, now, timezone), ...change, page: 1 }
}

function visitFilters(before: ChatFilters['tab'], after: ChatFilters['tab'], now: Date, timezone: string) {
  if (before === after) return {}
  if (after === 'scheduled') return { date: dayIn(now, timezone), appointmentStatus: ANY_VISIT }
  return before === 'scheduled' ? { date: null, appointmentStatus: null } : {}
}

/** [STATE-19] A list of the day that ended moves on to the new day. */
export function afterMidnight(filters: ListFilters, day: string): ListFilters {
  return { ...filters, date: day, page: 1 }
}

/** Whether a conversation belongs in the list; null when only the server can tell. */
export function belongsIn(conversation: Conversation, filters: ListFilters): boolean | null {
  const { sort = 'newest', team = null, campaign = null } = filters
  if (!isOfCampaign(conversation, campaign)) return false
  return sortIncludes(conversation, sort) && isOfTeam(conversation, team) && matchesFilter(conversation, filters)
}

/** Whether the newest answer belongs to the campaign; any conversation does if no campaign is asked for. */
export function isOfCampaign({ campaign }: Pick<Conversation, 'campaign'>, asked: string | null): boolean {
  return asked === null || campaign?._id === asked
}

/** The order of the list, the same as the server's. */
export function comparatorOf({
  sort = 'newest',
  ...filters
}: ListFilters): (left: SortFields, right: SortFields) => number {
  return orderOf(sort, filters)
}

/** [ENTITY-08] [ROLE-08] [CONST-02] The query of one page of the list. A cursor continues after the page before. */
export function listQuery(
  organizationId: string,
  filters: ListFilters,
  { page, cursor, limit = CHAT_PAGE_SIZE }: { page: number; cursor: string | null; limit?: number | undefined },
): QueryOf<Calls['conversations']> {
  const { tab, status, sort = 'newest', team = null, campaign = null, search, date, doctorId, userId } = filters
  return {
    organizationId,
    status: expandStatus(status),
    filter: tab,
    ...(sort === 'newest' ? {} : { sort }),
    page,
    limit,
    userId,
    ...(cursor === null ? {} : { cursor }),
    ...(search === '' ? {} : { search, statusMode: 'first' as const }),
    ...(date === null ? {} : { date }),
    ...(filters.appointmentStatus === null ? {} : { appointmentStatus: filters.appointmentStatus }),
    ...(doctorId === null ? {} : { doctorId }),
    ...(team === null ? {} : { team }),
    ...(campaign === null ? {} : { campaignId: campaign }),
  }
}

const VIEW_PARTS = [...chatFilterKeys, 'sort', 'team', 'campaign'] as const

/** Whether two filters show the same list, whatever number of pages is loaded. */
export function isSameView(one: ListFilters, other: ListFilters): boolean {
  return VIEW_PARTS.every((part) => part === 'page' || (one[part] ?? null) === (other[part] ?? null))
}

/** Equal for filters that show the same list. */
export function viewKey(filters: ListFilters): string {
  return JSON.stringify(VIEW_PARTS.map((part) => (part === 'page' ? null : (filters[part] ?? null))))
}
