import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import { type Author, type ConversationState, sentBy } from './conversations.rules.ts'

/** A message that is about to be kept. */
export interface MessageState {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly direction: 'inbound' | 'outbound'
  readonly body: string
  readonly private: boolean
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
    private: false,
    author: null,
    status: 'received',
    carrierSid: text.sid,
  }
}

interface Written {
  readonly body: string
  readonly private: boolean
  readonly author: Author
}

/** A text waits for the carrier; a note is where it belongs at once, and so is what is said in a chat. [OPEN-071] [OPEN-072] */
export function outboundMessage(made: Made, text: Written, channel: ConversationState['channel']): MessageState {
  return {
    ...made,
    ...text,
    direction: 'outbound',
    status: text.private ? 'sent' : sentBy(channel),
    carrierSid: null,
  }
}
