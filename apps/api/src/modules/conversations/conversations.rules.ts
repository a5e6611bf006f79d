/**
 * Rules that change a conversation: pure functions from its state before to its state after. Other code saves the
 * result.
 */
import type {
  ClosingStatus,
  Conversation,
  ConversationStatus,
  RequestType,
} from '@foyer/contracts/inbox/conversation.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import { searchText as searchable } from '@foyer/contracts/search.rules.ts'
import type { Owner } from '../patients/patients.rules.ts'
import type { StoredStatus } from './conversations.tables.ts'

/** A conversation as its row stores it. The patient, the consent and the next visit are joined when it is read. */
export interface ConversationState {
  readonly id: string
  readonly organizationId: string
  readonly patientId: string | null
  readonly channel: Conversation['type']
  /** The phone in E.164, or the chat visitor's id. Each sender has one conversation. */
  readonly sender: string
  readonly phoneNumber: string
  readonly status: ConversationStatus
  readonly requestType: RequestType | null
  readonly lastMessage: string
  readonly lastMessageBy: Conversation['lastMessageBy']
  readonly lastMessageAt: Date
  readonly waitingSince: Date | null
  /** `seq` at which the newest text was added; notes don't count. */
  readonly lastTextVersion: number
  /** `seq` at which it was last resolved: messages before it need no answer. */
  readonly settledVersion: number | null
  readonly unreadCount: number
  readonly staffAssigned: readonly string[]
  readonly teamId: string | null
  readonly starredBy: readonly string[]
  readonly feedback: Conversation['feedback']
  readonly snoozedUntil: Date | null
  readonly scheduledFor: Date | null
  /** The authors of its held texts. */
  readonly heldAuthors: readonly string[]
  readonly askedToStop: boolean
  /** The campaign that the newest answer belongs to. */
  readonly campaign: Conversation['campaign']
  /** The chatbot that answers now. */
  readonly bot: Conversation['bot']
  /** The staff member who last changed it; set when a change is saved. */
  readonly changedBy: string | null
  readonly searchText: string
  /** Nothing but quiet texts was written so far, so no list, count or search has it. Its row has the status `quiet`. */
  readonly isQuiet?: boolean
}

/** Whether the rows that a list item shows beside the conversation's own are the same: patient, number, staff, team. */
export function hasSameFacts(one: ConversationState, other: ConversationState): boolean {
  const facts = ({ patientId, phoneNumber, staffAssigned, teamId }: ConversationState) =>
    JSON.stringify([patientId, phoneNumber, staffAssigned, teamId])
  return facts(one) === facts(other)
}

export interface InboundText {
  readonly at: Date
  /** The message's preview in the list. */
  readonly preview: string
  readonly feedback: Conversation['feedback']
}

export interface Author {
  readonly userId: string
  readonly name: string
}

/** A new conversation for a number that has not written before. [OPEN-101] */
export function begin(about: { id: string; organizationId: string; sender: string; at: Date }): ConversationState {
  return {
    id: about.id,
    organizationId: about.organizationId,
    patientId: null,
    channel: 'sms',
    sender: about.sender,
    phoneNumber: about.sender,
    status: 'unassigned',
    requestType: null,
    lastMessage: '',
    lastMessageBy: null,
    lastMessageAt: about.at,
    waitingSince: null,
    lastTextVersion: 0,
    settledVersion: null,
    unreadCount: 0,
    staffAssigned: [],
    teamId: null,
    starredBy: [],
    feedback: null,
    snoozedUntil: null,
    scheduledFor: null,
    heldAuthors: [],
    askedToStop: false,
    campaign: null,
    bot: null,
    changedBy: null,
    searchText: searchText(null, about.sender),
  }
}

/**
 * The time of a new message in its thread: at least a millisecond after the last message. Clocks of several processes
 * differ, and two texts may arrive in one millisecond; this keeps the thread, its last message and the waiting time in
 * the log's order.
 */
export function momentIn(conversation: ConversationState | null, now: Date): Date {
  const earliest = conversation === null ? 0 : conversation.lastMessageAt.getTime() + 1
  return now.getTime() >= earliest ? now : new Date(earliest)
}

/** Links the only patient whose number this is; a conversation that has a patient keeps it. */
export function linkOwner(conversation: ConversationState, owner: Owner | null): ConversationState {
  return conversation.patientId !== null || owner === null ? conversation : linkPatient(conversation, owner)
}

/** Links the patient that a staff member chose. [STATE-29] [OPEN-032] */
export function linkPatient(conversation: ConversationState, owner: Owner): ConversationState {
  if (conversation.patientId === owner.id) return conversation
  return {
    ...conversation,
    patientId: owner.id,
    status: conversation.status === 'unassigned' ? 'open' : conversation.status,
    searchText: searchText(owner, conversation.phoneNumber),
  }
}

/** Updates the search text to the patient's current name and record number; null for a conversation without one. */
export function describePatient(conversation: ConversationState, owner: Owner | null): ConversationState {
  return { ...conversation, searchText: searchText(owner, conversation.phoneNumber) }
}

/**
 * Adds a patient's text: it is unread and waits for an answer; a closed conversation opens again, and a snooze ends. A
 * text that is older than the last message does not replace it in the list. [OPEN-032]
 */
export function receive(conversation: ConversationState, text: InboundText): ConversationState {
  const { waitingSince, feedback } = conversation
  const isNewest = isNewestOf(conversation, text.at)
  return {
    ...conversation,
    ...(isNewest ? { lastMessage: text.preview, lastMessageBy: RECEIVED, lastMessageAt: text.at } : {}),
    status: reopened(conversation),
    waitingSince: waitingSince !== null && waitingSince < text.at ? waitingSince : text.at,
    unreadCount: conversation.unreadCount + 1,
    feedback: isNewest ? (text.feedback ?? feedback) : (feedback ?? text.feedback),
    snoozedUntil: null,
  }
}

const RECEIVED = { direction: 'inbound', private: false, user: null, userName: null, status: 'received' } as const

/** Whether a message of that time is the newest of its conversation. */
export function isNewestOf({ lastMessageAt }: ConversationState, at: Date): boolean {
  return at >= lastMessageAt
}

/** Adds a staff member's answer: the patient no longer waits, and no chatbot answers any more. The unread count stays. */
export function reply(conversation: ConversationState, text: string, author: Author, at: Date): ConversationState {
  return {
    ...conversation,
    lastMessage: text,
    lastMessageBy: { ...written(author), private: false, status: sentBy(conversation.channel) },
    lastMessageAt: at,
    waitingSince: null,
    bot: null,
  }
}

/** Adds an automatic text. It is not an answer by staff, so a waiting patient goes on waiting. */
export function speak(conversation: ConversationState, text: string, at: Date): ConversationState {
  return {
    ...conversation,
    lastMessage: text,
    lastMessageBy: {
      ...{ direction: 'outbound', private: false, user: null, userName: null },
      status: sentBy(conversation.channel),
    },
    lastMessageAt: at,
  }
}

/**
 * Ends the wait of a patient who opted out: no answer could reach them by text. The save must also settle the messages
 * so far (`settles`), so that a text that fails later does not begin the wait again.
 */
export function endWait(conversation: ConversationState): ConversationState {
  return conversation.waitingSince === null ? conversation : { ...conversation, waitingSince: null }
}

/** The patient answered this campaign. */
export function answerCampaign(
  conversation: ConversationState,
  campaign: NonNullable<Conversation['campaign']>,
): ConversationState {
  return { ...conversation, campaign }
}

/** Sets or clears the request in plain words for no more texts. */
export function askToStop(conversation: ConversationState, askedToStop: boolean): ConversationState {
  return conversation.askedToStop === askedToStop ? conversation : { ...conversation, askedToStop }
}

/**
 * Recomputes the waiting time after an answer failed, or arrived after all: the patient waits since the oldest message
 * that no answer reached. A resolved conversation never waits.
 */
export function waitAgain(conversation: ConversationState, oldestUnanswered: Date | null): ConversationState {
  const since = conversation.status === 'resolved' ? null : oldestUnanswered
  if (conversation.waitingSince?.getTime() === since?.getTime()) return conversation
  return { ...conversation, waitingSince: since }
}

/** Adds a note. The patient does not see it, so a waiting patient goes on waiting, and a text that failed stays so. */
export function note(
  conversation: ConversationState,
  text: string,
  author: Author | null,
  at: Date,
): ConversationState {
  const by = conversation.lastMessageBy
  return {
    ...conversation,
    lastMessage: text,
    lastMessageBy: {
      ...({ ...written(author), private: true, status: 'sent' } as const),
      ...failedText(by?.textStatus ?? by?.status),
    },
    lastMessageAt: at,
  }
}

/** Sets the delivery status of the last message, or of the text before it if that is a note. */
export function deliver(conversation: ConversationState, status: Delivery): ConversationState {
  const by = conversation.lastMessageBy
  if (by === null) return conversation
  if (!by.private) return by.status === status ? conversation : { ...conversation, lastMessageBy: { ...by, status } }
  const { textStatus, ...rest } = by
  const failed = failedText(status)
  return failed.textStatus === textStatus ? conversation : { ...conversation, lastMessageBy: { ...rest, ...failed } }
}

/** A scheduled text could not be sent at its time: the patient did not get the last text. It is no message of the thread. */
export function failScheduled(conversation: ConversationState, text: string, author: Author): ConversationState {
  const by = conversation.lastMessageBy
  if (by !== null) return { ...conversation, lastMessageBy: { ...by, textStatus: 'failed' } }
  const lastMessageBy = { ...written(author), private: false, status: 'failed' } as const
  return { ...conversation, lastMessage: text, lastMessageBy }
}

function failedText(status: Delivery | undefined): { readonly textStatus?: 'failed' | 'undelivered' } {
  return status === 'failed' || status === 'undelivered' ? { textStatus: status } : {}
}

/** [STATE-25] Any status may follow any other. A resolved conversation no longer waits. */
export function close(conversation: ConversationState, status: ClosingStatus): ConversationState {
  if (conversation.status === status) return conversation
  // Scheduled texts stay scheduled: many conversations end resolved, with a reminder still to be sent.
  return status === 'resolved'
    ? { ...conversation, status, waitingSince: null, snoozedUntil: null, campaign: null, bot: null }
    : { ...conversation, status, bot: null }
}

/** [CALL-INBOX-10] */
export function markUnread(conversation: ConversationState): ConversationState {
  return conversation.unreadCount > 0 ? conversation : { ...conversation, unreadCount: 1 }
}

/** [STATE-16] [STATE-17] The inbox is shared: a conversation that one staff member read is read for all. */
export function see(conversation: ConversationState): ConversationState {
  return conversation.unreadCount === 0 ? conversation : { ...conversation, unreadCount: 0 }
}

/** [STATE-28] */
export function star(conversation: ConversationState, userId: string, action: 'star' | 'unstar'): ConversationState {
  const others = conversation.starredBy.filter((id) => id !== userId)
  const isStarred = others.length < conversation.starredBy.length
  if (isStarred === (action === 'star')) return conversation
  return { ...conversation, starredBy: action === 'star' ? [...others, userId] : others }
}

/** [STATE-27] Sets the kind of request; null for none. */
export function ask(conversation: ConversationState, requestType: RequestType | null): ConversationState {
  return conversation.requestType === requestType ? conversation : { ...conversation, requestType }
}

/** [STATE-30] Assigns one staff member; null removes the assignment. No chatbot answers any more. */
export function assign(conversation: ConversationState, userId: string | null): ConversationState {
  const staffAssigned = userId === null ? [] : [userId]
  const isSame =
    conversation.staffAssigned.length === staffAssigned.length && conversation.staffAssigned[0] === staffAssigned[0]
  return isSame ? conversation : { ...conversation, staffAssigned, bot: null }
}

/** Gives it to a team; null takes it from its team. Whom it is assigned to stays. */
export function giveToTeam(conversation: ConversationState, teamId: string | null): ConversationState {
  return conversation.teamId === teamId ? conversation : { ...conversation, teamId }
}

/** A search text in its present form begins with it. Programs of before wrote none; see `startSearchTexts`. */
const FOLDED = '\n'

/** The text in which a search looks for its words, as it is stored. */
export function searchText(owner: Pick<Owner, 'name' | 'mrn'> | null, phoneNumber: string): string {
  return FOLDED + searchable({ name: owner?.name ?? 'Unknown', mrn: owner?.mrn ?? null, phoneNumber })
}

/** [OPEN-032] The status after a patient's message: a closed conversation goes back to the open or unassigned list. */
export function reopened({ status, patientId }: ConversationState): ConversationStatus {
  if (status === 'open' || status === 'unassigned') return status
  return patientId === null ? 'unassigned' : 'open'
}

/** Anything but a quiet text makes a quiet conversation one that lists show. */
export function listed(conversation: ConversationState): ConversationState {
  return conversation.isQuiet ? { ...conversation, isQuiet: false } : conversation
}

/** The status of a quiet conversation is that of a new one. */
export function statusOf({ status }: { readonly status: StoredStatus }): ConversationStatus {
  return status === 'quiet' ? 'unassigned' : status
}

/** A text is queued for the carrier; a chat message needs none. */
export function sentBy(channel: ConversationState['channel']): Delivery {
  return channel === 'sms' ? 'queued' : 'sent'
}

/** Null: no person wrote it. */
function written(author: Author | null) {
  return { direction: 'outbound', user: author?.userId ?? null, userName: author?.name ?? null } as const
}
