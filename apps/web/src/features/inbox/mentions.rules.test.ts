import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { expect, test } from 'vitest'
import { unseenAfter } from './mentions.rules.ts'

const seenAt = mentionExample.at
const told = (type: 'mention.added' | 'mention.changed', part: Partial<Mention> = {}) =>
  ({ type, data: { ...mentionExample, ...part } }) as KnownEvent

test('unseenAfter counts a new mention, and one that was seen no longer, loaded or not [OPEN-097]', () => {
  expect(unseenAfter(4, told('mention.added'), undefined)).toBe(5)
  expect(unseenAfter(4, told('mention.changed', { seenAt }), mentionExample)).toBe(3)
  expect(unseenAfter(4, told('mention.changed', { seenAt }), undefined)).toBe(3)
})

test('unseenAfter leaves the count when nothing of it changed, and never goes below none [OPEN-097]', () => {
  expect(unseenAfter(4, told('mention.changed', { seenAt }), { ...mentionExample, seenAt })).toBe(4)
  expect(unseenAfter(4, told('mention.added', { seenAt }), undefined)).toBe(4)
  expect(unseenAfter(0, told('mention.changed', { seenAt }), undefined)).toBe(0)
})
