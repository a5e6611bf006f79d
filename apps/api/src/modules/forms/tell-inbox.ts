/** Makes the conversation of a patient unread when a form of theirs is to be seen in the inbox. */
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import { markUnread } from '../conversations/conversations.rules.ts'
import { conversationChange, lockConversation } from '../conversations/conversations.ts'
import type { KeptForm } from './forms.store.ts'

interface Arrival {
  readonly form: Pick<KeptForm, 'tellsInbox' | 'requestType'>
  readonly submission: Pick<FormSubmission, 'organizationId' | 'conversationId' | 'state'>
  readonly now: Date
}

/** The changes of the conversation, which are appended before the submission's event. */
export async function telling(
  tx: Tx,
  { form: { tellsInbox, requestType }, submission: { organizationId, conversationId, state }, now }: Arrival,
): Promise<readonly (Change | ChangeSet)[]> {
  if (!tellsInbox || conversationId === null || state !== 'new') return []
  const before = await lockConversation(tx, organizationId, conversationId)
  const unread = markUnread(before)
  const after = requestType === null || unread.requestType !== null ? unread : { ...unread, requestType }
  return after === before ? [] : conversationChange(tx, { before, after, by: null, now })
}
