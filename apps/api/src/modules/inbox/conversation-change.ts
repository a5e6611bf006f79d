/** How a conversation's change reaches the store, the log and the caller: one way for all of them. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { countsMoved } from '@foyer/contracts/inbox/counts.rules.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents, type Change, draft, type Place } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import type { ConversationState } from './conversations.rules.ts'
import { findConversation, lockConversation, saveConversation } from './conversations.store.ts'
import type { CarrierMedia } from './inbound.rules.ts'
import type { MessageState } from './messages.rules.ts'
import { addMessage } from './messages.store.ts'

/** The log's entry for a conversation that becomes `after`; `before` is null for a new one. */
export function conversationChange(
  tx: Tx,
  { before, after, now }: { before: ConversationState | null; after: ConversationState; now: Date },
): Change {
  return {
    moved: countsMoved(before, after),
    record: async ({ seq }) => draft(conversationChanged, await saveConversation(tx, after, { version: seq, now })),
  }
}

interface Addition {
  readonly before: ConversationState | null
  readonly after: ConversationState
  readonly message: MessageState
  readonly media?: readonly CarrierMedia[]
  /** Conversations that show something else now, though nothing of their own changed. */
  readonly alsoShown?: readonly ConversationState[]
  readonly now: Date
}

/** A message joins its conversation. First the conversation, which may be new, then what is in it. */
export async function appendMessage(
  tx: Tx,
  { before, after, message, media = [], alsoShown = [], now }: Addition,
): Promise<{ added: Message; place: Place }> {
  let added: Message | undefined
  const place = await appendEvents(tx, { organizationId: after.organizationId, at: now }, [
    {
      moved: countsMoved(before, after),
      record: async ({ seq }) => {
        // The message is the very next entry.
        const state = message.private ? after : { ...after, lastTextVersion: seq + 1 }
        return draft(conversationChanged, await saveConversation(tx, state, { version: seq, now }))
      },
    },
    {
      record: async ({ seq }) => {
        added = await addMessage(tx, message, { version: seq, media })
        return draft(messageAdded, { conversationId: after.id, message: added })
      },
    },
    ...alsoShown.map((other) => conversationChange(tx, { before: other, after: other, now })),
  ])
  if (!added) throw new Error('A message was kept and is not there.')
  return { added, place }
}

export interface Changed {
  readonly code: 'ok'
  readonly data: Conversation
  readonly asOf: number
  readonly epoch: string
}

/**
 * Locks a conversation, changes it by a rule and answers it as it then is. A rule that gives back what it got changed
 * nothing: no event, and the answer is as of the head.
 */
export async function changeConversation(
  tx: Tx,
  { organizationId, conversationId, now }: { organizationId: string; conversationId: string; now: Date },
  rule: (conversation: ConversationState) => ConversationState,
): Promise<Changed> {
  const before = await lockConversation(tx, organizationId, conversationId)
  const after = rule(before)
  let data: Conversation | undefined
  const change: Change = {
    moved: countsMoved(before, after),
    record: async ({ seq }) => {
      data = await saveConversation(tx, after, { version: seq, now })
      return draft(conversationChanged, data)
    },
  }
  const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, after === before ? [] : [change])
  data ??= await findConversation(tx, { organizationId, id: conversationId, now })
  if (!data) throw notFound()
  return { code: 'ok', data, asOf: seq, epoch }
}
