/** What happens to a conversation. Each rule takes it as it is and gives it as it will be; who saves it is not known here. */
import type {
  ClosingStatus,
  Conversation,
  ConversationStatus,
  RequestType,
} from '@foyer/contracts/inbox/conversation.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import type { Owner } from '../patients/patients.rules.ts'

/** A conversation as it is stored: what others own (the patient, the consent, the next visit) joins it when it is read. */
export interface ConversationState {
  readonly id: string
  readonly organizationId: string
  readonly patientId: string | null
  readonly channel: Conversation['type']
  /** E.164 of the phone, or the chat visitor's id: one conversation each. */
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
  /** `seq` at which it was last resolved: what came before it needs no answer any more. */
  readonly settledVersion: number | null
  readonly unreadCount: number
  readonly staffAssigned: readonly string[]
  readonly starredBy: readonly string[]
  readonly feedback: Conversation['feedback']
  readonly snoozedUntil: Date | null
  readonly scheduledFor: Date | null
  readonly askedToStop: boolean
  /** The staff member who last did something to it; set where a change is saved. */
  readonly changedBy: string | null
  readonly searchText: string
}

export interface InboundText {
  readonly at: Date
  /** What the list shows of it. */
  readonly preview: string
  readonly feedback: Conversation['feedback']
}

export interface Author {
  readonly userId: string
  readonly name: string
}

/** The conversation of a number that has not written before. [OPEN-101] */
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
    starredBy: [],
    feedback: null,
    snoozedUntil: null,
    scheduledFor: null,
    askedToStop: false,
    changedBy: null,
    searchText: searchText(null, about.sender),
  }
}

/**
 * When something said now stands in its thread. Clocks of several processes differ, and two texts may come within one
 * millisecond: what joins later is told to be later, so that a thread, its last message and who waits agree with the log.
 */
export function momentIn(conversation: ConversationState | null, now: Date): Date {
  const earliest = conversation === null ? 0 : conversation.lastMessageAt.getTime() + 1
  return now.getTime() >= earliest ? now : new Date(earliest)
}

/** Links the only patient that the number can mean; a conversation that has a patient keeps them. */
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

/** Makes the conversation findable by the patient's name and record number as they are now. */
export function describePatient(conversation: ConversationState, owner: Owner): ConversationState {
  return { ...conversation, searchText: searchText(owner, conversation.phoneNumber) }
}

/**
 * A patient's text came in: it is unread, someone waits, what was put aside opens again and what was snoozed is back. One
 * that was written before what the list shows stands above that in the thread, and the list goes on showing it. [OPEN-032]
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
    // What was written ahead doesn't answer this any more; whoever takes the text in cancels it.
    scheduledFor: null,
  }
}

const RECEIVED = { direction: 'inbound', private: false, user: null, userName: null, status: 'received' } as const

/** Whether the list shows what was written then as the last message. */
export function isNewestOf({ lastMessageAt }: ConversationState, at: Date): boolean {
  return at >= lastMessageAt
}

/** A colleague answered: nobody waits any more. It stays as read or unread as it was. */
export function reply(conversation: ConversationState, text: string, author: Author, at: Date): ConversationState {
  return {
    ...conversation,
    lastMessage: text,
    lastMessageBy: { ...written(author), private: false, status: sentBy(conversation.channel) },
    lastMessageAt: at,
    waitingSince: null,
  }
}

/** The house said something by itself: nobody answered, so who waits goes on waiting. */
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

/** The patient asked in plain words for no more texts, or that was seen to. */
export function askToStop(conversation: ConversationState, askedToStop: boolean): ConversationState {
  return conversation.askedToStop === askedToStop ? conversation : { ...conversation, askedToStop }
}

/**
 * An answer did not arrive, or arrived after all: whoever nobody answered waits since they wrote, and nobody else does.
 * What is resolved keeps nobody waiting.
 */
export function waitAgain(conversation: ConversationState, oldestUnanswered: Date | null): ConversationState {
  const since = conversation.status === 'resolved' ? null : oldestUnanswered
  if (conversation.waitingSince?.getTime() === since?.getTime()) return conversation
  return { ...conversation, waitingSince: since }
}

/** A note is for the house: the patient goes on waiting. */
export function note(conversation: ConversationState, text: string, author: Author, at: Date): ConversationState {
  return {
    ...conversation,
    lastMessage: text,
    lastMessageBy: { ...written(author), private: true, status: 'sent' },
    lastMessageAt: at,
  }
}

/** What became of the last message. */
export function deliver(conversation: ConversationState, status: Delivery): ConversationState {
  const by = conversation.lastMessageBy
  return by === null || by.status === status ? conversation : { ...conversation, lastMessageBy: { ...by, status } }
}

/** [STATE-25] From any status to any; what is resolved keeps nobody waiting. */
export function close(conversation: ConversationState, status: ClosingStatus): ConversationState {
  if (conversation.status === status) return conversation
  // What was written ahead still goes out: settled, and a reminder on its way, is how most of these end.
  return status === 'resolved'
    ? { ...conversation, status, waitingSince: null, snoozedUntil: null }
    : { ...conversation, status }
}

/** [CALL-INBOX-10] */
export function markUnread(conversation: ConversationState): ConversationState {
  return conversation.unreadCount > 0 ? conversation : { ...conversation, unreadCount: 1 }
}

/** [STATE-16] [STATE-17] The inbox is shared: read by one is read by all. */
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

/** [STATE-27] What it asks for; null is nothing. */
export function ask(conversation: ConversationState, requestType: RequestType | null): ConversationState {
  return conversation.requestType === requestType ? conversation : { ...conversation, requestType }
}

/** [STATE-30] To one staff member; null takes the assignment away. */
export function assign(conversation: ConversationState, userId: string | null): ConversationState {
  const staffAssigned = userId === null ? [] : [userId]
  const isSame =
    conversation.staffAssigned.length === staffAssigned.length && conversation.staffAssigned[0] === staffAssigned[0]
  return isSame ? conversation : { ...conversation, staffAssigned }
}

/** [OPEN-070] What a search looks at: name, MRN and digits, each on a line of its own so that no match spans two. */
function searchText(owner: Owner | null, phoneNumber: string): string {
  const fields = [owner?.name ?? 'Unknown', owner?.mrn ?? '', phoneNumber.replace(/\D/g, '')]
  return fields.join('\n').toLowerCase()
}

/** [OPEN-032] What was put aside comes back to where it is looked for. */
export function reopened({ status, patientId }: ConversationState): ConversationStatus {
  if (status === 'open' || status === 'unassigned') return status
  return patientId === null ? 'unassigned' : 'open'
}

/** A text waits for the carrier; in a chat there is none. */
export function sentBy(channel: ConversationState['channel']): Delivery {
  return channel === 'sms' ? 'queued' : 'sent'
}

function written({ userId, name }: Author) {
  return { direction: 'outbound', user: userId, userName: name } as const
}
