import type { Conversation, ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryEntry, HistoryKind } from '@foyer/contracts/inbox/history.ts'
import type { Attachment, Delivery, Message, Origin } from '@foyer/contracts/inbox/message.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Instant, Json } from '../../db/columns.ts'

export interface ConversationTables {
  conversations: ConversationTable
  messages: MessageTable
  conversation_history: HistoryTable
  answered_waits: AnsweredWaitTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ConversationTables {}
}

/** `quiet`: nothing but quiet texts was written in the conversation so far, so no list, count or search has it. */
export type StoredStatus = ConversationStatus | 'quiet'

export interface ConversationTable {
  organization_id: string
  id: string
  patient_id: string | null
  channel: Conversation['type']
  sender: string
  phone_number: string
  status: StoredStatus
  request_type: RequestType | null
  last_message: Generated<string>
  last_message_by: JSONColumnType<NonNullable<Conversation['lastMessageBy']>, string | null, string | null> | null
  last_message_at: Instant
  waiting_since: Instant | null
  last_text_version: Generated<number>
  settled_version: number | null
  unread_count: Generated<number>
  staff_assigned: Generated<string[]>
  team_id: string | null
  starred_by: Generated<string[]>
  feedback: Conversation['feedback']
  snoozed_until: Instant | null
  scheduled_for: Instant | null
  held_authors: Generated<string[]>
  asked_to_stop: Generated<boolean>
  changed_by: string | null
  /** The campaign that the newest answer belongs to, with its name at that time; null when the conversation is resolved. */
  campaign_id: string | null
  campaign_name: string | null
  /** The running session of a chatbot. */
  bot: JSONColumnType<NonNullable<Conversation['bot']>, string | null, string | null> | null
  search_text: string
  version: number
  created_at: Generated<Date>
}

export interface MessageTable {
  organization_id: string
  id: string
  conversation_id: string
  direction: 'inbound' | 'outbound'
  body: string
  attachments: JSONColumnType<Attachment[], string | undefined, string>
  private: Generated<boolean>
  patient_id: string | null
  mentions: Generated<string[]>
  user_id: string | null
  user_name: string | null
  created_at: Instant
  status: Delivery
  failure_reason: string | null
  carrier_sid: string | null
  /** When a text was last given to the carrier; null before, and for one of before this column. */
  handed_at: Instant | null
  version: number
  added_version: Generated<number>
  /** The `tsvector` that search matches. */
  words: ColumnType<string, string | undefined, never>
  /** True if no staff member wrote it. */
  automatic: Generated<boolean>
  /** Null for an inbound message, and for one that a program of before this column stored. */
  origin: Origin | null
  /** Of a campaign's text its own, of a patient's message the one that it answers; the name is the one at that time. */
  campaign_id: string | null
  campaign_name: string | null
  campaign_step: number | null
  /** What a chatbot asks with it. */
  prompt: JSONColumnType<NonNullable<Message['prompt']>, string | null, never> | null
  /** The automation or the chatbot that wrote it. */
  via: JSONColumnType<NonNullable<Message['via']>, string | null, never> | null
  /** True if the conversation's list item does not show it. */
  quiet: Generated<boolean>
  /** That of the conversation; a trigger sets one that is not given. Null for a text of before this column. */
  channel: Generated<Conversation['type'] | null>
  carrier_media: JSONColumnType<{ url: string; contentType: string }[], string | undefined, string>
}

/** The history of conversations; its rows never change. */
export interface HistoryTable {
  organization_id: string
  conversation_id: string
  position: number
  at: Instant
  user_id: string | null
  kind: HistoryKind
  details: Json<unknown>
  /** The automation or the chatbot that made it. */
  via: ColumnType<HistoryEntry['via'], string | null | undefined, never>
}

/** The waits that a text of the staff ended. */
export interface AnsweredWaitTable {
  organization_id: string
  message_id: string
  conversation_id: string
  user_id: string
  began: Instant
  answered: Instant
  /** By the hours that the clinic had then; null for a wait of before this column. */
  open_seconds: Generated<number | null>
  /** The text failed, so it ended no wait; a trigger keeps it. */
  failed: Generated<boolean>
}
