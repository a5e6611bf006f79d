/** A draft's change as an event for its writer alone. The caller holds the conversation's lock. */
import type { Draft } from '@foyer/contracts/inbox/draft.ts'
import { draftChanged } from '@foyer/contracts/inbox/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import { type DraftKey, type DraftState, type Sent, sent } from './drafts.rules.ts'
import { findDraft, type KeptDraft, keepDraft } from './drafts.store.ts'

/** As everybody who may read it does. */
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
 * Writes the draft as it now is. One that was not there and is not there now leaves its revision and emits nothing: the
 * changes are none then.
 */
export async function changesOf(tx: Tx, before: KeptDraft | null, after: DraftState): Promise<Change[]> {
  if ((before === null || before.state.body === null) && after.body === null) {
    await keepDraft(tx, after, before?.version ?? 0)
    return []
  }
  const record: Change['record'] = async ({ seq }) => {
    await keepDraft(tx, after, seq)
    return newEvent(draftChanged, draftOf(after, seq))
  }
  return [{ record }]
}

/** The sender's own draft goes with what they sent, in the same transaction. */
export async function changesBySending(tx: Tx, key: DraftKey, text: Sent, now: Date): Promise<Change[]> {
  const before = await findDraft(tx, key)
  const after = sent(key, before?.state ?? null, text, now)
  return after === null ? [] : changesOf(tx, before, after)
}
