import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'

/** A client that receives a clinic's events and keeps a copy of its conversations. */
export interface Client {
  readonly name: string
  readonly organizationId: string
  /** Whether it claims to be current. */
  isLive(): boolean
  /** Its copy contains everything up to `seq`. */
  position(): { readonly epoch: string; readonly seq: number } | null
  conversations(): ReadonlyMap<string, Conversation>
  counts(): Counts | null
  /** The messages of its open conversation; null without one. */
  thread(): { readonly conversationId: string; readonly messages: readonly Message[] } | null
  close(): void
}
