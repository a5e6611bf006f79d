import { expect, test } from 'vitest'
import * as rules from './conversations.rules.ts'
import { historyOf } from './history.rules.ts'

const at = new Date('2026-11-19T15:14:00Z')
const begun = rules.begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at })
const owner = { id: 'p1', name: 'Rosalind Carver', mrn: null }
const text = { at, preview: 'Hello', feedback: null }
const lena = { userId: 'lena', name: 'Lena Kim' }
const filed = rules.linkOwner(begun, owner)
const read = { ...filed, unreadCount: 0 }
const due = new Date('2026-11-20T09:00:00Z')
const laterDue = new Date('2026-11-21T09:00:00Z')
const taken = { ...filed, staffAssigned: ['lena'], starredBy: ['lena', 'dana'] }

type Row = readonly [title: string, before: typeof begun, after: typeof begun, by: string | null, expected: object[]]

const CASES: readonly Row[] = [
  [
    'filed, which opens it',
    begun,
    filed,
    'lena',
    [
      { kind: 'filed', from: null, to: 'p1' },
      { kind: 'status', from: 'unassigned', to: 'open' },
    ],
  ],
  ['closed', filed, rules.close(filed, 'resolved'), 'lena', [{ kind: 'status', from: 'open', to: 'resolved' }]],
  ['closed as it was', filed, rules.close(filed, 'open'), 'lena', []],
  [
    'opened again by a text',
    rules.close(filed, 'pending'),
    rules.receive(rules.close(filed, 'pending'), text),
    null,
    [{ kind: 'status', from: 'pending', to: 'open' }],
  ],
  ['a text', filed, rules.receive(filed, text), null, []],
  ['a reply', filed, rules.reply(filed, 'Yes', lena, at), 'lena', []],
  ['a note', filed, rules.note(filed, 'Ask', lena, at), 'lena', []],
  ['delivered', filed, rules.deliver(rules.reply(filed, 'Yes', lena, at), 'delivered'), null, []],
  ['assigned', filed, rules.assign(filed, 'dana'), 'lena', [{ kind: 'assigned', from: [], to: ['dana'] }]],
  ['handed on', taken, rules.assign(taken, 'dana'), 'lena', [{ kind: 'assigned', from: ['lena'], to: ['dana'] }]],
  ['let go', taken, rules.assign(taken, null), 'lena', [{ kind: 'assigned', from: ['lena'], to: [] }]],
  ['starred', filed, rules.star(filed, 'dana', 'star'), 'lena', [{ kind: 'starred', staff: 'dana' }]],
  ['no longer starred', taken, rules.star(taken, 'lena', 'unstar'), 'lena', [{ kind: 'unstarred', staff: 'lena' }]],
  [
    'asked for something',
    filed,
    { ...filed, requestType: 'billing' },
    'lena',
    [{ kind: 'requestType', from: null, to: 'billing' }],
  ],
  ['marked unread', read, rules.markUnread(read), 'lena', [{ kind: 'markedUnread' }]],
  ['read', rules.receive(filed, text), rules.see(rules.receive(filed, text)), null, []],
  ['snoozed', filed, { ...filed, snoozedUntil: due }, 'lena', [{ kind: 'snoozed', until: due.toISOString() }]],
  [
    'snoozed for longer',
    { ...filed, snoozedUntil: due },
    { ...filed, snoozedUntil: laterDue },
    'lena',
    [{ kind: 'snoozed', until: laterDue.toISOString() }],
  ],
  [
    'snoozed until the same instant',
    { ...filed, snoozedUntil: due },
    { ...filed, snoozedUntil: new Date(due) },
    null,
    [],
  ],
  ['woken', { ...filed, snoozedUntil: due }, filed, null, [{ kind: 'woken' }]],
  ['written ahead', filed, { ...filed, scheduledFor: due }, 'lena', [{ kind: 'scheduled', for: due.toISOString() }]],
  ['sent, or not to be sent', { ...filed, scheduledFor: due }, filed, null, [{ kind: 'unscheduled' }]],
  ['asked to stop', filed, { ...filed, askedToStop: true }, null, [{ kind: 'askedToStop' }]],
  ['looked at', { ...filed, askedToStop: true }, filed, 'lena', [{ kind: 'stopSettled' }]],
  [
    'a thumb',
    filed,
    rules.receive(filed, { ...text, feedback: 'down' }),
    null,
    [{ kind: 'feedback', from: null, to: 'down' }],
  ],
]

test.each(CASES)(
  'historyOf derives the entries for: %s [STATE-25] [STATE-29] [STATE-30] [STATE-28] [STATE-26] [STATE-27]',
  (_, before, after, by, expected) => {
    expect(historyOf(before, after, by)).toEqual(expected)
  },
)

test('historyOf of a new conversation begins with its status and patient [OPEN-101]', () => {
  expect(historyOf(null, rules.receive(begun, text), null)).toEqual([
    { kind: 'began', status: 'unassigned', patientId: null },
  ])
  expect(historyOf(null, rules.receive(filed, { ...text, feedback: 'up' }), null)).toEqual([
    { kind: 'began', status: 'open', patientId: 'p1' },
    { kind: 'feedback', from: null, to: 'up' },
  ])
})
