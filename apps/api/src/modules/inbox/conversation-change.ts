/** How a conversation's change reaches the store, the log and the caller: one way for all of them. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { countsMoved } from '@foyer/contracts/inbox/counts.rules.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { visitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents, type Change, draft, type Place } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import { visitorView } from './chat/visitor-view.rules.ts'
import type { ConversationState } from './conversations.rules.ts'
import { findConversation, lockConversation, saveConversation } from './conversations.store.ts'
import type { CarrierMedia } from './inbound.rules.ts'
import type { MessageState } from './messages.rules.ts'
import { addMessage } from './messages.store.ts'

/** Who did it: a staff member's id; null is the patient, the carrier or the house's own clockwork. */
export type Actor = string | null

interface Happened {
  readonly before: ConversationState | null
  readonly after: ConversationState
  readonly by: Actor
  readonly now: Date
}

/** The log's entry for a conversation that becomes `after`; `before` is null for a new one. */
export function conversationChange(tx: Tx, happened: Happened): Change {
  return {
    moved: countsMoved(happened.before, happened.after),
    record: async ({ seq }) => draft(conversationChanged, await keep(tx, happened, seq)),
  }
}

/** The one place where a changed conversation is written. */
function keep(tx: Tx, { after, by, now }: Happened, seq: number): Promise<Conversation> {
  return saveConversation(tx, { ...after, changedBy: by ?? after.changedBy }, { version: seq, now })
}

interface Addition extends Happened {
  readonly message: MessageState
  readonly media?: readonly CarrierMedia[]
  /** Conversations that show something else now, though nothing of their own changed. */
  readonly alsoShown?: readonly ConversationState[]
}

/** A message joins its conversation. First the conversation, which may be new, then what is in it. */
export async function appendMessage(
  tx: Tx,
  { message, media = [], alsoShown = [], ...happened }: Addition,
): Promise<{ added: Message; place: Place }> {
  const { before, after, now } = happened
  let added: Message | undefined
  const place = await appendEvents(tx, { organizationId: after.organizationId, at: now }, [
    {
      moved: countsMoved(before, after),
      record: async ({ seq }) => {
        // The message is the very next entry.
        const state = message.private ? after : { ...after, lastTextVersion: seq + 1 }
        return draft(conversationChanged, await keep(tx, { ...happened, after: state }, seq))
      },
    },
    {
      record: async ({ seq }) => {
        added = await addMessage(tx, message, { version: seq, media })
        return draft(messageAdded, { conversationId: after.id, message: added })
      },
    },
    ...(after.channel === 'chat' && !message.private ? [{ record: () => forVisitor(after, message, added) }] : []),
    ...alsoShown.map((other) => conversationChange(tx, { before: other, after: other, by: null, now })),
  ])
  if (!added) throw new Error('A message was kept and is not there.')
  return { added, place }
}

/** In a chat the patient hears of it too: of what a patient may see. */
function forVisitor({ sender }: ConversationState, { carrierSid }: MessageState, added: Message | undefined) {
  if (!added) throw new Error('A message was kept and is not there.')
  return draft(visitorMessage, { visitorId: sender, message: visitorView(added, carrierSid) })
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
  { organizationId, conversationId, by, now }: { organizationId: string; conversationId: string; by: Actor; now: Date },
  rule: (conversation: ConversationState) => ConversationState,
): Promise<Changed> {
  const before = await lockConversation(tx, organizationId, conversationId)
  const after = rule(before)
  let data: Conversation | undefined
  const change: Change = {
    moved: countsMoved(before, after),
    record: async ({ seq }) => {
      data = await keep(tx, { before, after, by, now }, seq)
      return draft(conversationChanged, data)
    },
  }
  const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, after === before ? [] : [change])
  data ??= await findConversation(tx, { organizationId, id: conversationId, now })
  if (!data) throw notFound()
  return { code: 'ok', data, asOf: seq, epoch }
}
