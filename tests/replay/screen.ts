/** A screen without a browser: what it reads by HTTP, and what the log makes of that. */
import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { events as eventTypes, type KnownEvent } from '@foyer/contracts/events.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { defaultFilters, hasPlace, matchesFilter, orderOf } from '@foyer/contracts/inbox/filter.rules.ts'
import type { Sort, Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { expect } from 'vitest'
import type { Clinics } from '../calls/clinics.ts'
import { apply, emptyCopy, type InboxCopy, mergeConversations } from '../support/inbox-copy.ts'
import type { Member } from '../support/member.ts'

export interface Snapshot {
  /** Whose screen it is: drafts and mentions in the copy are theirs. */
  readonly userId: string
  readonly copy: InboxCopy
  readonly asOf: number
  readonly epoch: string
  /** The ids of the list and of the one of what is snoozed, as the API orders them under each sort. */
  readonly order: Readonly<Record<Sort, readonly string[]>>
  readonly counts: Counts
}

/** What is snoozed stands in a list of its own: the two hold every conversation once. */
const LISTS = ['all', 'snoozed'] as const satisfies Tab[]

interface Reading {
  readonly organizationId: string
  /** The conversations that the screen has open. */
  readonly watched: readonly string[]
}

type Position = Pick<Snapshot, 'asOf' | 'epoch'>
type Threads = Pick<InboxCopy, 'messages' | 'history' | 'scheduled'>

/** Everything of an organization, page by page, and the threads that the screen has open. Nobody may write meanwhile. */
export async function readSnapshot(
  { feed }: Pick<Clinics, 'feed'>,
  member: Member,
  { organizationId, watched }: Reading,
): Promise<Snapshot> {
  const positions: Position[] = []
  /** Page by page. */
  const list = async (sort: Sort) => {
    const lists = []
    for (const filter of LISTS) {
      const query = { organizationId, status: ['all'] as ['all'], filter, limit: 7, sort }
      lists.push(...(await readAll(positions, (at) => member.call('conversations', { query: { ...query, ...at } }))))
    }
    return lists
  }
  const listed = await list('newest')
  const waiting = await list('waiting')
  const drafts = await readAll(positions, (at) => member.call('drafts', { query: { organizationId, limit: 2, ...at } }))
  const mentions = await readAll(positions, (at) =>
    member.call('mentions', { query: { organizationId, limit: 3, ...at } }),
  )
  const { threads, positions: ofThreads } = await readThreads(member, { organizationId, watched })
  const { head, epoch, counts } = await feed(organizationId, 0, 0)
  expectAll([...positions, ...ofThreads], { asOf: head, epoch })
  const copy = {
    ...mergeConversations(emptyCopy, listed),
    ...threads,
    drafts: new Map(drafts.map((draft) => [draft.conversationId, draft])),
    mentions: new Map(mentions.map((mention) => [mention._id, mention])),
  }
  const order = { newest: listed.map(({ id }) => id), waiting: waiting.map(({ id }) => id) }
  return { userId: userIdOf(member), copy, asOf: head, epoch, order, counts }
}

/** The same screen with more threads open. Nothing may have happened since it was read. */
export async function openThreads(
  screen: Snapshot,
  member: Member,
  { organizationId, watched }: Reading,
): Promise<Snapshot> {
  const more = watched.filter((id) => !screen.copy.messages.has(id))
  const { threads, positions } = await readThreads(member, { organizationId, watched: more })
  expectAll(positions, screen)
  const { messages, history, scheduled } = screen.copy
  return {
    ...screen,
    copy: {
      ...screen.copy,
      messages: new Map([...messages, ...threads.messages]),
      history: new Map([...history, ...threads.history]),
      scheduled: new Map([...scheduled, ...threads.scheduled]),
    },
  }
}

type Part<Item> = { data: Item[]; cursor: string | null } & Position

async function readAll<Item>(
  positions: Position[],
  read: (at: { cursor?: string }) => Promise<Part<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor ? { cursor } : {})
    items.push(...page.data)
    positions.push(page)
    cursor = page.cursor
  }
  return items
}

async function readThreads(
  member: Member,
  { organizationId, watched }: Reading,
): Promise<{ threads: Threads; positions: Position[] }> {
  const positions: Position[] = []
  const [messages, history, scheduled] = [new Map(), new Map(), new Map()]
  for (const conversationId of watched) {
    const thread = await member.call('messages', { query: { organizationId, conversationId, limit: 200 } })
    messages.set(conversationId, thread.data)
    const about = { organizationId, conversationId }
    const told = (at: object) => member.call('conversationHistory', { query: { ...about, limit: 100, ...at } })
    history.set(conversationId, await readAll(positions, told))
    const ahead = await member.call('scheduledMessages', { query: { organizationId, conversationId } })
    scheduled.set(conversationId, ahead.data)
    positions.push(thread, ahead)
  }
  return { threads: { messages, history, scheduled }, positions }
}

function expectAll(positions: readonly Position[], { asOf: head, epoch: life }: Position): void {
  for (const { asOf, epoch } of positions) expect([asOf, epoch]).toEqual([head, life])
}

function userIdOf({ token }: Member): string {
  return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }).sub
}

/** Of the log what a staff member may hear who has every conversation open. */
export function heardBy({ userId }: Pick<Snapshot, 'userId'>, events: readonly KnownEvent[]): KnownEvent[] {
  return events.filter(({ audience }) => !audience.startsWith('staff:') || audience === `staff:${userId}`)
}

/** What a screen has after some events of the log: it hears what is for its reader, and a removed draft is none. */
export function hear(screen: Pick<Snapshot, 'userId' | 'copy'>, events: readonly KnownEvent[]): InboxCopy {
  const after = apply(screen.copy, heardBy(screen, events))
  return { ...after, drafts: new Map([...after.drafts].filter(([, { message }]) => message !== null)) }
}

/** An event of the log, held to what its type declares. */
export function known(envelope: Envelope): KnownEvent {
  const type = eventTypes.find((one) => one.type === envelope.type)
  if (!type) throw new Error(`No type is called ${envelope.type}.`)
  expect(type.data.parse(envelope.data), 'an event says what its type does not declare').toEqual(envelope.data)
  const { key, audience } = type as { key(data: unknown): string; audience(data: unknown): string }
  expect([envelope.key, envelope.audience]).toEqual([key(envelope.data), audience(envelope.data)])
  return envelope as KnownEvent
}

/** The state that an event carries has the event's own number. */
function versionOf(event: KnownEvent): number {
  switch (event.type) {
    case 'message.added':
    case 'message.changed':
      return event.data.message.version
    case 'visitor.message':
      // A visitor sees no numbers of the log.
      return event.seq
    case 'history.added':
      // What happened is never another time; it needs no number but its position.
      return event.seq
    default:
      return event.data.version
  }
}

/** [OPEN-020] The five counts as a copy of the whole organization has them. */
function countsOf({ conversations }: InboxCopy): Counts {
  return [...conversations.values()].map(contribution).reduce(addCounts, noCounts)
}

/** The lists as a screen that has this copy fills and orders them. */
function listOf({ conversations }: InboxCopy, sort: Sort): string[] {
  const placed = [...conversations.values()].filter((conversation) => hasPlace(conversation, sort))
  placed.sort(orderOf(sort))
  return LISTS.flatMap((tab) =>
    placed.filter((one) => matchesFilter(one, { ...defaultFilters(''), status: 'all', tab })).map(({ id }) => id),
  )
}

/**
 * The events in order over what a screen had: after each of them its counts are those of the copy, its numbers have no
 * hole, and in the end the copy is what a fresh reading gives.
 */
export function replay(before: Snapshot, events: readonly KnownEvent[], after: Snapshot): void {
  let { copy } = before
  for (const [index, event] of events.entries()) {
    expect([event.seq, event.epoch]).toEqual([before.asOf + 1 + index, before.epoch])
    expect(versionOf(event), `${event.type} ${event.seq}`).toBe(event.seq)
    copy = hear({ ...before, copy }, [event])
    expect(event.counts, `as of ${event.seq}`).toEqual(countsOf(copy))
  }
  expect(before.asOf + events.length).toBe(after.asOf)
  expect(copy).toEqual(after.copy)
  expect({ newest: listOf(copy, 'newest'), waiting: listOf(copy, 'waiting') }).toEqual(after.order)
  expect(countsOf(copy)).toEqual(after.counts)
}
