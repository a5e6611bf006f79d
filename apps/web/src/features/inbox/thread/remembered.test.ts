import { messageAdded } from '@foyer/contracts/inbox/events.ts'
import { expect, test } from 'vitest'
import { createReadMemory } from '../../../live/read-memory.ts'
import { type Remembered, threadMemoryOf } from './remembered.rules.ts'
import { leftThread, startedThread, withSnapshot } from './thread.rules.ts'

const read = (seen: number): Remembered => ({
  conversation: null,
  epoch: 'e1',
  messages: [],
  atStart: true,
  readAsOf: seen,
  seen,
  at: new Date('2026-11-19T15:16:00Z'),
})

test('createReadMemory forgets what was put the longest ago', () => {
  const memory = createReadMemory<Remembered>(2)
  memory.put('a', read(1))
  memory.put('b', read(2))
  memory.put('a', read(3))
  memory.put('c', read(4))
  expect(['a', 'b', 'c'].map((id) => memory.get(id)?.seen ?? null)).toEqual([3, null, 4])
})

test('threadMemoryOf keeps nothing of another organization, another user or another session', () => {
  const live = {}
  threadMemoryOf(live, 'org_cedar usr_lena').put('a', read(1))
  expect(threadMemoryOf(live, 'org_cedar usr_lena').get('a')?.seen).toBe(1)
  expect(threadMemoryOf({}, 'org_cedar usr_lena').get('a')).toBeNull()
  expect(threadMemoryOf(live, 'org_cedar usr_dana').get('a')).toBeNull()
  expect(threadMemoryOf(live, 'org_lakeside usr_lena').get('a')).toBeNull()
  expect(threadMemoryOf(live, 'org_cedar usr_lena').get('a')).toBeNull()
})

test('a thread starts with what was remembered, keeps its time until it is read, and is left with the later one', () => {
  const remembered = { ...read(7), messages: [{ ...messageAdded.example.message, conversationId: 'c1' }] }
  const input = { conversationId: 'c1', userId: 'usr_lena', conversation: null, remembered }
  const started = startedThread(input)
  expect(started).toMatchObject({ seen: 7, epoch: 'e1', messages: remembered.messages, conversationDue: true })
  const later = new Date('2026-11-19T16:00:00Z')
  expect(leftThread(started, later)?.at).toBe(remembered.at)
  const again = withSnapshot(started, { messages: remembered.messages, conversation: null, epoch: 'e1', asOf: 9 })
  expect(again).toMatchObject({ seen: 9, rememberedAt: null })
  expect(leftThread(again, later)).toMatchObject({ seen: 9, at: later })
  expect(leftThread(startedThread({ ...input, remembered: null }), later)).toBeNull()
})
