import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Position } from '../../../db/keyset.ts'

/** A request for messages with a patient. */
export interface HistoryRequest {
  readonly organizationId: string
  readonly patientId: string
  /** All of them must match; an empty list matches every channel. */
  readonly channels: readonly Conversation['type'][]
  /** Instants, or days in the organization's time zone; both ends are included. */
  readonly from: string | null
  readonly to: string | null
  readonly timezone: string
  readonly order: 'newest' | 'oldest'
  readonly after: Position | null
  readonly offset: number
  readonly limit: number
}

/**
 * `skip` and `pageNo` are two forms of one offset. A client sets one and leaves the other at its default, so the larger
 * one counts.
 */
export function offsetOf({ skip, pageNo, limit }: { skip: number; pageNo: number; limit: number }): number {
  return Math.max(skip, (pageNo - 1) * limit)
}
