/** The API's log of two organizations as a value: all its epochs, and the rows at any seq. */
import { type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { FeedPage } from '@foyer/contracts/feed.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'

export type Org = 'A' | 'B'
/** A change of the listed conversation; a message in it; a message in another conversation, which the tab doesn't watch. */
export type Kind = 'change' | 'message' | 'elsewhere'

interface Entry {
  readonly kind: Kind
  /** The epoch in which it was written; a restored backup keeps entries of older epochs. */
  readonly epochIndex: number
}

interface LogEpoch {
  /** The entries before this are in the rows only, not in the feed. */
  readonly base: number
  readonly entries: readonly Entry[]
}

export type Api = Readonly<Record<Org, readonly LogEpoch[]>>

export const conversationOf = (org: Org) => `${org}-1`
const epochOf = (epochIndex: number) => `e${epochIndex}`
const indexOfEpoch = (epoch: string) => Number(epoch.slice(1))
const countsAt = (seq: number): Counts => ({ ...noCounts, unreadMessages: seq })

/** Each organization begins with its conversation. */
export const firstApi: Api = {
  A: [{ base: 0, entries: [{ kind: 'change', epochIndex: 0 }] }],
  B: [{ base: 0, entries: [{ kind: 'change', epochIndex: 0 }] }],
}

export function headOf(api: Api, org: Org): { epoch: string; head: number } {
  const epochIndex = api[org].length - 1
  return { epoch: epochOf(epochIndex), head: api[org][epochIndex]!.entries.length }
}

export function appended(api: Api, org: Org, kind: Kind): Api {
  const epochs = api[org]
  const epochIndex = epochs.length - 1
  const { base, entries } = epochs[epochIndex]!
  return { ...api, [org]: [...epochs.slice(0, -1), { base, entries: [...entries, { kind, epochIndex }] }] }
}

/** Restores a backup without the newest `lost` entries. */
export function restored(api: Api, org: Org, lost: number): Api {
  const entries = api[org].at(-1)!.entries.slice(0, -lost || undefined)
  return { ...api, [org]: [...api[org], { base: entries.length, entries }] }
}

/** Drops every event from the feed. */
export function evicted(api: Api, org: Org): Api {
  const { entries } = api[org].at(-1)!
  return { ...api, [org]: [...api[org].slice(0, -1), { base: entries.length, entries }] }
}

export function feed(api: Api, org: Org, after: number): FeedPage {
  const { epoch, head } = headOf(api, org)
  const { base, entries } = api[org].at(-1)!
  const events = entries.flatMap((_, index) =>
    index >= Math.max(base, after) ? [eventAt(api, org, epoch, index + 1)] : [],
  )
  return { epoch, head, oldest: base + 1, counts: countsAt(head), events }
}

export function eventAt(api: Api, org: Org, epoch: string, seq: number): Envelope {
  const entry = api[org][indexOfEpoch(epoch)]!.entries[seq - 1]!
  const part = { epoch, organizationId: org, seq, at: '', counts: countsAt(seq) }
  if (entry.kind === 'change') {
    const data = conversationAt(org, entry, seq)
    return { ...part, type: conversationChanged.type, key: data.id, audience: 'organization', data }
  }
  const conversationId = entry.kind === 'message' ? conversationOf(org) : `${org}-2`
  const message = messageAt(org, entry, seq)
  const data = { conversationId, message }
  return { ...part, type: messageAdded.type, key: message._id, audience: `conversation:${conversationId}`, data }
}

/** Its last message names the organization, epoch and seq that wrote it. */
function conversationAt(org: Org, { epochIndex }: Entry, seq: number): Conversation {
  const said = `${org} ${epochOf(epochIndex)} ${seq}`
  return { ...conversationChanged.example, id: conversationOf(org), version: seq, lastMessage: said, unreadCount: 0 }
}

function messageAt(org: Org, { epochIndex }: Entry, seq: number): Message {
  const at = `2026-11-19T15:14:${`${seq}`.padStart(2, '0')}.000Z`
  return { ...messageAdded.example.message, _id: `${org} ${epochOf(epochIndex)} ${seq}`, version: seq, createdAt: at }
}

/** The rows that a call returns if it reads at this seq. */
export function rowsAt(
  api: Api,
  org: Org,
  epoch: string,
  seq: number,
): { conversation: Conversation; messages: Message[] } {
  const entries = api[org][indexOfEpoch(epoch)]!.entries.slice(0, seq)
  const last = entries.findLastIndex(({ kind }) => kind === 'change')
  const messages = entries.flatMap((entry, index) =>
    entry.kind === 'message' ? [messageAt(org, entry, index + 1)] : [],
  )
  return { conversation: conversationAt(org, entries[last]!, last + 1), messages }
}

/** A short form of an event. */
export function signOf({
  organizationId,
  seq,
  type,
  audience,
}: Pick<Envelope, 'organizationId' | 'seq' | 'type' | 'audience'>): string {
  if (type === conversationChanged.type) return `${organizationId}${seq}c`
  return `${organizationId}${seq}${audience.endsWith('-1') ? 'm' : 'x'}`
}
