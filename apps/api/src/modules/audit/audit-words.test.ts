import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'
import { isAudited } from '../../http/audit.ts'
import { auditKind, callsOfKind } from './audit-kinds.rules.ts'
import { auditWords, BOT_CALLS, COMMAND_CALLS } from './audit-words.rules.ts'

/** Public calls that write their own audit row. */
const OWN_ROWS = [
  'acceptInvitation',
  'forgotPassword',
  'identityCallback',
  'resetPassword',
  'signIn',
  'signInSecondStep',
]
const audited = Object.entries(calls)
  .filter(([name, { access }]) => isAudited(access) || OWN_ROWS.includes(name))
  .map(([name, { method, path }]) => [name, `${method} ${path}`] as const)

test.each(audited)('audit has words and one kind for %s', (_name, call) => {
  expect(auditWords(call)).toMatch(/^[A-Z][a-z]+ /)
  const kind = auditKind(call)
  expect(kind && callsOfKind(kind)).toContain(call)
})

test.each(COMMAND_CALLS)('audit has words and a kind for the %s', (call) => {
  expect([auditWords(call), auditKind(call)]).toEqual([expect.stringMatching(/^[A-Z]/), 'settings'])
})

test.each(BOT_CALLS)('audit has words and one kind for the %s', (call) => {
  const kind = auditKind(call)
  expect([auditWords(call), kind && callsOfKind(kind)]).toEqual([
    expect.stringMatching(/^[A-Z][a-z]+ /),
    expect.arrayContaining([call]),
  ])
})

test('auditWords returns the description of the call', () => {
  expect(auditWords('POST /api/inbox/send-message')).toBe('Sent a text or saved a note')
  expect(auditWords('POST /api/auth/invitation/accept')).toBe('Joined the organization')
})

test("auditWords returns the description of an operator's command", () => {
  expect(auditWords('command add-organization')).toBe('Added the organization and invited its first admin')
})

test('auditWords returns null when the API no longer has the call', () => {
  expect(auditWords('GET /api/inbox/gone')).toBeNull()
})
