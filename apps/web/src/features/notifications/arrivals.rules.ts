/**
 * The new messages and mentions in live events. A message event reaches only tabs that have its conversation open,
 * so a new message is derived from `conversation.changed`, compared with the last known state of the conversation.
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'

export interface Arrival {
  readonly kind: 'message' | 'mention'
  readonly conversationId: string
  /** The staff members the conversation is assigned to; empty for a mention. */
  readonly assigned: readonly string[]
  /** The sender's name; empty when unknown. */
  readonly name: string
  readonly text: string
  /** The number of new messages, as far as known. */
  readonly count: number
}

type KnownState = Pick<Conversation, 'timestamp' | 'unreadCount'>
export type Memory = ReadonlyMap<string, KnownState>

/** For a conversation without a known state, an older message is not news. */
const FRESH_MS = 5 * 60_000

/** In the order of the log, at most one per conversation. */
export function arrivalsOf(memory: Memory, events: readonly KnownEvent[], userId: string) {
  const next = new Map(memory)
  const arrivals = new Map<string, Arrival>()
  for (const event of events) {
    if (event.type === 'mention.added' && event.data.by !== userId) {
      const { conversationId, byName, excerpt } = event.data
      arrivals.set(event.key, {
        ...{ kind: 'mention', conversationId, assigned: [], name: byName, text: excerpt, count: 1 },
      })
    }
    if (event.type !== 'conversation.changed') continue
    const { data } = event
    const count = newMessages(next.get(data.id), data, event.at)
    next.set(data.id, { timestamp: data.timestamp, unreadCount: data.unreadCount })
    if (count === 0) continue
    const earlier = arrivals.get(data.id)?.count ?? 0
    arrivals.set(data.id, { ...messageOf(data), count: earlier + count })
  }
  return { memory: next as Memory, arrivals: [...arrivals.values()] }
}

/**
 * The number of messages the patient has written since the known state. An automatic answer may follow in the same
 * frame and hide the message; then the unread count tells. Marking unread, assigning and staff messages bring no
 * new patient message.
 */
function newMessages(before: KnownState | undefined, now: Conversation, at: string): number {
  const { lastMessageBy: by, unreadCount, timestamp, waitingSince } = now
  if (by === null || unreadCount === 0) return 0
  const fromPatient = by.direction === 'inbound'
  const fromNobody = by.direction === 'outbound' && by.user === null
  if (!fromPatient && !fromNobody) return 0
  if (before) {
    const more = unreadCount - before.unreadCount
    if (timestamp <= before.timestamp) return 0
    return fromPatient ? Math.max(1, more) : Math.max(0, more)
  }
  const cameAt = fromPatient ? timestamp : waitingSince
  return cameAt !== null && Date.parse(at) - Date.parse(cameAt) <= FRESH_MS ? 1 : 0
}

function messageOf({
  id,
  name,
  phoneNumber,
  type,
  patientId,
  lastMessage,
  lastMessageBy,
  staffAssigned,
}: Conversation) {
  const known = patientId === null ? (type === 'chat' ? 'Chat visitor' : displayPhone(phoneNumber)) : name
  return {
    kind: 'message' as const,
    conversationId: id,
    assigned: staffAssigned.map(({ _id }) => _id),
    name: known,
    text: lastMessageBy?.direction === 'inbound' ? lastMessage : '',
  }
}
