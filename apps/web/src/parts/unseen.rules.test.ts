import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { expect, test } from 'vitest'
import { unseenAfter } from './unseen.rules.ts'

const seenAt = mentionExample.at
function countAfter(unseen: number, type: 'mention.added' | 'mention.changed', part = {}, before?: Mention): number {
  const mention = { ...mentionExample, ...part }
  return unseenAfter(unseen, { type, data: mention } as KnownEvent, mention, before)
}

test('unseenAfter counts a new mention and stops counting a seen one, loaded or not [OPEN-097]', () => {
  expect(countAfter(4, 'mention.added')).toBe(5)
  expect(countAfter(4, 'mention.changed', { seenAt }, mentionExample)).toBe(3)
  expect(countAfter(4, 'mention.changed', { seenAt })).toBe(3)
})

test('unseenAfter keeps the count when nothing changed and never goes below zero [OPEN-097]', () => {
  expect(countAfter(4, 'mention.changed', { seenAt }, { ...mentionExample, seenAt })).toBe(4)
  expect(countAfter(4, 'mention.added', { seenAt })).toBe(4)
  expect(countAfter(0, 'mention.changed', { seenAt })).toBe(0)
})
