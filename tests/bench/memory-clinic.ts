/**
 * One clinic's inbox in memory: enough conversations for a long day's scrolling, their pages, and their changes. It
 * answers in the contracts' shapes and stores nothing, so that only the screen is measured.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type ChatFilters, matchesFilter } from '@foyer/contracts/inbox/filter.rules.ts'
import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'

export const CLINIC = {
  organization: {
    _id: 'org_large',
    name: 'Large Clinic',
    type: 'medicalGroup',
    timezone: 'America/Chicago',
    role: 'agent',
  },
  user: { _id: 'usr_reader', name: 'Rhea Reader' },
  epoch: 'bench',
} as const

const GIVEN = ['Rosalind', 'Jun', 'Priya', 'Nils', 'Amara', 'Tomás', 'Wei', 'Fatima', 'Oskar', 'Lucía']
const FAMILY = ['Carver', 'Takahashi', 'Raman', 'Hoyt', 'Okafor', 'Beltrán', 'Zhang', 'Haddad', 'Lind', 'Moreno']
const WORDS = [
  'Should I bring the new card?',
  'Thank you, see you then',
  'Can we move it to Friday?',
  'Is my refill ready?',
]
/** The number of log entries that a relay may still request. */
const KEPT = 5_000
const FIRST_SEQ = 1_000

export class MemoryClinic {
  readonly #all: Conversation[]
  readonly #places = new Map<string, number>()
  /** The conversations changed since the start, oldest first; an older entry of the same conversation is void. */
  readonly #recent: number[] = []
  readonly #lastMove = new Map<number, number>()
  /** The rows that the reader sees: some changes affect them. */
  #near: readonly number[] = []
  #seq = FIRST_SEQ
  events: Envelope[] = []

  constructor(size: number, now: number) {
    this.#all = Array.from({ length: size }, (_, place) => generated(place, now - place * 1_000))
    for (const [place, { id }] of this.#all.entries()) this.#places.set(id, place)
  }

  get head(): number {
    return this.#seq
  }

  get counts(): Counts {
    const unreadMessages = this.#seq % 1_000
    return { unreadMessages, openRequests: 12, otherRequests: 3, openConciergeRequests: 1, thumbsDown: 2 }
  }

  find(id: string): Conversation | undefined {
    return this.#all[this.#places.get(id) ?? -1]
  }

  /** Newest first. A cursor is an index in the recently changed conversations, or beyond them in the others. */
  page(
    filters: ChatFilters,
    limit: number,
    cursor: string | undefined,
  ): { items: Conversation[]; cursor: string | null } {
    const items: Conversation[] = []
    const places: number[] = []
    const [of, at] = cursor?.split(':') ?? ['recent', String(this.#recent.length)]
    const take = (place: number): boolean => {
      const conversation = this.#all[place]
      if (!conversation || !matchesFilter(conversation, filters)) return false
      items.push(conversation)
      places.push(place)
      return items.length === limit
    }
    if (of === 'recent') {
      for (let index = Number(at) - 1; index >= 0; index--) {
        const place = this.#recent[index] ?? -1
        if (this.#lastMove.get(place) === index && take(place)) return this.#answer(items, places, `recent:${index}`)
      }
    }
    for (let place = of === 'recent' ? 0 : Number(at) + 1; place < this.#all.length; place++)
      if (!this.#lastMove.has(place) && take(place)) return this.#answer(items, places, `rest:${place}`)
    return this.#answer(items, places, null)
  }

  messages(id: string, before: string | undefined, limit: number): Message[] {
    const total = 400
    const end = before === undefined ? total : Number(before.split('-').at(-1))
    const conversation = this.find(id)
    const newest = Date.parse(conversation?.timestamp ?? new Date(0).toISOString())
    return Array.from({ length: Math.min(limit, end) }, (_, index) => {
      const place = end - Math.min(limit, end) + index
      return messageOf(id, place, new Date(newest - (total - 1 - place) * 600_000).toISOString(), this.#seq)
    })
  }

  /** Makes a change: in half of the cases a patient writes, else a conversation changes without moving. */
  change(random: () => number, now: number): Envelope {
    const place = this.#pick(random)
    const before = this.#all[place] as Conversation
    const writes = random() < 0.5
    if (writes) {
      this.#lastMove.set(place, this.#recent.length)
      this.#recent.push(place)
    }
    return this.put({
      ...before,
      ...(writes
        ? { lastMessage: WORDS[this.#seq % WORDS.length] ?? '', timestamp: new Date(now).toISOString() }
        : { feedback: before.feedback === 'up' ? null : 'up' }),
      unreadCount: writes ? before.unreadCount + 1 : before.unreadCount === 0 ? 1 : 0,
      isUnread: writes || before.unreadCount === 0,
    })
  }

  put(conversation: Conversation): Envelope {
    const data = { ...conversation, version: this.#seq + 1 }
    this.#all[this.#places.get(conversation.id) ?? 0] = data
    return this.append('conversation.changed', conversation.id, 'organization', data)
  }

  append(type: string, key: string, audience: Envelope['audience'], data: object): Envelope {
    this.#seq += 1
    const envelope: Envelope = {
      ...{ epoch: CLINIC.epoch, organizationId: CLINIC.organization._id, seq: this.#seq },
      ...{ type, key, audience, at: new Date().toISOString(), counts: this.counts, data },
    }
    this.events.push(envelope)
    if (this.events.length > 2 * KEPT) this.events = this.events.slice(-KEPT)
    return envelope
  }

  #answer(items: Conversation[], places: number[], cursor: string | null) {
    if (places.length > 0) this.#near = places
    return { items, cursor }
  }

  #pick(random: () => number): number {
    const among = random() < 0.5 && this.#near.length > 0 ? this.#near : null
    return among ? (among[Math.floor(random() * among.length)] ?? 0) : Math.floor(random() * this.#all.length)
  }
}

function generated(place: number, at: number): Conversation {
  const number = String(place).padStart(7, '0')
  const timestamp = new Date(at).toISOString()
  return {
    ...conversationExample,
    id: `0199f0aa-3c00-7000-8000-00000${number}`,
    organizationId: CLINIC.organization._id,
    patientId: `pat_${number}`,
    patientImportId: `imp_${number}`,
    name: `${GIVEN[place % 10]} ${FAMILY[Math.floor(place / 10) % 10]} ${place}`,
    phoneNumber: `+1512${number}`,
    from: `+1512${number}`,
    lastMessage: WORDS[place % WORDS.length] ?? '',
    requestType: place % 5 === 0 ? 'appointment' : null,
    timestamp,
    waitingSince: place % 3 === 0 ? timestamp : null,
    unreadCount: place % 4 === 0 ? 1 : 0,
    isUnread: place % 4 === 0,
    mrn: `204-${number}`,
    version: 1,
  }
}

function messageOf(conversationId: string, place: number, createdAt: string, version: number): Message {
  const inbound = place % 3 !== 0
  return {
    ...messageExample,
    _id: `${conversationId.slice(-12)}-${place}`,
    conversationId,
    organizationId: CLINIC.organization._id,
    direction: inbound ? 'inbound' : 'outbound',
    message: `${WORDS[place % WORDS.length]} `.repeat(1 + (place % 4)).trim(),
    user: inbound ? null : CLINIC.user._id,
    userName: inbound ? null : CLINIC.user.name,
    createdAt,
    status: inbound ? 'received' : 'delivered',
    version,
  }
}
