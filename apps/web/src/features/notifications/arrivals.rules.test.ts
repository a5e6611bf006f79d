import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { describe, expect, test } from 'vitest'
import { type Arrival, arrivalsOf, type Memory } from './arrivals.rules.ts'

const ME = 'usr_dana'
const NOW = '2026-11-19T15:14:00.000Z'
const LATER = '2026-11-19T15:20:00.000Z'
const from = {
  patient: conversationExample.lastMessageBy,
  staff: { direction: 'outbound', private: false, user: 'usr_lena', userName: 'Lena Kim', status: 'sent' },
  me: { direction: 'outbound', private: false, user: ME, userName: 'Dana', status: 'sent' },
  nobody: { direction: 'outbound', private: false, user: null, userName: null, status: 'queued' },
} as const satisfies Record<string, Conversation['lastMessageBy']>

const meta = (at: string) => ({
  ...{ epoch: 'e1', organizationId: 'org_cedar', seq: 1, audience: 'organization' as const, at, counts: noCounts },
})
const changed = (part: Partial<Conversation> = {}, at = part.timestamp ?? NOW): KnownEvent => {
  const data = { ...conversationExample, ...part }
  return { ...meta(at), type: 'conversation.changed', key: data.id, data }
}
const mentioned = (part: Partial<Mention> = {}): KnownEvent => {
  const data = { ...mentionExample, ...part }
  return { ...meta(NOW), audience: `staff:${ME}`, type: 'mention.added', key: data._id, data }
}
const known: Memory = new Map([[conversationExample.id, { timestamp: NOW, unreadCount: 1 }]])
const of = (memory: Memory, ...events: KnownEvent[]) => arrivalsOf(memory, events, ME).arrivals
const counts = (arrivals: readonly Arrival[]) => arrivals.map(({ count }) => count)

describe('arrivalsOf a known conversation', () => {
  test.each<[string, Partial<Conversation>, number[]]>([
    ['counts a patient’s message', { timestamp: LATER, unreadCount: 2 }, [1]],
    ['counts two messages in one frame', { timestamp: LATER, unreadCount: 3 }, [2]],
    ['skips a message that is read already', { timestamp: LATER, unreadCount: 0 }, []],
    ['counts a message after one that was read', { timestamp: LATER, unreadCount: 1 }, [1]],
    ['skips a change without a new message', { unreadCount: 1 }, []],
    ['skips marking unread', { unreadCount: 2 }, []],
    ['skips a colleague’s answer', { timestamp: LATER, lastMessageBy: from.staff }, []],
    ['skips the user’s own answer', { timestamp: LATER, lastMessageBy: from.me }, []],
    ['skips an automatic text', { timestamp: LATER, lastMessageBy: from.nobody }, []],
    [
      'counts a message with an automatic answer after it',
      { timestamp: LATER, unreadCount: 2, lastMessageBy: from.nobody },
      [1],
    ],
    ['counts a visitor’s message in a chat', { timestamp: LATER, unreadCount: 2, type: 'chat' }, [1]],
    ['skips a conversation without messages', { timestamp: LATER, lastMessageBy: null }, []],
  ])('%s [OPEN-097]', (_, part, expected) => {
    expect(counts(of(known, changed(part)))).toEqual(expected)
  })
})

describe('arrivalsOf an unknown conversation', () => {
  test.each<[string, Partial<Conversation>, string, number[]]>([
    ['counts a message that has just come', {}, NOW, [1]],
    ['counts a message that the carrier delayed by two minutes', {}, '2026-11-19T15:16:00.000Z', [1]],
    ['skips an action on an older message', {}, LATER, []],
    ['counts the message behind an automatic answer', { lastMessageBy: from.nobody }, NOW, [1]],
    ['skips an automatic text to a patient who waits for long', { lastMessageBy: from.nobody }, LATER, []],
    [
      'skips an automatic text to a patient who does not wait',
      { lastMessageBy: from.nobody, waitingSince: null },
      NOW,
      [],
    ],
    ['skips a colleague’s first text', { lastMessageBy: from.staff, unreadCount: 0 }, NOW, []],
  ])('%s [OPEN-097]', (_, part, at, expected) => {
    expect(counts(of(new Map(), changed(part, at)))).toEqual(expected)
  })
})

test('arrivalsOf remembers what it returned and skips the same event [OPEN-097]', () => {
  const first = arrivalsOf(new Map(), [changed()], ME)
  expect([first.arrivals.length, arrivalsOf(first.memory, [changed()], ME).arrivals]).toEqual([1, []])
})

test('arrivalsOf sums up several messages of one conversation [OPEN-097]', () => {
  const more = changed({ timestamp: LATER, unreadCount: 2, lastMessage: 'And when?' })
  expect(of(new Map(), changed(), more)).toMatchObject([{ count: 2, text: 'And when?' }])
})

test('arrivalsOf returns a mention of the user, but not one by themselves', () => {
  expect(of(new Map(), mentioned())).toMatchObject([
    { kind: 'mention', name: 'Lena Kim', text: mentionExample.excerpt },
  ])
  expect(of(new Map(), mentioned({ by: ME }))).toEqual([])
})

test('arrivalsOf names the patient, else the number, else a visitor', () => {
  const names = (part: Partial<Conversation>) => of(new Map(), changed(part)).map(({ name }) => name)
  expect([
    names({}),
    names({ patientId: null, name: 'Unknown' }),
    names({ patientId: null, name: 'Unknown', type: 'chat', phoneNumber: '' }),
  ]).toEqual([['Rosalind Carver'], ['(512) 555-0142'], ['Chat visitor']])
})
