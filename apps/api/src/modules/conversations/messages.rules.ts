import type { Attachment, Delivery } from '@foyer/contracts/inbox/message.ts'
import { type Author, type ConversationState, sentBy } from './conversations.rules.ts'

/** A message that is about to be kept. */
export interface MessageState {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly direction: 'inbound' | 'outbound'
  readonly body: string
  /** Of an inbound one they come later. */
  readonly attachments: readonly Attachment[]
  readonly private: boolean
  /** Whom it is filed under by itself; null: whose the conversation is. */
  readonly patientId: string | null
  /** Nobody of the staff wrote it. */
  readonly automatic: boolean
  /** Staff ids that a note names. */
  readonly mentions?: readonly string[]
  readonly author: Author | null
  readonly createdAt: Date
  readonly status: Delivery
  readonly carrierSid: string | null
}

interface Made {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly createdAt: Date
}

export function inboundMessage(made: Made, text: { body: string; sid: string }): MessageState {
  return {
    ...made,
    direction: 'inbound',
    body: text.body,
    attachments: [],
    private: false,
    patientId: null,
    automatic: false,
    author: null,
    status: 'received',
    carrierSid: text.sid,
  }
}

export interface OutboundText {
  readonly body: string
  readonly private: boolean
  readonly patientId?: string | null
  readonly author: Author
  readonly attachments?: readonly Attachment[]
  /** Staff ids, each once. */
  readonly mentions?: readonly string[]
}

/** A text waits for the carrier; a note is where it belongs at once, and so is what is said in a chat. [OPEN-071] [OPEN-072] */
export function outboundMessage(made: Made, text: OutboundText, channel: ConversationState['channel']): MessageState {
  const { patientId = null, attachments = [], ...words } = text
  const status = text.private ? 'sent' : sentBy(channel)
  const kept = { ...words, patientId, attachments, automatic: false }
  return { ...made, ...kept, direction: 'outbound', status, carrierSid: null }
}

/** A text of the house that nobody wrote. */
export function automaticMessage(made: Made, body: string, channel: ConversationState['channel']): MessageState {
  const nobody = { private: false, automatic: true, author: null, patientId: null, attachments: [] }
  return { ...made, ...nobody, body, direction: 'outbound', status: sentBy(channel), carrierSid: null }
}
