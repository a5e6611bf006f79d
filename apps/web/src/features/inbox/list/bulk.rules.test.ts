import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { type BulkAction, type BulkResult, bulkDoneWords, bulkLabel, inPortions, isUnchanged } from './bulk.rules.ts'
import { undoneWords } from './undo.rules.ts'

const close = { type: 'close', status: 'resolved' } as const
const result = (part: Partial<BulkResult>): BulkResult => ({
  epoch: 'e1',
  changed: [],
  unchanged: 0,
  notFound: 0,
  resolved: 0,
  undoIds: [],
  failed: null,
  ...part,
})
const some = (count: number) => Array.from({ length: count }, () => conversationExample)

test('inPortions puts at most a hundred ids into one call', () => {
  const ids = Array.from({ length: 205 }, (_, place) => `c${place}`)
  expect(inPortions(ids).map(({ length }) => length)).toEqual([100, 100, 5])
  expect(inPortions(ids).flat()).toEqual(ids)
})

test.each<[BulkAction, Partial<Conversation>, boolean]>([
  [{ type: 'star' }, { starredBy: ['usr_lena'] }, true],
  [{ type: 'star' }, { starredBy: ['usr_dana'] }, false],
  [{ type: 'unstar' }, { starredBy: [] }, true],
  [close, { status: 'resolved' }, true],
  [close, { status: 'pending' }, false],
  [{ type: 'markRead' }, { unreadCount: 0 }, true],
  [{ type: 'markUnread' }, { unreadCount: 2 }, true],
  [{ type: 'request', requestType: 'billing' }, { requestType: 'billing' }, true],
  [{ type: 'request', requestType: null }, { requestType: 'billing' }, false],
  [{ type: 'assign', user: null }, { staffAssigned: [] }, true],
  [{ type: 'assign', user: 'usr_dana' }, { staffAssigned: [{ _id: 'usr_dana', name: 'Dana' }] }, true],
  [{ type: 'assign', user: 'usr_dana' }, { staffAssigned: [] }, false],
  [{ type: 'team', team: 'team1' }, { team: { _id: 'team1', name: 'Billing' } }, true],
  [{ type: 'team', team: null }, { team: { _id: 'team1', name: 'Billing' } }, false],
  [{ type: 'snooze', until: '2026-11-20T14:00:00.000Z' }, { snoozedUntil: '2026-11-20T14:00:00.000Z' }, true],
  [{ type: 'snooze', until: null }, { snoozedUntil: '2026-11-20T14:00:00.000Z' }, false],
])('isUnchanged of %o on %o is %s', (action, change, unchanged) => {
  expect(isUnchanged(action, { ...conversationExample, ...change }, 'usr_lena')).toBe(unchanged)
})

test('bulkLabel says how many conversations the action changes and how many it skips', () => {
  expect(bulkLabel(close, 'Close', 4, 0)).toBe('Close 4')
  expect(bulkLabel(close, 'Close', 4, 1)).toBe('Close 3, 1 is closed already')
  expect(bulkLabel(close, 'Close', 2, 2)).toBe('Close: all 2 are closed already')
  expect(bulkLabel({ type: 'star' }, 'Star', 1, 1)).toBe('Star: it is starred already')
})

test.each<[BulkAction, string]>([
  [close, 'Closed 3 conversations'],
  [{ type: 'close', status: 'open' }, 'Reopened 3 conversations'],
  [{ type: 'close', status: 'acknowledged' }, 'Acknowledged 3 conversations'],
  [{ type: 'close', status: 'pending' }, 'Set 3 conversations to pending'],
  [{ type: 'star' }, 'Starred 3 conversations'],
  [{ type: 'unstar' }, 'Removed the star from 3 conversations'],
  [{ type: 'markRead' }, 'Marked 3 conversations read'],
  [{ type: 'markUnread' }, 'Marked 3 conversations unread'],
  [{ type: 'request', requestType: 'billing' }, 'Set 3 conversations to Billing'],
  [{ type: 'request', requestType: null }, 'Cleared the request type of 3 conversations'],
  [{ type: 'assign', user: 'usr_dana' }, 'Assigned 3 conversations to Dana Whitfield'],
  [{ type: 'assign', user: null }, 'Unassigned 3 conversations'],
])('bulkDoneWords says of %o how many conversations it changed [OPEN-092]', (action, words) => {
  const staffAssigned = [{ _id: 'usr_dana', name: 'Dana Whitfield' }]
  const changed = some(3).map((conversation) => ({ ...conversation, staffAssigned }))
  expect(bulkDoneWords(action, result({ changed }))).toBe(words)
})

test('bulkDoneWords names the conversations that were left out [OPEN-092]', () => {
  expect(bulkDoneWords(close, result({ changed: some(1), unchanged: 1, notFound: 2 }))).toBe(
    'Closed 1 conversation. Left out: 1 was closed already, 2 are no longer there.',
  )
  const failed = { ids: ['c1', 'c2'], error: new Error('503') }
  expect(bulkDoneWords({ type: 'star' }, result({ changed: some(100), failed }))).toBe(
    'Starred 100 conversations. Left out: 2 did not go through.',
  )
  expect(bulkDoneWords({ type: 'request', requestType: 'billing' }, result({ unchanged: 2 }))).toBe(
    'Nothing changed. Left out: 2 were set to Billing already.',
  )
})

test('undoneWords names the person whose change prevents the undo [OPEN-092]', () => {
  const skipped = (...names: (string | null)[]) =>
    names.map((name, place) => ({
      conversationId: `c${place}`,
      reason: 'changed_since' as const,
      by: name === null ? null : { _id: `usr_${name.toLowerCase()}`, name: `${name} Whitfield` },
    }))
  const words = (restored: number, ...names: (string | null)[]) =>
    undoneWords({ restored: some(restored), skipped: skipped(...names) }, 'usr_lena').text
  expect(words(1)).toBe('Undone')
  expect(words(3)).toBe('Undone for 3')
  expect(words(0, 'Dana')).toBe('Not undone: Dana changed it since')
  expect(words(0, null)).toBe('Not undone: the patient changed it since')
  expect(words(0, 'Lena')).toBe('Not undone: you changed it since')
  expect(words(4, 'Dana', null, 'Dana')).toBe('4 undone, 3 not: Dana and the patient changed them since')
})
