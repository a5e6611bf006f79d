import type { Attachment, Delivery, Message, Origin } from '@foyer/contracts/inbox/message.ts'
import { type Author, type ConversationState, sentBy } from './conversations.rules.ts'

/** The campaign of a message, with its name at that time. */
export type CampaignOfMessage = NonNullable<Message['campaign']>

/** A message before it is saved. */
export interface MessageState {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly direction: 'inbound' | 'outbound'
  readonly body: string
  /** Empty for an inbound message; its files arrive later. */
  readonly attachments: readonly Attachment[]
  readonly private: boolean
  /** The patient under whom this message is filed; null for the conversation's own patient. */
  readonly patientId: string | null
  /** True if no staff member wrote it. */
  readonly automatic: boolean
  /** Null for an inbound message. */
  readonly origin: Origin | null
  /** The campaign that sent it, or that the patient's message answers. */
  readonly campaign?: CampaignOfMessage | null
  /** What a chatbot asks with it. */
  readonly prompt?: Message['prompt']
  /** The automation or the chatbot that wrote it. */
  readonly via?: Message['via']
  /** True for a text that the conversation's list item does not show, see `quiet-texts.ts`. */
  readonly quiet?: boolean
  /** Staff ids that a note mentions. */
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

export function inboundMessage(
  made: Made,
  text: { body: string; sid: string; patientId: string | null; campaign?: CampaignOfMessage | null },
): MessageState {
  return {
    ...made,
    direction: 'inbound',
    body: text.body,
    attachments: [],
    private: false,
    patientId: text.patientId,
    campaign: text.campaign ?? null,
    automatic: false,
    origin: null,
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
  /** Unique staff ids. */
  readonly mentions?: readonly string[]
}

/** A text is queued for the carrier; notes and chat messages count as sent at once. [OPEN-071] [OPEN-072] */
export function outboundMessage(made: Made, text: OutboundText, channel: ConversationState['channel']): MessageState {
  const { patientId = null, attachments = [], ...words } = text
  const status = text.private ? 'sent' : sentBy(channel)
  const kept = { ...words, patientId, attachments, automatic: false, origin: 'staff' } as const
  return { ...made, ...kept, direction: 'outbound', status, carrierSid: null }
}

interface AutomaticWords {
  readonly body: string
  readonly origin: Origin
  readonly attachments?: readonly Attachment[]
  readonly patientId?: string | null
  readonly campaign?: CampaignOfMessage | null
  readonly prompt?: Message['prompt']
  readonly via?: Message['via']
  readonly quiet?: boolean
}

/** An automatic text, without an author. */
export function automaticMessage(
  made: Made,
  { patientId = null, quiet = false, ...words }: AutomaticWords,
  channel: ConversationState['channel'],
): MessageState {
  const nobody = { private: false, automatic: true, author: null, patientId, quiet, attachments: [] }
  return { ...made, ...nobody, ...words, direction: 'outbound', status: sentBy(channel), carrierSid: null }
}
