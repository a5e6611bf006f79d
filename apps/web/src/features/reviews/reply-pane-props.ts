import type { HeldReview } from '@foyer/contracts/listings/collections.rules.ts'
import type { ListingConnection } from '../../parts/listings/use-listing-connection.ts'
import type { ReplyActor } from './reply.machine.ts'

export interface ReplyPaneProps {
  organizationId: string
  review: HeldReview
  actor: ReplyActor
  connection: ListingConnection
  userId: string
  now: Date
  timezone: string
  offline: boolean
  onClose: () => void
  /** Opens the review before or after this one; null at the ends. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** The profile has no column of its own here. */
  onProfile: (() => void) | null
}
