/** What a request for the list asks of the store, in the store's own terms. */
import {
  appointmentStatuses,
  type ConversationStatus,
  conversationStatuses,
} from '@foyer/contracts/inbox/conversation.ts'
import type { Sort, Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { chatSearch, WRONG_SEARCH_FORMAT } from '@foyer/contracts/search.rules.ts'
import { dayIn } from '@foyer/contracts/time.rules.ts'
import { Refusal } from '../../http/refusal.ts'

/** Which list a position is of, and in which order: in another it would lead nowhere. */
type Order = Sort | 'drafts' | 'mentions' | 'found' | 'history' | 'scheduled'

/** Where a page ended: the next one begins after it. Microseconds, because the store has them. */
export interface ListPosition {
  readonly atMicros: number
  readonly id: string
}

/** Conversations of patients with such a visit; what is null may be any. */
export interface VisitFilter {
  readonly day: string | null
  readonly status: string | null
  readonly doctorId: string | null
}

export interface Asked {
  readonly status: readonly (ConversationStatus | 'all')[]
  readonly filter: Tab
  readonly search?: string | undefined
  readonly date?: string | undefined
  readonly appointmentStatus?: string | undefined
  readonly doctorId?: string | undefined
  readonly cursor?: string | undefined
}

/** [STATE-15] [OPEN-028] `all` among them, or none at all, is no restriction. */
export function statusesOf(asked: Asked['status']): readonly ConversationStatus[] {
  const named = asked.filter((status) => status !== 'all')
  return named.length < asked.length || named.length === 0 ? conversationStatuses : [...new Set(named)]
}

/** [OPEN-070] [STATE-19] The scheduled tab without a day means today, as the organization has it. */
export function visitFilterOf(asked: Asked, today: { now: Date; timezone: string }): VisitFilter | null {
  const status = appointmentStatusOf(asked.appointmentStatus)
  const day = asked.date ?? (asked.filter === 'scheduled' ? dayIn(today.timezone, today.now) : null)
  const doctorId = asked.doctorId || null
  return day === null && status === null && doctorId === null ? null : { day, status, doctorId }
}

/** `All`, in any case, is any. */
function appointmentStatusOf(asked: string | undefined): string | null {
  const status = asked?.toLowerCase() ?? ''
  if (status === '' || status === 'all') return null
  if (appointmentStatuses.some((known) => known === status)) return status
  throw notValid('appointmentStatus', `Must be All or one of ${appointmentStatuses.join(', ')}`)
}

/** [RULE-05..08] The screen refuses a wrong search by the same rule; empty searches for nothing. */
export function searchOf(asked: string | undefined): string | null {
  const search = chatSearch(asked ?? '')
  if (search === null) throw notValid('search', WRONG_SEARCH_FORMAT)
  return search === '' ? null : search
}

export function cursorOf({ atMicros, id }: ListPosition, order: Order): string {
  return Buffer.from(JSON.stringify([atMicros, id, order])).toString('base64url')
}

/** What `cursorOf` made for this order, or 400: a cursor is not for composing, nor for another list. */
export function positionOf(cursor: string | undefined, order: Order): ListPosition | null {
  if (cursor === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 3) {
      const [atMicros, id, of] = read as unknown[]
      const isId = typeof id === 'string' && id.length <= 100 && !id.includes('\u0000')
      if (Number.isSafeInteger(atMicros) && isId && of === order) return { atMicros: atMicros as number, id }
    }
  } catch {
    // Not JSON is not valid either.
  }
  throw notValid('cursor', 'Not a cursor of this list')
}

export function notValid(path: string, message: string): Refusal {
  return new Refusal('not_valid', `Not valid: ${path}.`, { issues: [{ path, message }] })
}
