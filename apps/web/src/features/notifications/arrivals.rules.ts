/**
 * What of the stream is news for somebody who looks elsewhere. Only who has a conversation open hears its messages; that
 * one came is told by the conversation, so it is compared with what was last heard of it.
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'

export interface Arrival {
  readonly kind: 'message' | 'mention'
  readonly conversationId: string
  /** Of a message, whom the conversation is assigned to. */
  readonly assigned: readonly string[]
  /** Who wrote; empty where nobody knows. */
  readonly name: string
  readonly text: string
  /** How many came, as far as is known. */
  readonly count: number
}

type Heard = Pick<Conversation, 'timestamp' | 'unreadCount'>
export type Memory = ReadonlyMap<string, Heard>

/** Of a conversation that was not heard of yet, an older message isn't what has just happened. */
const FRESH_MS = 5 * 60_000

/** In the order of the log; of one conversation at most one. */
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
    const count = cameWith(next.get(data.id), data, event.at)
    next.set(data.id, { timestamp: data.timestamp, unreadCount: data.unreadCount })
    if (count === 0) continue
    const earlier = arrivals.get(data.id)?.count ?? 0
    arrivals.set(data.id, { ...messageOf(data), count: earlier + count })
  }
  return { memory: next as Memory, arrivals: [...arrivals.values()] }
}

/**
 * How many messages a patient has written since. An automatic answer may follow in the same frame and hide what it
 * answers: then the unread ones tell. Who marks it unread, assigns it or writes themselves brings no new message.
 */
function cameWith(before: Heard | undefined, now: Conversation, at: string): number {
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
