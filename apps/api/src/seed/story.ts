/**
 * Turns a made-up conversation into its rows. Derived values (waiting time, unread count, feedback) are computed by
 * the inbox's own rules from its lines.
 */
import type { Conversation, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'
import {
  assign,
  begin,
  type ConversationState,
  close,
  deliver,
  linkOwner,
  note,
  receive,
  reply,
  see,
  speak,
  star,
} from '../modules/conversations/conversations.rules.ts'
import { feedbackOf } from '../modules/conversations/inbound.rules.ts'
import type { DemoPatient } from './demo-patients.ts'
import type { ConversationRow, MessageRow } from './seed.store.ts'
import { stableId, stableSid } from './stable-id.rules.ts'

export interface Story {
  readonly patient: DemoPatient | null
  readonly channel: Conversation['type']
  readonly phoneNumber: string
  /** Oldest first. */
  readonly lines: readonly StoryLine[]
  readonly request: RequestType | null
  readonly assigned: string | null
  readonly starred: readonly string[]
  /** True when a staff member read it after the last message. */
  readonly isRead: boolean
  /** The final status that a staff member set, if any. */
  readonly closed: 'pending' | 'acknowledged' | 'resolved' | null
}

export interface StoryLine {
  /** Null for an automatic reminder of the clinic. */
  readonly by: 'patient' | { readonly userId: string; readonly name: string } | null
  readonly text: string
  readonly at: Date
  readonly isNote: boolean
  readonly status?: Delivery
  readonly reason?: string
  /** Marks the line after which a staff member read and closed the conversation. */
  readonly isLast?: boolean
}

export function tell(story: Story, organizationId: string): { conversation: ConversationRow; messages: MessageRow[] } {
  const [first] = story.lines
  if (!first) throw new Error('A story has at least one line.')
  const sender = story.channel === 'sms' ? story.phoneNumber : `visitor_${stableSid(story.phoneNumber).slice(2, 14)}`
  const id = stableId(first.at, `conversation ${organizationId} ${sender}`)
  const begun = {
    ...begin({ id, organizationId, sender, at: first.at }),
    channel: story.channel,
    phoneNumber: story.phoneNumber,
  }
  const state = story.lines.reduce(withLine, linkOwner(begun, ownerOf(story.patient)))
  return {
    conversation: conversationRow(ending(state, story), first.at),
    messages: story.lines.map((line, index) =>
      messageRow(line, { index, conversation: state, channel: story.channel }),
    ),
  }
}

function ownerOf(patient: DemoPatient | null) {
  return patient && { id: patient.id, name: `${patient.firstName} ${patient.lastName}`, mrn: patient.mrn }
}

function withLine(conversation: ConversationState, line: StoryLine): ConversationState {
  const after = takeLine(conversation, line)
  return line.isLast ? close(see(after), 'resolved') : after
}

function takeLine(conversation: ConversationState, line: StoryLine): ConversationState {
  const { by, text, at } = line
  if (by === 'patient') return receive(conversation, { at, preview: text, feedback: feedbackOf(text) })
  if (by === null) {
    const reminded = speak(conversation, text, at)
    const lastMessageBy = reminded.lastMessageBy && { ...reminded.lastMessageBy, userName: REMINDER }
    return deliver({ ...reminded, lastMessageBy }, deliveryOf(line))
  }
  const seen = see(conversation)
  return line.isNote ? note(seen, text, by, at) : deliver(reply(seen, text, by, at), deliveryOf(line))
}

const REMINDER = 'Reminder'

function ending(state: ConversationState, { request, assigned, starred, isRead, closed }: Story): ConversationState {
  const read = isRead ? see(state) : state
  const starredByAll = starred.reduce((conversation, userId) => star(conversation, userId, 'star'), read)
  const ended = closed === null ? starredByAll : close(starredByAll, closed)
  return { ...assign(ended, assigned), requestType: request }
}

function deliveryOf({ by, isNote, status }: StoryLine): Delivery {
  if (by === 'patient') return 'received'
  return status ?? (isNote ? 'sent' : 'delivered')
}

/** The id of a line's message in the conversation with a phone. */
export function messageId(organizationId: string, sender: string, { index, at }: { index: number; at: Date }): string {
  return stableId(at, nameOf(organizationId, sender, index))
}

function nameOf(organizationId: string, sender: string, index: number): string {
  return `message ${organizationId} ${sender} ${index}`
}

/** The version of rows that exist before the first event of the log. */
const BEFORE_THE_LOG = 0

export function conversationRow(conversation: ConversationState, createdAt: Date): ConversationRow {
  return {
    organization_id: conversation.organizationId,
    id: conversation.id,
    patient_id: conversation.patientId,
    channel: conversation.channel,
    sender: conversation.sender,
    phone_number: conversation.phoneNumber,
    status: conversation.status,
    request_type: conversation.requestType,
    last_message: conversation.lastMessage,
    last_message_by: conversation.lastMessageBy,
    last_message_at: conversation.lastMessageAt,
    waiting_since: conversation.waitingSince,
    last_text_version: BEFORE_THE_LOG,
    settled_version: conversation.status === 'resolved' ? BEFORE_THE_LOG : null,
    unread_count: conversation.unreadCount,
    staff_assigned: [...conversation.staffAssigned],
    team_id: null,
    starred_by: [...conversation.starredBy],
    feedback: conversation.feedback,
    snoozed_until: null,
    scheduled_for: null,
    held_authors: [],
    asked_to_stop: false,
    campaign_id: null,
    campaign_name: null,
    bot: null,
    changed_by: null,
    search_text: conversation.searchText,
    version: BEFORE_THE_LOG,
    created_at: createdAt,
  }
}

export function messageRow(
  line: StoryLine,
  { index, conversation, channel }: { index: number; conversation: ConversationState; channel: Story['channel'] },
): MessageRow {
  const { organizationId } = conversation
  const name = nameOf(organizationId, conversation.sender, index)
  const staff = line.by === 'patient' ? null : (line.by ?? { userId: null, name: REMINDER })
  return {
    organization_id: organizationId,
    id: stableId(line.at, name),
    conversation_id: conversation.id,
    direction: staff === null ? 'inbound' : 'outbound',
    body: line.text,
    private: line.isNote,
    patient_id: null,
    automatic: line.by === null,
    origin: line.by === null ? 'reminder' : staff && 'staff',
    campaign_id: null,
    campaign_name: null,
    prompt: null,
    via: null,
    campaign_step: null,
    quiet: false,
    user_id: staff?.userId ?? null,
    user_name: staff?.name ?? null,
    created_at: line.at,
    status: deliveryOf(line),
    failure_reason: line.reason ?? null,
    carrier_sid: channel === 'sms' && !line.isNote ? stableSid(name) : null,
    version: BEFORE_THE_LOG,
    added_version: BEFORE_THE_LOG,
    words: indexWords(line.text)
      .map((word) => `'${word}'`)
      .join(' '),
  }
}
