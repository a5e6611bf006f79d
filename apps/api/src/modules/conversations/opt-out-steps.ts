/** The interface through which modules react when a number is opted out other than by a text of the patient. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import type { ConversationState } from './conversations.rules.ts'

export interface OptedOut {
  /** Locked. */
  readonly conversation: ConversationState
  readonly now: Date
}

export interface OptOutReaction {
  readonly conversation: ConversationState
  /** History entries of this conversation alone. */
  readonly own: readonly HistoryChange[]
  /** Further events, appended after the conversation's. */
  readonly entries: readonly (Change | ChangeSet)[]
}

export type OptOutStep = (tx: Tx, optedOut: OptedOut) => Promise<OptOutReaction>

/** The combined reactions of all steps, each of which gets the conversation with the changes of those before it. */
export async function reactToOptOut(
  tx: Tx,
  { optOutSteps }: { readonly optOutSteps: readonly OptOutStep[] },
  { conversation, now }: OptedOut,
): Promise<OptOutReaction> {
  let all: OptOutReaction = { conversation, own: [], entries: [] }
  for (const step of optOutSteps) {
    const { conversation, own, entries } = await step(tx, { conversation: all.conversation, now })
    all = { conversation, own: [...all.own, ...own], entries: [...all.entries, ...entries] }
  }
  return all
}
