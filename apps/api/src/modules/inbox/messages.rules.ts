import type { Attachment, Delivery } from '@foyer/contracts/inbox/message.ts'
import type { Author } from './conversations.rules.ts'

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
    author: null,
    status: 'received',
    carrierSid: text.sid,
  }
}

/** A text waits for the carrier; a note is where it belongs at once. [OPEN-071] [OPEN-072] */
export function outboundMessage(
  made: Made,
  text: { body: string; attachments: readonly Attachment[]; private: boolean; author: Author },
): MessageState {
  return { ...made, ...text, direction: 'outbound', status: text.private ? 'sent' : 'queued', carrierSid: null }
}
