import { expect, test } from 'vitest'
import { addCounts, noCounts } from '../counts.rules.ts'
import { type Counted, contribution, countsMoved } from './counts.rules.ts'

const quiet: Counted = {
  ...{ status: 'open', requestType: null, unreadCount: 0, feedback: null, heldAuthors: [] },
  ...{ lastMessageBy: { status: 'delivered' }, snoozedUntil: null },
}

test('contribution adds a conversation to each count that applies [OPEN-020]', () => {
  const seen: Counted[] = [
    { ...quiet, unreadCount: 3 },
    { ...quiet, requestType: 'billing' },
    { ...quiet, status: 'unassigned', requestType: 'appointment' },
    { ...quiet, status: 'resolved', requestType: 'billing', unreadCount: 1 },
    { ...quiet, requestType: 'other' },
    { ...quiet, requestType: 'concierge' },
    { ...quiet, status: 'pending', requestType: 'concierge' },
    { ...quiet, status: 'resolved', feedback: 'down' },
    { ...quiet, feedback: 'up' },
    { ...quiet, heldAuthors: ['usr_lena', 'usr_dana'] },
    { ...quiet, status: 'resolved', heldAuthors: ['usr_lena'] },
    { ...quiet, heldAuthors: ['*', 'usr_lena'] },
    { ...quiet, status: 'resolved', lastMessageBy: { status: 'failed' } },
    { ...quiet, lastMessageBy: { status: 'sent', textStatus: 'failed' } },
    { ...quiet, lastMessageBy: { status: 'undelivered' }, snoozedUntil: '2026-11-20T08:00:00.000Z' },
    { ...quiet, status: 'pending', lastMessageBy: null, snoozedUntil: '2026-11-20T08:00:00.000Z' },
  ]
  expect(seen.map(contribution).reduce(addCounts, noCounts)).toEqual({
    unreadMessages: 4,
    openRequests: 2,
    otherRequests: 1,
    openConciergeRequests: 1,
    thumbsDown: 1,
    heldConversations: 3,
    heldForAll: 1,
    notDelivered: 3,
    snoozed: 2,
  })
})

test('countsMoved returns the difference of the counts when a conversation changes [OPEN-020]', () => {
  const before: Counted = { ...quiet, requestType: 'billing', unreadCount: 2 }
  expect(countsMoved(before, { ...before, status: 'resolved', unreadCount: 0 })).toEqual({
    ...noCounts,
    unreadMessages: -2,
    openRequests: -1,
  })
  expect(countsMoved(null, before)).toEqual({ ...noCounts, unreadMessages: 2, openRequests: 1 })
})
