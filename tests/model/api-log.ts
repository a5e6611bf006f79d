/** The API's log of two organizations as a value: every life of it, and what its rows say at any place. */
import { type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { FeedPage } from '@foyer/contracts/feed.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'

export type Org = 'A' | 'B'
/** The conversation of the list changes; a message comes in it; one comes in another conversation, which nobody watches. */
export type Kind = 'change' | 'message' | 'elsewhere'

interface Entry {
  readonly kind: Kind
  /** The life in which it was written: a restored backup keeps what older lives wrote. */
  readonly life: number
}

interface Life {
  /** What lies before is in the rows alone, and in no feed. */
  readonly base: number
  readonly entries: readonly Entry[]
}

export type Api = Readonly<Record<Org, readonly Life[]>>

export const conversationOf = (org: Org) => `${org}-1`
const epochOf = (life: number) => `e${life}`
const lifeOf = (epoch: string) => Number(epoch.slice(1))
const countsAt = (seq: number): Counts => ({ ...noCounts, unreadMessages: seq })

/** Each organization begins with its conversation. */
export const firstApi: Api = {
  A: [{ base: 0, entries: [{ kind: 'change', life: 0 }] }],
  B: [{ base: 0, entries: [{ kind: 'change', life: 0 }] }],
}

export function placeOf(api: Api, org: Org): { epoch: string; head: number } {
  const life = api[org].length - 1
  return { epoch: epochOf(life), head: api[org][life]!.entries.length }
}

export function appended(api: Api, org: Org, kind: Kind): Api {
  const lives = api[org]
  const life = lives.length - 1
  const { base, entries } = lives[life]!
  return { ...api, [org]: [...lives.slice(0, -1), { base, entries: [...entries, { kind, life }] }] }
}

/** A backup is restored that lacks the newest `lost` changes. */
export function restored(api: Api, org: Org, lost: number): Api {
  const entries = api[org].at(-1)!.entries.slice(0, -lost || undefined)
  return { ...api, [org]: [...api[org], { base: entries.length, entries }] }
}

/** The feed keeps nothing of what was. */
export function evicted(api: Api, org: Org): Api {
  const { entries } = api[org].at(-1)!
  return { ...api, [org]: [...api[org].slice(0, -1), { base: entries.length, entries }] }
}

export function feed(api: Api, org: Org, after: number): FeedPage {
  const { epoch, head } = placeOf(api, org)
  const { base, entries } = api[org].at(-1)!
  const events = entries.flatMap((_, index) =>
    index >= Math.max(base, after) ? [eventAt(api, org, epoch, index + 1)] : [],
  )
  return { epoch, head, oldest: base + 1, counts: countsAt(head), events }
}

export function eventAt(api: Api, org: Org, epoch: string, seq: number): Envelope {
  const entry = api[org][lifeOf(epoch)]!.entries[seq - 1]!
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

/** What it says tells where it was written. */
function conversationAt(org: Org, { life }: Entry, seq: number): Conversation {
  const said = `${org} ${epochOf(life)} ${seq}`
  return { ...conversationChanged.example, id: conversationOf(org), version: seq, lastMessage: said, unreadCount: 0 }
}

function messageAt(org: Org, { life }: Entry, seq: number): Message {
  const at = `2026-11-19T15:14:${`${seq}`.padStart(2, '0')}.000Z`
  return { ...messageAdded.example.message, _id: `${org} ${epochOf(life)} ${seq}`, version: seq, createdAt: at }
}

/** What a call answers that reads at this place. */
export function rowsAt(
  api: Api,
  org: Org,
  epoch: string,
  seq: number,
): { conversation: Conversation; messages: Message[] } {
  const entries = api[org][lifeOf(epoch)]!.entries.slice(0, seq)
  const last = entries.findLastIndex(({ kind }) => kind === 'change')
  const messages = entries.flatMap((entry, index) =>
    entry.kind === 'message' ? [messageAt(org, entry, index + 1)] : [],
  )
  return { conversation: conversationAt(org, entries[last]!, last + 1), messages }
}

/** An event in few letters. */
export function signOf({
  organizationId,
  seq,
  type,
  audience,
}: Pick<Envelope, 'organizationId' | 'seq' | 'type' | 'audience'>): string {
  if (type === conversationChanged.type) return `${organizationId}${seq}c`
  return `${organizationId}${seq}${audience.endsWith('-1') ? 'm' : 'x'}`
}
