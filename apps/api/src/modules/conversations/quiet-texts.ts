/**
 * Quiet texts: what the product sends to many patients by itself, such as reminders. A quiet text stands in its thread and
 * changes nothing of the conversation: no list item, order or count. A number that nobody has written to or from gets a
 * conversation of the status `quiet`, which the first other message makes an ordinary one.
 */
import { messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Origin } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { type Change, newEvent } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { enqueue, enqueueReady, type TextKind } from '../outbound/outbound.ts'
import { begin, type ConversationState, momentIn } from './conversations.rules.ts'
import { automaticMessage, type CampaignOfMessage, type MessageState } from './messages.rules.ts'
import { addMessage } from './messages.store.ts'
import { addQuietConversation } from './saved-conversations.store.ts'

interface QuietText {
  readonly organizationId: string
  readonly phoneNumber: string
  /** The number's conversation, locked by `lockSender`; null if it has none. */
  readonly conversation: ConversationState | null
  readonly body: string
  readonly origin: Origin
  readonly kind: TextKind
  /** The campaign that sends it. */
  readonly campaign?: CampaignOfMessage
  /** The patient whom the text is about; null if it is about several. */
  readonly patientId: string | null
  /** Several patients have the number, so the text is filed under its patient also where that is the conversation's. */
  readonly isShared?: boolean
  /** The organization's number, if all is checked that a handover checks: the text of a campaign leaves directly after the commit. */
  readonly from?: string | null
  readonly now: Date
}

/** Queues the text. The caller has decided that it may be sent, and counted it; it appends the change. */
export function stageQuietText(
  tx: Tx,
  { newId }: Pick<Services, 'newId'>,
  {
    organizationId,
    phoneNumber,
    conversation,
    kind,
    now,
    patientId,
    isShared = false,
    from = null,
    ...words
  }: QuietText,
): { readonly message: MessageState; readonly change: Change } {
  const held = conversation ?? quietConversation({ id: newId(), organizationId, sender: phoneNumber, at: now })
  if (conversation === null) addQuietConversation(tx, held)
  const { id: conversationId } = held
  const made = { id: newId(), organizationId, conversationId, createdAt: momentIn(conversation, now) }
  const filedUnder = patientId === held.patientId && !isShared ? null : patientId
  const message = automaticMessage(made, { ...words, patientId: filedUnder, quiet: true }, held.channel)
  const queued = { organizationId, conversationId, messageId: message.id }
  if (kind === 'campaign' && from !== null)
    enqueueReady(
      tx,
      { ...queued, kind },
      { to: held.phoneNumber, from, body: message.body, attachments: [], judgedAt: now },
    )
  else enqueue(tx, { ...queued, kind })
  const change: Change = {
    record: async ({ seq: version }) =>
      newEvent(messageAdded, {
        conversationId,
        message: await addMessage(tx, { message, channel: held.channel, version }),
      }),
  }
  return { message, change }
}

/** It has no patient before somebody writes: then the only patient of the number is linked, as to any new conversation. */
function quietConversation(about: Parameters<typeof begin>[0]): ConversationState {
  return { ...begin(about), isQuiet: true }
}
