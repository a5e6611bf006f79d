import { type Scheduled, scheduledExample } from '@foyer/contracts/inbox/scheduled.ts'
import { expect, test } from 'vitest'
import { cancelledWords, shownScheduled } from './scheduled.rules.ts'

const now = new Date('2026-11-19T15:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const text = (_id: string, more: Partial<Scheduled>): Scheduled => ({
  ...scheduledExample,
  ...{ _id, status: 'waiting', decided: null, held: null, endedAt: null },
  ...more,
})
const decided = { how: 'cancelled', by: { _id: 'usr_dana', name: 'Dana' }, at: hoursAgo(1) } as const

test('shownScheduled shows for a day what failed or was cancelled by an opt-out, and not what staff cancelled', () => {
  const texts = [
    text('waits', {}),
    text('held', { status: 'held' }),
    text('sent', { status: 'sent', endedAt: hoursAgo(1) }),
    text('failed', { status: 'failed', endedAt: hoursAgo(1) }),
    text('opted-out', { status: 'cancelled', endedAt: hoursAgo(23) }),
    text('opted-out-long-ago', { status: 'cancelled', endedAt: hoursAgo(25) }),
    text('by-staff', { status: 'cancelled', endedAt: hoursAgo(1), decided }),
  ]
  expect(shownScheduled(texts, now).map(({ _id }) => _id)).toEqual(['failed', 'opted-out', 'waits', 'held'])
})

test('cancelledWords names the time of the text and the patient, or the number', () => {
  const at = { sendAt: '2026-11-20T14:00:00.000Z', now, timezone: 'America/Chicago' }
  const plain = (words: string) => words.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u202f', ' ')
  expect(plain(cancelledWords({ name: 'Aisha Rahman', phoneNumber: '+15125550142' }, at))).toBe(
    'The text for tomorrow at 8:00 AM was cancelled: Aisha opted out',
  )
  expect(plain(cancelledWords({ name: 'Unknown', phoneNumber: '+15125550142' }, at))).toBe(
    'The text for tomorrow at 8:00 AM was cancelled: (512) 555-0142 opted out',
  )
})
