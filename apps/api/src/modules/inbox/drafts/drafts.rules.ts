/** How a draft changes. The save with the higher revision wins, in whatever order two saves arrive. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'

/** A stored draft; null for a user who never saved one. */
export interface DraftState {
  readonly organizationId: string
  readonly userId: string
  readonly conversationId: string
  /** Null after the draft was sent or emptied. */
  readonly body: string | null
  readonly private: boolean
  readonly revision: number
  readonly updatedAt: Date
}

export interface DraftSave {
  readonly message: string
  readonly private: boolean
  readonly revision: number
}

export interface SentText {
  readonly message: string
  readonly private: boolean
  /** The revision that the sender's screen sent. */
  readonly draftRevision?: number | undefined
}

export type DraftKey = Pick<DraftState, 'organizationId' | 'userId' | 'conversationId'>

/** The draft after a save; null if the stored revision is not older. A blank text empties the draft. */
export function applySave(
  key: DraftKey,
  kept: DraftState | null,
  { message, ...said }: DraftSave,
  at: Date,
): DraftState | null {
  if (kept !== null && said.revision <= kept.revision) return null
  return { ...key, ...said, body: isBlank(message) ? null : message, updatedAt: at }
}

/**
 * The draft after its writer sent a text; null if that does not concern the draft. A draft with the sent text is
 * cleared, and if the screen names the revision it sent, so are all drafts up to that revision.
 */
export function applySend(
  key: DraftKey,
  kept: DraftState | null,
  { draftRevision, ...text }: SentText,
  at: Date,
): DraftState | null {
  if (draftRevision !== undefined && draftRevision >= (kept?.revision ?? 0))
    return { ...key, body: null, private: text.private, revision: draftRevision, updatedAt: at }
  if (kept === null || kept.body?.trim() !== text.message || kept.private !== text.private) return null
  return { ...kept, body: null, updatedAt: at }
}
