import first from 'virtual:calls'
import later from 'virtual:later-calls'
import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'

test('[CALL-INBOX-01] the table holds what a browser needs of a call, and no schema', () => {
  expect(first.closeConversation).toEqual({
    method: 'POST',
    path: '/api/inbox/close-conversation',
    failure: 'Failed to close conversation',
  })
  expect(first.servicesToken).toEqual({ method: 'GET', path: '/api/services/auth/token', bare: true })
})

test('every call that a screen of the staff may make is in one of the two, and none of others’', () => {
  const forOthers = new Set(['public', 'relay', 'carrier', 'visitor'])
  const expected = Object.entries(calls).filter(([, { access }]) => !forOthers.has(access))
  const withCookie = ['profile', 'accessToken', 'sessionLife', 'noteActivity']
  const held = [...Object.keys(first), ...Object.keys(later), ...withCookie]
  expect(held.sort()).toEqual(expected.map(([name]) => name).sort())
})
