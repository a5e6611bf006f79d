/** The messages of the conversation list: what it requests, receives and emits. */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Attention, Patch } from './list-model.rules.ts'
import type { Page } from './list-pages.rules.ts'
import type { FilterChange, ListFilters } from './list-query.rules.ts'
import type { View } from './list-window.rules.ts'

export interface PageRequest {
  readonly filters: ListFilters
  readonly page: number
  readonly cursor: string | null
  /** The number of rows; a full page by default. */
  readonly limit?: number
}

export type ListEvent =
  | { type: 'filter.changed'; change: FilterChange }
  | { type: 'search.typed'; typed: string }
  | { type: 'search.submitted'; typed: string }
  | { type: 'search.due'; entered: boolean }
  /** The days are those of the organization's time zone. */
  | { type: 'day.began'; ended: string; day: string }
  | { type: 'more.requested' }
  | { type: 'retry.requested' }
  | { type: 'held.shown' }
  | ({ type: 'attention.changed' } & Attention)
  | ({ type: 'view.moved' } & View)
  | { type: 'rows.pinned'; ids: ReadonlySet<string> }
  | { type: 'row.selected'; conversationId: string | null }
  | { type: 'leaving.due'; id: string }
  | { type: 'fresh.due'; ids: readonly string[] }
  | { type: 'patch.applied'; patch: Patch }
  | { type: 'patch.agreed'; key: string; epoch: string; conversation: Conversation }
  | { type: 'patch.undone'; key: string }
  | { type: 'conversation.read'; epoch: string; conversation: Conversation }
  | { type: 'rows.read'; page: Page }
  | { type: 'live.events'; epoch: string; events: readonly KnownEvent[] }
  | { type: 'live.resync' }
  /** The relay is reached again. */
  | { type: 'live.back' }

export type ListEmitted = { type: 'snapshot'; epoch: string; asOf: number } | { type: 'search.refused' }
