/** Emits a draft's change to its writer alone. The caller holds the conversation's lock. */
import type { Draft } from '@foyer/contracts/inbox/draft.ts'
import { draftChanged } from '@foyer/contracts/inbox/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, type ChangeSet, newEvent } from '../../../events/append.ts'
import { tallyChanges } from '../../conversations/conversations.ts'
import { applySend, type DraftKey, type DraftState, type SentText } from './drafts.rules.ts'
import { findDraft, type KeptDraft, keepDraft } from './drafts.store.ts'

/** The draft in the contract's form. */
export function draftOf(state: DraftState, version: number): Draft {
  return {
    conversationId: state.conversationId,
    user: state.userId,
    message: state.body,
    private: state.private,
    revision: state.revision,
    updatedAt: state.updatedAt.toISOString(),
    version,
  }
}

/**
 * Saves the draft and returns its event. If the draft was empty and stays empty, only its revision is saved and there
 * is no event. The draft's event comes first; the writer's count follows if the draft begins or ends.
 */
export function changesOf(tx: Tx, before: KeptDraft | null, after: DraftState): (Change | ChangeSet)[] {
  if ((before === null || before.state.body === null) && after.body === null) {
    keepDraft(tx, after, before?.version ?? 0)
    return []
  }
  const record: Change['record'] = ({ seq }) => {
    keepDraft(tx, after, seq)
    return newEvent(draftChanged, draftOf(after, seq))
  }
  const isCounted = (before?.state.body ?? null) === null || after.body === null
  return [{ record }, ...(isCounted ? tallyChanges(tx, after.organizationId, [after.userId]) : [])]
}

/** The sender's draft for `changesBySending`. The statement must be sent after the lock of the conversation. */
export function draftOfSender(tx: Tx, key: DraftKey): Promise<KeptDraft | null> {
  return findDraft(tx, key)
}

/** Clears the sender's draft in the transaction that sends its text. */
export function changesBySending(
  tx: Tx,
  { before, ...key }: DraftKey & { readonly before: KeptDraft | null },
  text: SentText,
  now: Date,
): (Change | ChangeSet)[] {
  const after = applySend(key, before?.state ?? null, text, now)
  return after === null ? [] : changesOf(tx, before, after)
}
