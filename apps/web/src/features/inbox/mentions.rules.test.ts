import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { expect, test } from 'vitest'
import { unseenAfter } from './mentions.rules.ts'

const seenAt = mentionExample.at
const mentionEvent = (type: 'mention.added' | 'mention.changed', part: Partial<Mention> = {}) =>
  ({ type, data: { ...mentionExample, ...part } }) as KnownEvent

test('unseenAfter counts a new mention and stops counting a seen one, loaded or not [OPEN-097]', () => {
  expect(unseenAfter(4, mentionEvent('mention.added'), undefined)).toBe(5)
  expect(unseenAfter(4, mentionEvent('mention.changed', { seenAt }), mentionExample)).toBe(3)
  expect(unseenAfter(4, mentionEvent('mention.changed', { seenAt }), undefined)).toBe(3)
})

test('unseenAfter keeps the count when nothing changed and never goes below zero [OPEN-097]', () => {
  expect(unseenAfter(4, mentionEvent('mention.changed', { seenAt }), { ...mentionExample, seenAt })).toBe(4)
  expect(unseenAfter(4, mentionEvent('mention.added', { seenAt }), undefined)).toBe(4)
  expect(unseenAfter(0, mentionEvent('mention.changed', { seenAt }), undefined)).toBe(0)
})
