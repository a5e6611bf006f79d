import { mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { expect, test } from 'vitest'
import { dueMentions } from './mentions.rules.ts'

test('dueMentions returns the unseen mentions of the open conversation, each until it was reported', () => {
  const { conversationId, at } = mentionExample
  const mentions = [
    { ...mentionExample, _id: '1' },
    { ...mentionExample, _id: '2', seenAt: at },
    { ...mentionExample, _id: '3', conversationId: 'other' },
    { ...mentionExample, _id: '4' },
  ]
  const due = (openId: string | null) => dueMentions(mentions, openId, new Set(['4'])).map(({ _id }) => _id)
  expect([due(conversationId), due(null)]).toEqual([['1'], []])
})
