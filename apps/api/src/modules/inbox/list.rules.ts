/** Converts a list request into the terms of the store. */
import { appointmentStatuses } from '@foyer/contracts/appointments/status.rules.ts'
import { type ConversationStatus, conversationStatuses } from '@foyer/contracts/inbox/conversation.ts'
import type { Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { chatSearch, searchWords, WRONG_SEARCH_FORMAT } from '@foyer/contracts/search.rules.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { notValid } from '../../http/refusal.ts'

/** Conversations of patients with a matching visit; null matches any. */
interface AskedVisit {
  /** `today` is the current day in the organization's time zone. */
  readonly day: string | null
  readonly status: string | null
  readonly doctorId: string | null
}

export interface VisitFilter extends Pick<AskedVisit, 'status' | 'doctorId'> {
  /** The day's bounds. */
  readonly bounds: { readonly from: Date; readonly until: Date } | null
}

export interface ListQuery {
  readonly status: readonly (ConversationStatus | 'all')[]
  readonly statusMode: 'only' | 'first'
  readonly filter: Tab
  readonly search?: string | undefined
  readonly date?: string | undefined
  readonly appointmentStatus?: string | undefined
  readonly doctorId?: string | undefined
  readonly cursor?: string | undefined
}

/** [STATE-15] [OPEN-028] No status, or `all` among them, means every status. */
export function statusesOf(asked: ListQuery['status']): readonly ConversationStatus[] {
  const named = asked.filter((status) => status !== 'all')
  return named.length < asked.length || named.length === 0 ? conversationStatuses : [...new Set(named)]
}

/** [OPEN-070] [STATE-19] The scheduled tab without a day means today. */
export function askedVisitOf(asked: ListQuery): AskedVisit | null {
  const status = appointmentStatusOf(asked.appointmentStatus)
  const day = asked.date ?? (asked.filter === 'scheduled' ? TODAY : null)
  const doctorId = asked.doctorId || null
  return day === null && status === null && doctorId === null ? null : { day, status, doctorId }
}

/** [OPEN-031] A day begins and ends in the organization's time zone. */
export function visitFilterOf(
  { day, ...rest }: AskedVisit,
  { now, timezone }: { now: Date; timezone: string },
): VisitFilter {
  if (day === null) return { ...rest, bounds: null }
  return { ...rest, bounds: boundsOfDay(day === TODAY ? dayIn(now, timezone) : day, timezone) }
}

const TODAY = 'today'

/** `All`, in any case, means any status. */
function appointmentStatusOf(asked: string | undefined): string | null {
  const status = asked?.toLowerCase() ?? ''
  if (status === '' || status === 'all') return null
  if (appointmentStatuses.some((known) => known === status)) return status
  throw notValid('appointmentStatus', `Must be All or one of ${appointmentStatuses.join(', ')}`)
}

/** [RULE-05..08] The browser validates a search with the same rule. An empty search is no search. */
export function searchOf(asked: string | undefined): readonly string[] | null {
  const search = chatSearch(asked ?? '')
  if (search === null) throw notValid('search', WRONG_SEARCH_FORMAT)
  return search === '' ? null : searchWords(search)
}

/** The statuses that come first in a list of all; null if the list has one part. */
export function chosenOf({
  status,
  statusMode,
}: Pick<ListQuery, 'status' | 'statusMode'>): readonly ConversationStatus[] | null {
  const chosen = statusesOf(status)
  return statusMode === 'first' && chosen.length < conversationStatuses.length ? chosen : null
}

interface Position {
  readonly atMicros: number
  readonly id: string
}

/** The position of a row in a list of two parts. */
export interface ListPosition extends Position {
  /** Whether the row is in the first part. */
  readonly isFirst: boolean
}

export function isFirst(chosen: readonly ConversationStatus[] | null, status: ConversationStatus): boolean {
  return chosen === null || chosen.includes(status)
}

/** A part of the list that the page may show: its statuses, and the position after which its rows are. */
export interface Part {
  readonly statuses: readonly ConversationStatus[]
  readonly after: Position | null
}

export function partsOf({
  statuses,
  chosen,
  after,
}: {
  readonly statuses: readonly ConversationStatus[]
  readonly chosen: readonly ConversationStatus[] | null
  readonly after: ListPosition | null
}): Part[] {
  if (chosen === null) return [{ statuses, after }]
  const others = { statuses: statuses.filter((status) => !chosen.includes(status)), after: null }
  if (after?.isFirst === false) return [{ ...others, after }]
  return [{ statuses: chosen, after }, others]
}
