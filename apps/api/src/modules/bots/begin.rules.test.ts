import { expect, test } from 'vitest'
import { afterSpeaking, newSession } from './begin.rules.ts'

const now = new Date('2026-11-19T15:00:00Z')
const conversation = { organizationId: 'o1', id: 'c1' } as never
const session = newSession({ id: 's1', conversation, flowId: 'f1', version: 1, now })
const said = (channel: 'sms' | 'chat', count: number) =>
  afterSpeaking(session, { messageIds: Array.from({ length: count }, (_, nth) => `m${nth}`), channel, now }).texts

test('a step in the chat counts once for each ten bubbles, and each text message counts', () => {
  expect([0, 1, 10, 11, 35].map((count) => said('chat', count))).toEqual([0, 1, 1, 2, 4])
  expect(said('sms', 3)).toBe(3)
})
