import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'
import { auditQuery, daysError, EVERYTHING, isFiltered } from './audit.rules.ts'
import { auditWords, hasWords, outcomeWords, whoWords } from './audit-words.rules.ts'

test('every call whose row an organization has is told in plain words', () => {
  const theirs = Object.values(calls).filter(({ access }) => access === 'member' || access === 'admin')
  const wordless = theirs.map(({ method, path }) => `${method} ${path}`).filter((call) => !hasWords(call))
  expect(wordless).toEqual([])
})

test('a call that is newer than this page is told all the same', () => {
  expect(auditWords('GET /api/new/thing')).toBe('Read something')
  expect(auditWords('POST /api/new/thing')).toBe('Changed something')
  expect(auditWords('POST /api/inbox/send-message')).toBe('Sent a text or kept a note')
})

test('who it was and what came of it', () => {
  expect(whoWords({ user: 'usr_1', userName: 'Dana' })).toBe('Dana')
  expect(whoWords({ user: 'usr_1', userName: null })).toBe('No member (usr_1)')
  expect(whoWords({ user: null, userName: null })).toBe('Nobody who was signed in')
  expect(['ok', 'not_allowed', 'opted_out'].map(outcomeWords)).toEqual(['Done', 'Not allowed', 'Refused: opted out'])
})

test('days that nobody could mean are not asked for', () => {
  expect(daysError(EVERYTHING)).toBeUndefined()
  expect(daysError({ user: '', from: '2026-11-02', to: '2026-11-02' })).toBeUndefined()
  expect(daysError({ user: '', from: '2026-11-03', to: '2026-11-02' })).toMatch(/after/)
  expect(daysError({ user: '', from: '0026-11-03', to: '' })).toMatch(/year/)
  expect(isFiltered(EVERYTHING)).toBe(false)
  expect(auditQuery('org_1', { user: 'usr_1', from: '', to: '2026-11-02' })).toEqual({
    organizationId: 'org_1',
    user: 'usr_1',
    to: '2026-11-02',
  })
})
