import { describe, expect, test } from 'vitest'
import { noCounts } from '../counts.rules.ts'
import type { KnownEvent } from '../events.ts'
import { apply, emptyCopy, type InboxCopy, mergeConversations, mergeMessages } from './apply.rules.ts'
import { conversationChanged, messageAdded } from './events.ts'
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
