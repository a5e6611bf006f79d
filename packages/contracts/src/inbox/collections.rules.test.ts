import { describe, expect, test } from 'vitest'
import { applyEvents, joinRuns, mergeStates } from '../collection.rules.ts'
import { noCounts } from '../counts.rules.ts'
import type { KnownEvent } from '../events.ts'
import { conversations, drafts, historyOf, mentions, messagesOf, scheduledOf } from './collections.rules.ts'
import { conversationChanged, messageAdded } from './events.ts'
import { historyAdded } from './history-events.ts'
import { scheduledChanged } from './scheduled-events.ts'
import { draftChanged, mentionAdded, mentionChanged } from './staff-events.ts'

const conversation = conversationChanged.example
const { message } = messageAdded.example
const envelope = { epoch: 'e1', organizationId: 'org_cedar', at: '2026-11-19T15:14:00.000Z', counts: noCounts }

const changed = (version: number, lastMessage: string): KnownEvent => ({
  ...envelope,
  seq: version,
  type: 'conversation.changed',
  key: conversation.id,
  audience: 'organization',
  data: { ...conversation, version, lastMessage },
})
const added = (id: string, createdAt: string): KnownEvent => ({
  ...envelope,
  seq: 8,
  type: 'message.added',
  key: id,
  audience: `conversation:${conversation.id}`,
  data: { conversationId: conversation.id, message: { ...message, _id: id, createdAt } },
})
const happened = (position: number): KnownEvent => ({
  ...envelope,
  seq: 100 + position,
  type: 'history.added',
  key: `${conversation.id}#${position}`,
  audience: `conversation:${conversation.id}`,
  data: { ...historyAdded.example, position },
})
const ahead = (version: number, change: Partial<typeof scheduledChanged.example> = {}): KnownEvent => ({
  ...envelope,
  seq: version,
  type: 'scheduled.changed',
  key: scheduledChanged.example._id,
  audience: `conversation:${conversation.id}`,
  data: { ...scheduledChanged.example, version, ...change },
})

describe('conversations', () => {
  const lastMessageAfter = (events: readonly KnownEvent[]) =>
    applyEvents(conversations, new Map(), events).get(conversation.id)?.lastMessage

  test('hold the newer state, in whichever order two states arrive [OPEN-097]', () => {
    const [old, fresh] = [changed(8, 'old'), changed(9, 'fresh')]
    expect([lastMessageAfter([old, fresh]), lastMessageAfter([fresh, old])]).toEqual(['fresh', 'fresh'])
  })

  test('keep the state of an event when a page was read before it [OPEN-097]', () => {
    const held = applyEvents(conversations, new Map(), [changed(9, 'fresh')])
    const read = mergeStates(conversations, held, [{ ...conversation, version: 8, lastMessage: 'old' }])
    expect(read.get(conversation.id)?.lastMessage).toBe('fresh')
  })

  test('ignore an event when its type is unknown', () => {
    const held = new Map([[conversation.id, conversation]])
    const foreign = { ...changed(9, 'fresh'), type: 'room.changed' } as unknown as KnownEvent
    expect(applyEvents(conversations, held, [foreign])).toBe(held)
  })

  test('leave the given copy unchanged when they apply events', () => {
    const held = new Map<string, typeof conversation>()
    applyEvents(conversations, held, [changed(9, 'fresh')])
    expect(held.size).toBe(0)
  })
})

describe('messages', () => {
  const thread = messagesOf(conversation.id)

  test('hold a message once when its event arrives twice [OPEN-097]', () => {
    const event = added('m1', '2026-11-19T15:14:00.000Z')
    expect(applyEvents(thread, new Map(), [event, event]).size).toBe(1)
  })

  test('are sorted oldest first [OPEN-071]', () => {
    const late = { ...message, _id: 'm2', createdAt: '2026-11-19T16:00:00.000Z' }
    expect(joinRuns(thread, [late], [message]).map(({ _id }) => _id)).toEqual([message._id, 'm2'])
  })

  test('ignore a message when it belongs to another conversation [OPEN-097]', () => {
    expect(applyEvents(messagesOf('c2'), new Map(), [added('m1', '2026-11-19T15:14:00.000Z')]).size).toBe(0)
  })
})

test('history is sorted newest first without duplicates in whichever order entries arrive [OPEN-097]', () => {
  const history = historyOf(conversation.id)
  for (const events of [
    [happened(1), happened(2), happened(2)],
    [happened(2), happened(1)],
  ]) {
    const entries = joinRuns(history, [], events.flatMap(history.select))
    expect(entries.map(({ position }) => position)).toEqual([2, 1])
    expect(joinRuns(history, entries, entries)).toEqual(entries)
  }
  expect(applyEvents(historyOf('c2'), new Map(), [happened(1)]).size).toBe(0)
})

test('scheduled texts hold the newest state of each, soonest first [OPEN-097]', () => {
  const scheduled = scheduledOf(conversation.id)
  const sooner = ahead(11, { _id: 's0', sendAt: '2026-11-19T16:00:00.000Z' })
  const events = [ahead(10, { status: 'cancelled' }), ahead(9), sooner]
  const texts = joinRuns(scheduled, [], events.flatMap(scheduled.select))
  expect(texts.map(({ _id, status }) => [_id, status])).toEqual([
    ['s0', 'waiting'],
    [scheduledChanged.example._id, 'cancelled'],
  ])
  expect(applyEvents(scheduledOf('c2'), new Map(), events).size).toBe(0)
})

test('drafts keep a draft removed when an older state of it arrives later [OPEN-097]', () => {
  const draft = (version: number, text: string | null): KnownEvent => ({
    ...envelope,
    seq: version,
    type: 'draft.changed',
    key: `usr_lena:${conversation.id}`,
    audience: 'staff:usr_lena',
    data: { ...draftChanged.example, message: text, version },
  })
  const held = applyEvents(drafts, new Map(), [draft(9, 'Please'), draft(10, null), draft(8, 'Ple')])
  expect(held.get(conversation.id)).toMatchObject({ message: null, version: 10 })
})

test('mentions hold a mention once and keep it seen when an older state arrives [OPEN-097]', () => {
  const { example: mention } = mentionAdded
  const at = { ...envelope, key: mention._id, audience: 'staff:usr_dana' } as const
  const named: KnownEvent = { ...at, seq: 11, type: 'mention.added', data: mention }
  const seen: KnownEvent = { ...at, seq: 12, type: 'mention.changed', data: mentionChanged.example }
  for (const order of [
    [named, seen],
    [seen, named, named],
  ])
    expect([...applyEvents(mentions, new Map(), order).values()]).toEqual([mentionChanged.example])
})
