/**
 * The conversations that were read in this tab. They can be opened while the server can't be reached. They are kept in
 * memory only, for one user in one organization.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { memoryBy } from '../../../live/read-memory.ts'

const REMEMBERED_MAX = 50

export interface Remembered {
  /** Null if it was not read. */
  readonly conversation: Conversation | null
  readonly epoch: string
  readonly messages: readonly Message[]
  readonly atStart: boolean
  readonly readAsOf: number
  /** The `seq` up to which the screen showed the conversation. A reply carries it. */
  readonly seen: number
  /** When the screen was last up to date. */
  readonly at: Date
}

/** Returns the memory of this user in this organization. */
export const threadMemoryOf = memoryBy<Remembered>(REMEMBERED_MAX)
export type ThreadMemory = ReturnType<typeof threadMemoryOf>
