import { describe, expect, test } from 'vitest'
import type { Arrival } from './arrivals.rules.ts'
import { type Situation, tellingOf, type Verdict, verdictOn } from './notify.rules.ts'

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
  ['assigned to me', message, {}, 'tell'],
  ['I am mentioned', mention, {}, 'tell'],
  ['nobody’s', unassigned, {}, 'not theirs'],
  ['a colleague’s', theirs, {}, 'not theirs'],
  ['nobody’s, and I want everything', unassigned, { preferences: all }, 'tell'],
  ['a colleague’s, and I want everything', theirs, { preferences: all }, 'tell'],
  ['mine, and I want nothing', message, { preferences: { scope: 'off', quiet: null } }, 'off'],
  ['a mention, and I want nothing', mention, { preferences: { scope: 'off', quiet: null } }, 'off'],
  ['mine, in a quiet time', message, { preferences: { scope: 'mine', quiet } }, 'quiet'],
  ['mine, by another clock', message, { preferences: { scope: 'mine', quiet }, timezone: 'UTC' }, 'tell'],
  ['mine, and I look at it', message, { watched: new Set(['c1']) }, 'sees it'],
  ['mine, and I look at another one', message, { watched: new Set(['c2']) }, 'tell'],
  ['a mention in what I look at', mention, { watched: new Set(['c1']) }, 'sees it'],
  ['mine, in a tab that is not the one', message, { isLeader: false }, 'another tab tells'],
])('[OPEN-097] told or not: %s', (_, arrival, part, verdict) => {
  expect(verdictOn(arrival, { ...situation, ...part })).toBe(verdict)
})

describe('the words', () => {
  const words = { organization: 'Cedar Ridge', showText: false, missed: false }
  const jun = { ...message, conversationId: 'c2', name: 'Jun Takahashi' }

  test('without leave there is neither a name nor a word of anybody’s', () => {
    for (const arrivals of [[message], [mention], [message, jun], [message, mention]]) {
      for (const missed of [false, true]) {
        const told = JSON.stringify(tellingOf(arrivals, { ...words, missed }))
        expect(told).not.toMatch(/Rosalind|Jun|Dana|card|look/)
        expect(told).toContain('Cedar Ridge')
      }
    }
    expect(tellingOf([message], words)).toEqual({ title: 'New message', body: 'Cedar Ridge', conversationId: 'c1' })
    expect(tellingOf([mention], words)?.title).toBe('You were mentioned')
  })

  test('with leave who wrote and how it begins', () => {
    const told = tellingOf([message], { ...words, showText: true })
    expect(told).toEqual({ title: 'Rosalind Carver', body: message.text, conversationId: 'c1' })
    const long = tellingOf([{ ...message, text: 'a'.repeat(500) }], { ...words, showText: true })
    expect(long?.body).toBe(`${'a'.repeat(139)}…`)
    expect(tellingOf([{ ...message, text: '' }], { ...words, showText: true })?.body).toBe('Cedar Ridge')
    expect(tellingOf([mention], { ...words, showText: true })?.title).toBe('Dana Whitfield mentioned you')
  })

  test('[OPEN-097] what was missed is one, summed up', () => {
    const missed = Array.from({ length: 20 }, (_, one) => ({ ...message, conversationId: `c${one}`, name: `P${one}` }))
    expect(tellingOf(missed, { ...words, missed: true })).toEqual({
      ...{ title: '20 new messages while you were away', body: 'Cedar Ridge', conversationId: null },
    })
    expect(tellingOf(missed, { ...words, missed: true, showText: true })?.body).toBe('P0, P1, P2 and 17 more')
    expect(tellingOf([message], { ...words, missed: true })?.title).toBe('1 new message while you were away')
  })

  test('several of one conversation lead to it, of several to the inbox', () => {
    expect(tellingOf([{ ...message, count: 3 }], words)).toMatchObject({
      title: '3 new messages',
      conversationId: 'c1',
    })
    expect(tellingOf([message, mention], words)).toMatchObject({
      ...{ title: '1 new message, 1 mention', conversationId: 'c1' },
    })
    expect(tellingOf([message, jun], words)).toMatchObject({ title: '2 new messages', conversationId: null })
    expect(tellingOf([], words)).toBeNull()
  })
})
