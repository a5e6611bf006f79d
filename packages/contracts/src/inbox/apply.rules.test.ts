import { describe, expect, test } from 'vitest'
import { noCounts } from '../counts.rules.ts'
import type { KnownEvent } from '../events.ts'
import { apply, emptyCopy, type InboxCopy, mergeConversations, mergeHistory, mergeMessages } from './apply.rules.ts'
import { conversationChanged, messageAdded } from './events.ts'
import { historyAdded } from './history-events.ts'
import { scheduledChanged } from './scheduled-events.ts'
import { draftChanged, mentionAdded, mentionChanged } from './staff-events.ts'

const conversation = { ...conversationChanged.example, version: 7 }
const message = { ...messageAdded.example.message, version: 7 }

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
  seq: 9,
  type: 'message.added',
  key: id,
  audience: `conversation:${conversation.id}`,
  data: { conversationId: conversation.id, message: { ...message, _id: id, createdAt } },
})

test('[OPEN-097] the newer state wins, in whichever order the two arrive', () => {
  const [old, fresh] = [changed(8, 'old'), changed(9, 'fresh')]
  for (const order of [
    [old, fresh],
    [fresh, old],
  ] as const) {
    expect(apply(emptyCopy, order).conversations.get(conversation.id)?.lastMessage).toBe('fresh')
  }
})

test('[OPEN-097] a page that was read before an event does not undo it', () => {
  const copy = apply(emptyCopy, [changed(9, 'fresh')])
  const merged = mergeConversations(copy, [{ ...conversation, version: 8, lastMessage: 'old' }])
  expect(merged.conversations.get(conversation.id)?.lastMessage).toBe('fresh')
})

test('[OPEN-097] an event that comes twice is applied once', () => {
  const open: InboxCopy = { ...emptyCopy, messages: new Map([[conversation.id, []]]) }
  const once = apply(open, [added('m1', '2026-11-19T15:14:00.000Z')])
  expect(apply(once, [added('m1', '2026-11-19T15:14:00.000Z')])).toEqual(once)
})

test('[OPEN-071] messages stand oldest first', () => {
  const late = { ...message, _id: 'm2', createdAt: '2026-11-19T16:00:00.000Z' }
  expect(mergeMessages([late], [message]).map(({ _id }) => _id)).toEqual([message._id, 'm2'])
})

test('[OPEN-097] messages of a thread that is not open here are not kept', () => {
  expect(apply(emptyCopy, [added('m1', '2026-11-19T15:14:00.000Z')]).messages.size).toBe(0)
})

const happened = (position: number): KnownEvent => ({
  ...envelope,
  seq: 100 + position,
  type: 'history.added',
  key: `${conversation.id}#${position}`,
  audience: `conversation:${conversation.id}`,
  data: { ...historyAdded.example, position },
})

test('[OPEN-097] what happened stands newest first and once, in whichever order it comes; and nowhere where it is not open', () => {
  const open: InboxCopy = { ...emptyCopy, history: new Map([[conversation.id, []]]) }
  for (const events of [
    [happened(1), happened(2), happened(2)],
    [happened(2), happened(1)],
  ]) {
    const entries = apply(open, events).history.get(conversation.id)
    expect(entries?.map(({ position }) => position)).toEqual([2, 1])
    expect(mergeHistory(entries ?? [], entries ?? [])).toEqual(entries)
  }
  expect(apply(emptyCopy, [happened(1)]).history.size).toBe(0)
})

const ahead = (version: number, change: Partial<typeof scheduledChanged.example> = {}): KnownEvent => ({
  ...envelope,
  seq: version,
  type: 'scheduled.changed',
  key: scheduledChanged.example._id,
  audience: `conversation:${conversation.id}`,
  data: { ...scheduledChanged.example, version, ...change },
})

test('[OPEN-097] texts that were written ahead: the newest state of each, soonest first', () => {
  const open: InboxCopy = { ...emptyCopy, scheduled: new Map([[conversation.id, []]]) }
  const sooner = ahead(11, { _id: 's0', sendAt: '2026-11-19T16:00:00.000Z' })
  const events = [ahead(10, { status: 'cancelled' }), ahead(9), sooner]
  const texts = apply(open, events).scheduled.get(conversation.id)
  expect(texts?.map(({ _id, status }) => [_id, status])).toEqual([
    ['s0', 'waiting'],
    [scheduledChanged.example._id, 'cancelled'],
  ])
  expect(apply(emptyCopy, events).scheduled.size).toBe(0)
})

test('the copy that was given stays as it was', () => {
  apply(emptyCopy, [changed(9, 'fresh')])
  expect(emptyCopy.conversations.size).toBe(0)
})

describe("a reader's own", () => {
  const draft = (version: number, message: string | null): KnownEvent => ({
    ...envelope,
    seq: version,
    type: 'draft.changed',
    key: `usr_lena:${conversation.id}`,
    audience: 'staff:usr_lena',
    data: { ...draftChanged.example, message, version },
  })

  test('[OPEN-097] draft stays removed, whatever older state of it comes later', () => {
    const copy = apply(emptyCopy, [draft(9, 'Please'), draft(10, null), draft(8, 'Ple')])
    expect(copy.drafts.get(conversation.id)).toMatchObject({ message: null, version: 10 })
  })

  test('[OPEN-097] mention is there once, and seen as soon as it was', () => {
    const { example: mention } = mentionAdded
    const at = { ...envelope, key: mention._id, audience: 'staff:usr_dana' } as const
    const added: KnownEvent = { ...at, seq: 11, type: 'mention.added', data: mention }
    const seen: KnownEvent = { ...at, seq: 12, type: 'mention.changed', data: mentionChanged.example }
    for (const order of [
      [added, seen],
      [seen, added, added],
    ])
      expect([...apply(emptyCopy, order).mentions.values()]).toEqual([mentionChanged.example])
  })
})
