import { describe, expect, test } from 'vitest'
import type { Arrival } from './arrivals.rules.ts'
import { notificationOf, type Situation, type Verdict, verdictOn } from './notify.rules.ts'

const message: Arrival = {
  ...{ kind: 'message', conversationId: 'c1', assigned: ['usr_lena'], name: 'Rosalind Carver' },
  ...{ text: 'Should I bring the new card?', count: 1 },
}
const mention: Arrival = { ...message, kind: 'mention', assigned: [], name: 'Dana Whitfield', text: 'Lena, look' }
const unassigned: Arrival = { ...message, assigned: [] }
const theirs: Arrival = { ...message, assigned: ['usr_dana'] }

const quiet = { from: '09:00', to: '10:00', days: ['thursday' as const] }
const situation: Situation = {
  preferences: { scope: 'mine', quiet: null },
  userId: 'usr_lena',
  now: new Date('2026-11-19T15:14:00Z'),
  timezone: 'America/Chicago',
  isLeader: true,
  watched: new Set(),
}
const all = { scope: 'organization', quiet: null } as const

test.each<[string, Arrival, Partial<Situation>, Verdict]>([
  ['a message assigned to the user', message, {}, 'tell'],
  ['a mention of the user', mention, {}, 'tell'],
  ['an unassigned message', unassigned, {}, 'not theirs'],
  ['a colleague’s message', theirs, {}, 'not theirs'],
  ['an unassigned message with scope organization', unassigned, { preferences: all }, 'tell'],
  ['a colleague’s message with scope organization', theirs, { preferences: all }, 'tell'],
  ['the user’s message with scope off', message, { preferences: { scope: 'off', quiet: null } }, 'off'],
  ['a mention with scope off', mention, { preferences: { scope: 'off', quiet: null } }, 'off'],
  ['the user’s message in quiet hours', message, { preferences: { scope: 'mine', quiet } }, 'quiet'],
  [
    'the user’s message outside of quiet hours in another zone',
    message,
    { preferences: { scope: 'mine', quiet }, timezone: 'UTC' },
    'tell',
  ],
  ['the user’s message in an open conversation', message, { watched: new Set(['c1']) }, 'sees it'],
  ['the user’s message while another conversation is open', message, { watched: new Set(['c2']) }, 'tell'],
  ['a mention in an open conversation', mention, { watched: new Set(['c1']) }, 'sees it'],
  ['the user’s message in a tab that does not lead', message, { isLeader: false }, 'another tab tells'],
])('verdictOn decides about %s [OPEN-097]', (_, arrival, part, verdict) => {
  expect(verdictOn(arrival, { ...situation, ...part })).toBe(verdict)
})

describe('notificationOf', () => {
  const words = { organization: 'Cedar Ridge', showText: false, missed: false }
  const jun = { ...message, conversationId: 'c2', name: 'Jun Takahashi' }

  test('contains no name and no text without permission to show them', () => {
    for (const arrivals of [[message], [mention], [message, jun], [message, mention]]) {
      for (const missed of [false, true]) {
        const shown = JSON.stringify(notificationOf(arrivals, { ...words, missed }))
        expect(shown).not.toMatch(/Rosalind|Jun|Dana|card|look/)
        expect(shown).toContain('Cedar Ridge')
      }
    }
    expect(notificationOf([message], words)).toEqual({
      title: 'New message',
      body: 'Cedar Ridge',
      conversationId: 'c1',
    })
    expect(notificationOf([mention], words)?.title).toBe('You were mentioned')
  })

  test('contains the sender and the beginning of the text with permission', () => {
    const shown = notificationOf([message], { ...words, showText: true })
    expect(shown).toEqual({ title: 'Rosalind Carver', body: message.text, conversationId: 'c1' })
    const long = notificationOf([{ ...message, text: 'a'.repeat(500) }], { ...words, showText: true })
    expect(long?.body).toBe(`${'a'.repeat(139)}…`)
    expect(notificationOf([{ ...message, text: '' }], { ...words, showText: true })?.body).toBe('Cedar Ridge')
    expect(notificationOf([mention], { ...words, showText: true })?.title).toBe('Dana Whitfield mentioned you')
  })

  test('sums up missed messages in one notification [OPEN-097]', () => {
    const missed = Array.from({ length: 20 }, (_, one) => ({ ...message, conversationId: `c${one}`, name: `P${one}` }))
    expect(notificationOf(missed, { ...words, missed: true })).toEqual({
      ...{ title: '20 new messages while you were away', body: 'Cedar Ridge', conversationId: null },
    })
    expect(notificationOf(missed, { ...words, missed: true, showText: true })?.body).toBe('P0, P1, P2 and 17 more')
    expect(notificationOf([message], { ...words, missed: true })?.title).toBe('1 new message while you were away')
  })

  test('leads to the conversation, or to the inbox when several are concerned', () => {
    expect(notificationOf([{ ...message, count: 3 }], words)).toMatchObject({
      title: '3 new messages',
      conversationId: 'c1',
    })
    expect(notificationOf([message, mention], words)).toMatchObject({
      ...{ title: '1 new message, 1 mention', conversationId: 'c1' },
    })
    expect(notificationOf([message, jun], words)).toMatchObject({ title: '2 new messages', conversationId: null })
    expect(notificationOf([], words)).toBeNull()
  })
})
