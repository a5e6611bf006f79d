import { type Notice, noticeExample } from '@foyer/contracts/notices/notices.ts'
import { describe, expect, test } from 'vitest'
import { addressOf, excerptOf, newsOf, seenByLooking, wordsOf } from './notices.rules.ts'

const now = new Date('2026-11-19T15:16:10.000Z')
const notice = (part: Partial<Notice> = {}): Notice => ({ ...noticeExample, ...part })
const tab = { known: new Set<string>(), openId: null, now }

test.each<[Notice['kind'] | 'automation', Partial<Notice>, string, string]>([
  ['mention', {}, 'Lena Kim mentioned you', noticeExample.text],
  ['assigned', { text: '' }, 'Lena Kim assigned this conversation to you', ''],
  ['assigned', { text: '', by: null, byName: null }, 'A colleague assigned this conversation to you', ''],
  ['failed', { byName: null, text: 'See you at nine' }, 'Your text was not delivered', 'See you at nine'],
  ['held', { byName: null, text: 'See you at nine' }, 'Your scheduled text is on hold', 'See you at nine'],
  ['held', { text: 'See you at nine' }, 'Lena Kim’s scheduled text is on hold', 'See you at nine'],
  [
    ...(['cancelled', { byName: null, text: 'See you at nine' }] as const),
    ...(['The patient opted out, so your scheduled text was cancelled', 'See you at nine'] as const),
  ],
  ['review', { text: 'Thank you.' }, 'Lena Kim replied to a review', 'Thank you.'],
  ['automation', { byName: null, text: 'No reply for two days' }, 'No reply for two days', ''],
])('wordsOf and excerptOf describe the kind %s', (kind, part, words, excerpt) => {
  const one = notice({ ...part, kind: kind as Notice['kind'] })
  expect([wordsOf(one), excerptOf(one)]).toEqual([words, excerpt])
})

describe('newsOf', () => {
  test.each<[string, Partial<Notice>, Partial<typeof tab> | { known: null }, number]>([
    ['returns a new notice', {}, {}, 1],
    ['returns none of the first reading', {}, { known: null }, 0],
    ['skips a known notice', {}, { known: new Set([noticeExample._id]) }, 0],
    ['skips a seen notice', { seenAt: now.toISOString() }, {}, 0],
    ['skips a notice of the open conversation', {}, { openId: noticeExample.conversationId as never }, 0],
    ['returns a notice without a conversation where none is open', { conversationId: null }, {}, 1],
    ['skips a notice that is older than a minute', { at: '2026-11-19T15:15:09.000Z' }, {}, 0],
  ])('%s', (_title, part, more, count) => {
    expect(newsOf([notice(part)], { ...tab, ...more })).toHaveLength(count)
  })
})

test('seenByLooking returns the unseen assignments of the open conversation', () => {
  const all = [
    notice({ _id: '1', kind: 'assigned' }),
    notice({ _id: '2', kind: 'assigned', seenAt: now.toISOString() }),
    notice({ _id: '3', kind: 'assigned', conversationId: 'other' }),
    notice({ _id: '4', kind: 'failed' }),
    notice({ _id: '5', kind: 'cancelled' }),
  ]
  expect(seenByLooking(all, noticeExample.conversationId)).toEqual(['1', '5'])
  expect(seenByLooking(all, null)).toEqual([])
  expect(seenByLooking([notice({ kind: 'automation', conversationId: null })], null)).toEqual([])
})

test('addressOf keeps the filters of the inbox and nothing of another page', () => {
  const search = '?status=resolved&conversation=c1'
  expect(addressOf({ kind: 'mention', conversationId: 'c2' }, { pathname: '/inbox', search })).toBe(
    '/inbox?status=resolved&conversation=c2',
  )
  expect(addressOf({ kind: 'mention', conversationId: 'c2' }, { pathname: '/settings/audit', search })).toBe(
    '/inbox?conversation=c2',
  )
  expect(addressOf({ kind: 'automation', conversationId: null }, { pathname: '/inbox', search })).toBe('/automations')
  expect(addressOf({ kind: 'review', conversationId: null }, { pathname: '/inbox', search })).toBe('/reviews')
})
