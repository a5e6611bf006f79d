/** Links e-mails to conversations and records them in the conversations' history. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { type ConversationState, markUnread } from '../conversations/conversations.rules.ts'
import {
  changeConversation,
  findNewestOfPatient,
  keepChange,
  lockConversation,
} from '../conversations/conversations.ts'
import { findOnlyOwnerOfEmail, hasEmail } from '../patients/patients.ts'

interface Addressed {
  readonly organizationId: string
  readonly conversationId: string | undefined
  readonly email: string
}

/**
 * Locks the conversation that records an e-mail: the named one, whose patient must have this address; otherwise the
 * newest one of the only patient with the address. Null if there is none.
 */
export async function lockConversationOfMail(tx: Tx, mail: Addressed): Promise<ConversationState | null> {
  const { organizationId, conversationId, email } = mail
  if (conversationId === undefined) {
    const owner = await findOnlyOwnerOfEmail(tx, organizationId, email)
    const newest = owner && (await findNewestOfPatient(tx, organizationId, owner.id))
    return newest === null ? null : lockConversation(tx, organizationId, newest)
  }
  const conversation = await lockConversation(tx, organizationId, conversationId)
  const { patientId } = conversation
  if (patientId === null || !(await hasEmail(tx, { organizationId, patientId, email })))
    throw new Refusal('conflict', "This is not the address of the conversation's patient.")
  return conversation
}

interface About {
  readonly organizationId: string
  readonly conversationId: string
  readonly by: string | null
  /** Further events, appended last. */
  readonly entries?: readonly (Change | ChangeSet)[]
}

interface Queued {
  readonly mailId: string
  readonly by: string
  readonly now: Date
  readonly beforeHead: () => Promise<unknown>
}

/** Records a new e-mail in the history of its locked conversation. It must be the last step of its transaction. */
export async function recordQueued(
  tx: Tx,
  conversation: ConversationState,
  { mailId, ...about }: Queued,
): Promise<void> {
  const also = [{ kind: 'email', mailId, status: 'queued' } as const]
  await keepChange(tx, { ...about, before: conversation, after: conversation, also })
}

/** Records an e-mail's status in the conversation's history. It must be the last step of its transaction. */
export async function recordMail(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { entries = [], ...about }: About,
  news: Omit<Extract<HistoryChange, { kind: 'email' }>, 'kind'>,
): Promise<void> {
  const change = { ...about, now: clock.now(), also: [{ kind: 'email', ...news } as const] }
  const needsAttention = news.status === 'failed' || news.status === 'unconfirmed'
  const rule = (conversation: ConversationState) => (needsAttention ? markUnread(conversation) : conversation)
  await changeConversation(tx, change, rule, entries)
}
