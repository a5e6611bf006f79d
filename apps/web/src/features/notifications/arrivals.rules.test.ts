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
const heard: Memory = new Map([[conversationExample.id, { timestamp: NOW, unreadCount: 1 }]])
const of = (memory: Memory, ...events: KnownEvent[]) => arrivalsOf(memory, events, ME).arrivals
const counts = (arrivals: readonly Arrival[]) => arrivals.map(({ count }) => count)

describe('of a conversation that was heard of', () => {
  test.each<[string, Partial<Conversation>, number[]]>([
    ['a patient’s message', { timestamp: LATER, unreadCount: 2 }, [1]],
    ['two in one frame', { timestamp: LATER, unreadCount: 3 }, [2]],
    ['a message that is read already', { timestamp: LATER, unreadCount: 0 }, []],
    ['a message after one that was read', { timestamp: LATER, unreadCount: 1 }, [1]],
    ['the same once more: assigned, starred, snoozed', { unreadCount: 1 }, []],
    ['marked unread', { unreadCount: 2 }, []],
    ['a colleague’s answer', { timestamp: LATER, lastMessageBy: from.staff }, []],
    ['one’s own answer', { timestamp: LATER, lastMessageBy: from.me }, []],
    ['an automatic text', { timestamp: LATER, lastMessageBy: from.nobody }, []],
    [
      'a message with an automatic answer after it',
      { timestamp: LATER, unreadCount: 2, lastMessageBy: from.nobody },
      [1],
    ],
    ['a visitor’s message in a chat', { timestamp: LATER, unreadCount: 2, type: 'chat' }, [1]],
    ['no message at all', { timestamp: LATER, lastMessageBy: null }, []],
  ])('[OPEN-097] %s', (_, part, expected) => {
    expect(counts(of(heard, changed(part)))).toEqual(expected)
  })
})

describe('of a conversation that was never heard of', () => {
  test.each<[string, Partial<Conversation>, string, number[]]>([
    ['a message that has just come', {}, NOW, [1]],
    ['a message that the carrier had kept for two minutes', {}, '2026-11-19T15:16:00.000Z', [1]],
    ['what somebody did with an older message', {}, LATER, []],
    ['an automatic answer to what has just come', { lastMessageBy: from.nobody }, NOW, [1]],
    ['an automatic text to who waits for long', { lastMessageBy: from.nobody }, LATER, []],
    ['an automatic text to who does not wait', { lastMessageBy: from.nobody, waitingSince: null }, NOW, []],
    ['a colleague’s first text', { lastMessageBy: from.staff, unreadCount: 0 }, NOW, []],
  ])('[OPEN-097] %s', (_, part, at, expected) => {
    expect(counts(of(new Map(), changed(part, at)))).toEqual(expected)
  })
})

test('[OPEN-097] what was told is remembered: the same event again is no news', () => {
  const first = arrivalsOf(new Map(), [changed()], ME)
  expect([first.arrivals.length, arrivalsOf(first.memory, [changed()], ME).arrivals]).toEqual([1, []])
})

test('[OPEN-097] several of one conversation are one arrival with all of them', () => {
  const more = changed({ timestamp: LATER, unreadCount: 2, lastMessage: 'And when?' })
  expect(of(new Map(), changed(), more)).toMatchObject([{ count: 2, text: 'And when?' }])
})

test('a mention is one’s own, and nobody mentions themselves', () => {
  expect(of(new Map(), mentioned())).toMatchObject([
    { kind: 'mention', name: 'Lena Kim', text: mentionExample.excerpt },
  ])
  expect(of(new Map(), mentioned({ by: ME }))).toEqual([])
})

test('who wrote: the patient’s name, else the number, else a visitor', () => {
  const names = (part: Partial<Conversation>) => of(new Map(), changed(part)).map(({ name }) => name)
  expect([
    names({}),
    names({ patientId: null, name: 'Unknown' }),
    names({ patientId: null, name: 'Unknown', type: 'chat', phoneNumber: '' }),
  ]).toEqual([['Rosalind Carver'], ['(512) 555-0142'], ['Chat visitor']])
})
