import { type Campaign, campaignExample, type Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { expect, test } from 'vitest'
import { daysOf, figuresOf, filterOf, isPossible, standingWords, wishes } from './campaign-results.rules.ts'
import { shortWords } from './recipient-words.rules.ts'

const zone = 'America/Chicago'
const now = new Date('2026-11-20T18:00:00.000Z')
const names = { created: 'Lena Kim', paused: 'Dana Whitfield', stopped: 'Dana Whitfield' }
const campaign = (facts: Partial<Campaign>): Campaign => ({ ...campaignExample, ...facts })

test.each([
  ['draft', 'copy delete'],
  ['scheduled', 'unschedule stop copy delete'],
  ['running', 'pause stop copy'],
  ['paused', 'resume stop copy'],
  ['stopped', 'copy delete'],
  ['finished', 'copy delete'],
] as const)('isPossible offers for a campaign that is %s: %s', (status, offered) => {
  expect(wishes.filter((wish) => isPossible({ status, deleted: false }, wish)).join(' ')).toBe(offered)
})

test.each([
  [{}, 'Since 10:30 AM, the last about 4:00 PM. Made by Lena Kim.'],
  [{ preparing: true }, 'The recipients are being read: 1,284 so far. Made by Lena Kim.'],
  [{ status: 'scheduled', scheduledAt: '2026-11-20T22:00:00.000Z' }, 'Starts 4:00 PM. Made by Lena Kim.'],
  [{ status: 'paused', pauseReason: 'staff' }, 'Paused by Dana Whitfield. Made by Lena Kim.'],
  [{ status: 'paused', pauseReason: 'failures' }, 'It paused itself. Made by Lena Kim.'],
  [{ status: 'paused', pauseReason: 'not_ready' }, 'It paused itself: it is no longer ready. Made by Lena Kim.'],
  [
    { status: 'stopped', finishedAt: '2026-11-20T17:00:00.000Z' },
    'Stopped 11:00 AM by Dana Whitfield. Made by Lena Kim.',
  ],
] as [Partial<Campaign>, string][])('standingWords of %o', (facts, words) => {
  expect(standingWords(campaign(facts), names, now, zone)).toBe(words)
})

test('figuresOf leads each figure to its recipients, and leaves out clicks and opens that nothing records', () => {
  const of = (facts: Partial<Campaign>) => figuresOf(campaign(facts)).map(({ name }) => name)
  expect(figuresOf(campaign({})).find(({ name }) => name === 'replied')).toEqual({
    ...{ name: 'replied', label: 'replied', count: 94, filter: { event: 'replied' } },
  })
  expect(of({})).toEqual([
    'sent',
    'delivered',
    'failed',
    'replied',
    'clicked',
    'booked',
    'optedOut',
    'waiting',
    'skipped',
  ])
  const none = { ...campaignExample.results, clicked: 0 }
  expect(of({ trackLinks: false, results: none })).not.toContain('clicked')
  expect(of({ type: 'email', trackOpens: true })).toContain('opened')
})

const recipient: Recipient = {
  ...{ patientId: 'p1', name: 'Rosalind Carver', address: '+15125550142', step: 1, state: 'delivered', reason: null },
  ...{ detail: null, failureReason: null, at: '2026-11-19T18:00:00.000Z', dueAt: null, timezone: zone, events: [] },
  conversationId: null,
}
test.each([
  [{}, 'Delivered yesterday, 12:00 PM'],
  [{ state: 'skipped', reason: 'opted_out' }, 'Left out: opted out'],
  [{ state: 'failed', failureReason: 'The phone could not be reached.' }, 'Failed: The phone could not be reached.'],
  [
    {
      events: [
        { event: 'replied', at: '2026-11-20T17:00:00.000Z' },
        { event: 'clicked', at: '2026-11-19T19:00:00.000Z' },
      ],
    },
    'Replied 11:00 AM',
  ],
] as [Partial<Recipient>, string][])('shortWords of a recipient with %o', (facts, words) => {
  expect(shortWords({ ...recipient, ...facts }, now, zone)).toBe(words)
})

test('filterOf keeps what the call knows', () => {
  expect(
    filterOf({ state: 'failed', reason: 'no', event: 'replied', failureReason: 'No phone.', search: ' ros ' }),
  ).toEqual({
    ...{ state: 'failed', event: 'replied', failureReason: 'No phone.', search: 'ros' },
  })
  const none = { state: '', reason: '', event: '', search: '' }
  expect([filterOf({ ...none, failureReason: '' }), filterOf({ ...none, failureReason: 'x'.repeat(301) })]).toEqual([
    ...[{}, {}],
  ])
})

test.each([
  [{ startedAt: null }, null],
  [{}, { startDate: '2026-11-20', endDate: '2026-11-20' }],
  [
    { startedAt: '2026-11-10T16:00:00.000Z', finishedAt: '2026-11-11T16:00:00.000Z' },
    { startDate: '2026-11-10', endDate: '2026-11-17' },
  ],
  [{ startedAt: '2026-09-01T16:00:00.000Z' }, { startDate: '2026-09-01', endDate: '2026-09-30' }],
] as [Partial<Campaign>, object | null][])('daysOf %o are the days of the chart', (facts, days) => {
  expect(daysOf(campaign(facts), now, zone)).toEqual(days)
})
