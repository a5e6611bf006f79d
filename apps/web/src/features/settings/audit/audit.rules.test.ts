import { expect, test } from 'vitest'
import { auditQuery, daysError } from './audit.rules.ts'
import { outcomeWords, whoWords } from './audit-outcome.rules.ts'

test('whoWords names the author and outcomeWords the outcome', () => {
  expect(whoWords({ user: 'usr_1', userName: 'Dana' })).toBe('Dana')
  expect(whoWords({ user: 'usr_1', userName: null })).toBe('No member (usr_1)')
  expect(whoWords({ user: null, userName: null })).toBe('Nobody who was signed in')
  expect(['ok', 'not_allowed', 'opted_out'].map(outcomeWords)).toEqual(['Done', 'Not allowed', 'Refused: opted out'])
})

const all = { user: '', from: '', to: '' }

test.each([
  [all, undefined],
  [{ ...all, from: '2026-11-02', to: '2026-11-02' }, undefined],
  [{ ...all, from: '2026-11-03', to: '2026-11-02' }, 'The first day is after the last one.'],
  [{ ...all, from: '0026-11-03' }, 'Check the year.'],
  [{ ...all, to: 'today' }, 'Check the day.'],
])('daysError of %o is %s', (filter, error) => {
  expect(daysError(filter)).toBe(error)
})

test('auditQuery sends the filters that are set', () => {
  expect(auditQuery('org_1', all)).toEqual({ organizationId: 'org_1' })
  expect(auditQuery('org_1', { user: 'usr_1', from: '', to: '2026-11-02' })).toEqual({
    organizationId: 'org_1',
    user: 'usr_1',
    to: '2026-11-02',
  })
})
