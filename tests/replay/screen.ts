/** A screen without a browser: what it reads by HTTP, and what the log makes of that. */
import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { events as eventTypes, type KnownEvent } from '@foyer/contracts/events.ts'
import { apply, emptyCopy, type InboxCopy, mergeConversations } from '@foyer/contracts/inbox/apply.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { byNewest } from '@foyer/contracts/inbox/filter.rules.ts'
import { expect } from 'vitest'
import type { Clinics } from '../calls/clinics.ts'
import type { Member } from '../support/member.ts'

export interface Snapshot {
  readonly copy: InboxCopy
  readonly asOf: number
  readonly epoch: string
  /** The ids of the list, as the API orders it. */
  readonly order: readonly string[]
  readonly counts: Counts
}

/** Everything of an organization, page by page, and the threads that the screen has open. Nobody may write meanwhile. */
export async function readSnapshot(
  { feed }: Pick<Clinics, 'feed'>,
  member: Member,
  { organizationId, watched }: { organizationId: string; watched: readonly string[] },
): Promise<Snapshot> {
  const listed: Conversation[] = []
  const positions: { asOf: number; epoch: string }[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { organizationId, status: ['all'], limit: 7, ...(cursor && { cursor }) }
    const page = await member.call('conversations', { query })
    listed.push(...page.data)
    positions.push(page)
    cursor = page.cursor
  }
  const messages = new Map()
  for (const conversationId of watched) {
    const thread = await member.call('messages', { query: { organizationId, conversationId, limit: 200 } })
    messages.set(conversationId, thread.data)
    positions.push(thread)
  }
  const { head, epoch, counts } = await feed(organizationId, 0, 0)
  for (const { asOf, epoch: life } of positions) expect([asOf, life]).toEqual([head, epoch])
  const copy = { ...mergeConversations(emptyCopy, listed), messages }
  return { copy, asOf: head, epoch, order: listed.map(({ id }) => id), counts }
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
  // A visitor sees no numbers of the log.
  if (event.type === 'visitor.message') return event.seq
  return event.type === 'conversation.changed' ? event.data.version : event.data.message.version
}

/** [OPEN-020] The five counts as a copy of the whole organization has them. */
function countsOf({ conversations }: InboxCopy): Counts {
  return [...conversations.values()].map(contribution).reduce(addCounts, noCounts)
}

/** The list as a screen that has this copy orders it. */
function orderOf({ conversations }: InboxCopy): string[] {
  return [...conversations.values()].sort(byNewest).map(({ id }) => id)
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
    copy = apply(copy, [event])
    expect(event.counts, `as of ${event.seq}`).toEqual(countsOf(copy))
  }
  expect(before.asOf + events.length).toBe(after.asOf)
  expect(copy).toEqual(after.copy)
  expect(orderOf(copy)).toEqual(after.order)
  expect(countsOf(copy)).toEqual(after.counts)
}
