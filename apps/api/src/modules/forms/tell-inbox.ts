/** Makes the conversation of a patient unread and open when a form of theirs is to be seen in the inbox, and tells its history. */
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import { type ConversationState, markUnread, reopened } from '../conversations/conversations.rules.ts'
import { conversationChange, lockConversation } from '../conversations/conversations.ts'
import type { KeptForm } from './forms.store.ts'

interface Arrival {
  readonly form: Pick<KeptForm, 'tellsInbox' | 'requestType' | 'title'>
  readonly submission: Pick<FormSubmission, '_id' | 'organizationId' | 'conversationId' | 'state'>
  readonly now: Date
}

interface Told {
  /** The changes of the conversation, which are appended before the submission's event. */
  readonly changes: readonly (Change | ChangeSet)[]
  /** The conversation became the request that the form asks for, so the form is no other one. */
  readonly isRequest: boolean
}

const NOTHING: Told = { changes: [], isRequest: false }

export async function telling(
  tx: Tx,
  { form: { tellsInbox, requestType, title }, submission, now }: Arrival,
): Promise<Told> {
  const { _id: submissionId, organizationId, conversationId, state } = submission
  if (!tellsInbox || conversationId === null || state !== 'new') return NOTHING
  const before = await lockConversation(tx, organizationId, conversationId)
  const seen = openAgain(markUnread(before))
  const isRequest = requestType !== null && seen.requestType === null
  const after = isRequest ? { ...seen, requestType } : seen
  const also = [{ kind: 'form', submissionId, title } as const]
  return { changes: conversationChange(tx, { before, after, by: null, now, also }), isRequest }
}

/** As a message of the patient does. */
function openAgain(conversation: ConversationState): ConversationState {
  const status = reopened(conversation)
  return conversation.status === status && conversation.snoozedUntil === null
    ? conversation
    : { ...conversation, status, snoozedUntil: null }
}
