/** What becomes of a draft. Of two saves the one with the higher revision stands, in whatever order they come. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'

/** A draft as it is stored; nobody's who has never saved one. */
export interface DraftState {
  readonly organizationId: string
  readonly userId: string
  readonly conversationId: string
  /** Null once it was sent or emptied. */
  readonly body: string | null
  readonly private: boolean
  readonly revision: number
  readonly updatedAt: Date
}

export interface Typed {
  readonly message: string
  readonly private: boolean
  readonly revision: number
}

export interface Sent {
  readonly message: string
  readonly private: boolean
  /** Up to which revision the sender's screen sent it. */
  readonly draftRevision?: number | undefined
}

export type DraftKey = Pick<DraftState, 'organizationId' | 'userId' | 'conversationId'>

/** The draft as typed, or null where something newer is kept. Blanks alone are no draft. */
export function typed(
  key: DraftKey,
  kept: DraftState | null,
  { message, ...said }: Typed,
  at: Date,
): DraftState | null {
  if (kept !== null && said.revision <= kept.revision) return null
  return { ...key, ...said, body: isBlank(message) ? null : message, updatedAt: at }
}

/**
 * The draft after its writer sent something, or null where that is not about it. The text that was sent is no draft any
 * more; and where the screen says which revision it sent, none up to it comes back.
 */
export function sent(
  key: DraftKey,
  kept: DraftState | null,
  { draftRevision, ...text }: Sent,
  at: Date,
): DraftState | null {
  if (draftRevision !== undefined && draftRevision >= (kept?.revision ?? 0))
    return { ...key, body: null, private: text.private, revision: draftRevision, updatedAt: at }
  if (kept === null || kept.body?.trim() !== text.message || kept.private !== text.private) return null
  return { ...kept, body: null, updatedAt: at }
}
