import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import type { Author } from './conversations.rules.ts'

/** A message that is about to be kept. */
export interface MessageState {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly direction: 'inbound' | 'outbound'
  readonly body: string
  readonly private: boolean
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
    private: false,
    author: null,
    status: 'received',
    carrierSid: text.sid,
  }
}

/** A text waits for the carrier; a note is where it belongs at once. [OPEN-071] [OPEN-072] */
export function outboundMessage(
  made: Made,
  text: { body: string; private: boolean; author: Author; mentions?: readonly string[] },
): MessageState {
  return { ...made, ...text, direction: 'outbound', status: text.private ? 'sent' : 'queued', carrierSid: null }
}
