import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { expect, test } from 'vitest'
import { auditQuery, daysError, exportAddress } from './audit.rules.ts'
import { foldViews, lineWords, outcomeWords, sentenceOf, whoWords } from './audit-words.rules.ts'

const rosalind = { _id: 'p1', name: 'Rosalind Carver' }
const james = { _id: 'p2', name: 'James' }
let number = 0
const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ _id: `a${++number}`, at: '2026-11-19T15:14:00.000Z', user: 'usr_lena', userName: 'Lena Kim' },
  ...{ call: 'GET /api/inbox/conversation', says: 'Opened a conversation', kind: 'read' },
  ...{ patients: [], subject: {}, outcome: 'ok', requestId: 'r', sealed: true },
  ...more,
})

test('whoWords names the person and outcomeWords the outcome', () => {
  expect(whoWords(entry({ user: 'usr_1', userName: 'Dana' }))).toBe('Dana')
  expect(whoWords(entry({ user: 'usr_1', userName: null }))).toBe('A former member (usr_1)')
  expect(whoWords(entry({ user: null, userName: null }))).toBe('Someone who wasn’t signed in')
  expect(['ok', 'not_allowed', 'opted_out'].map(outcomeWords)).toEqual(['Done', 'Not allowed', 'Refused: opted out'])
})

test.each<[Partial<AuditEntry>, string]>([
  [{ patients: [rosalind] }, 'Lena Kim opened Rosalind Carver’s conversation'],
  [{ patients: [james] }, 'Lena Kim opened James’ conversation'],
  [
    {
      ...{ user: null, userName: null, call: 'chatbot save-field', kind: 'patients', patients: [rosalind] },
      says: "Wrote a field of a patient's record",
    },
    "A chatbot wrote a field of Rosalind Carver's record",
  ],
  [{}, 'Lena Kim opened a conversation'],
  [{ says: 'Scheduled a text', patients: [rosalind] }, 'Lena Kim scheduled a text for Rosalind Carver'],
  [
    { says: 'Filed a conversation under a patient', patients: [rosalind] },
    'Lena Kim filed a conversation under Rosalind Carver',
  ],
  [
    { says: 'Changed several conversations at once', patients: [rosalind, james, { _id: 'p3', name: 'Ada' }] },
    'Lena Kim changed several conversations at once for Rosalind Carver, James and others',
  ],
  [{ outcome: 'not_allowed' }, 'Lena Kim tried this: opened a conversation'],
  [{ says: null }, 'Lena Kim used something that Foyer no longer has'],
])('sentenceOf of %o is %s', (more, sentence) => {
  expect(sentenceOf(entry(more))).toBe(sentence)
})

const about = (conversationId: string, more: Partial<AuditEntry> = {}) =>
  entry({ subject: { conversationId }, ...more })

test('foldViews makes one line of what one person viewed within a minute, also between others', () => {
  const lines = foldViews([
    about('c1', { at: '2026-11-19T15:14:50.000Z' }),
    entry({ user: 'usr_dana', userName: 'Dana' }),
    about('c2', { at: '2026-11-19T15:14:10.000Z' }),
    entry({ kind: 'conversations', says: 'Snoozed a conversation' }),
    about('c3', { at: '2026-11-19T15:13:59.000Z' }),
  ])
  expect(lines.map(lineWords)).toEqual([
    'Lena Kim opened 2 conversations',
    'Dana opened a conversation',
    'Lena Kim snoozed a conversation',
    'Lena Kim opened a conversation',
  ])
})

test('foldViews makes one line an hour of the renewals by which a person stays with a conversation', () => {
  const stay = (conversationId: string, minute: string) =>
    about(conversationId, {
      ...{ call: 'POST /api/inbox/holds/renew', says: 'Stayed with the next waiting patient' },
      ...{ at: `2026-11-19T${minute}:20.000Z`, patients: [rosalind] },
    })
  const lines = foldViews([
    stay('c2', '15:04'),
    stay('c1', '15:03'),
    about('c1'),
    stay('c1', '15:01'),
    stay('c1', '14:59'),
  ])
  expect(lines.map(({ entries }) => entries.length)).toEqual([1, 2, 1, 1])
  expect(lineWords(lines[1]!)).toBe('Lena Kim stayed with the next waiting patient for Rosalind Carver')
})

test('foldViews keeps a refused view on a line of its own', () => {
  expect(foldViews([about('c1'), about('c2', { outcome: 'not_allowed' })])).toHaveLength(2)
})

test('lineWords says what was viewed when it was one conversation or none', () => {
  const messages = { says: 'Read the messages of a conversation', patients: [rosalind] }
  expect(foldViews([about('c1', messages), about('c1')]).map(lineWords)).toEqual(['Lena Kim opened a conversation'])
  expect(foldViews([about('c1'), about('c1', messages)]).map(lineWords)).toEqual([
    'Lena Kim opened Rosalind Carver’s conversation',
  ])
  const list = { says: 'Read the list of conversations' }
  expect(foldViews([entry(list), entry(list)]).map(lineWords)).toEqual([
    'Lena Kim read the list of conversations, 2 times',
  ])
  expect(foldViews([entry(list), entry({ says: 'Looked up the staff' })]).map(lineWords)).toEqual([
    'Lena Kim viewed 2 things',
  ])
})

const all = { patientId: '', user: '', kind: '', from: '', to: '' }

test.each([
  [all, undefined],
  [{ ...all, from: '2026-11-02', to: '2026-11-02' }, undefined],
  [{ ...all, from: '2026-11-03', to: '2026-11-02' }, 'The first day is after the last one.'],
  [{ ...all, from: '0026-11-03' }, 'Check the year.'],
  [{ ...all, to: 'today' }, 'Check the day.'],
])('daysError of %o is %s', (filter, error) => {
  expect(daysError(filter)).toBe(error)
})

test('auditQuery sends the filters that are set, and no kind that does not exist', () => {
  expect(auditQuery('org_1', { ...all, kind: 'nonsense' })).toEqual({ organizationId: 'org_1' })
  expect(auditQuery('org_1', { ...all, user: 'usr_1', kind: 'texts', to: '2026-11-02' })).toEqual({
    ...{ organizationId: 'org_1', user: 'usr_1', kind: 'texts', to: '2026-11-02' },
  })
  expect(exportAddress('org_1', { ...all, patientId: 'p 1' })).toBe(
    '/api/main/audit-log/export?organizationId=org_1&patientId=p+1',
  )
})
