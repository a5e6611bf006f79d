import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'

/** Whoever hears a clinic live and keeps a copy of it. */
export interface Client {
  readonly name: string
  readonly organizationId: string
  /** It says that what it shows is current. */
  isLive(): boolean
  /** Everything up to `seq` is in its copy. */
  position(): { readonly epoch: string; readonly seq: number } | null
  conversations(): ReadonlyMap<string, Conversation>
  counts(): Counts | null
  /** Of the conversation that it has open, if it has one. */
  thread(): { readonly conversationId: string; readonly messages: readonly Message[] } | null
  close(): void
}
