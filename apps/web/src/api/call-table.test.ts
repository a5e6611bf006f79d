import first from 'virtual:calls'
import later from 'virtual:later-calls'
import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'

test('[CALL-INBOX-01] the table holds what a browser needs of a call, and no schema', () => {
  expect(first.closeConversation).toEqual({
    method: 'POST',
    path: '/api/inbox/close-conversation',
    failure: 'Failed to close conversation',
    enveloped: true,
  })
  expect(later.accessToken).toEqual({ method: 'GET', path: '/api/get-access-token', enveloped: false })
  expect(first.sendMessage).toMatchObject({ idempotent: true })
})

test('every call that a screen of the staff may make is in one of the two, and none of others’', () => {
  const forOthers = new Set(['relay', 'carrier', 'visitor'])
  const expected = Object.entries(calls).filter(([, { access }]) => !forOthers.has(access))
  expect([...Object.keys(first), ...Object.keys(later)].sort()).toEqual(expected.map(([name]) => name).sort())
})
