import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Position } from '../../../db/keyset.ts'

/** What was written with a patient, as far as somebody wants to read it. */
export interface HistoryRequest {
  readonly organizationId: string
  readonly patientId: string
  /** Each of them must hold; none is any. */
  readonly channels: readonly Conversation['type'][]
  /** Instants, or days of the organization's; both ends belong to it. */
  readonly from: string | null
  readonly to: string | null
  readonly timezone: string
  readonly order: 'newest' | 'oldest'
  readonly after: Position | null
  readonly offset: number
  readonly limit: number
}

/** `skip` and `pageNo` say the same thing; whoever sends one and leaves the other as it was means the one that leads on. */
export function offsetOf({ skip, pageNo, limit }: { skip: number; pageNo: number; limit: number }): number {
  return Math.max(skip, (pageNo - 1) * limit)
}
