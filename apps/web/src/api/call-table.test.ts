import first from 'virtual:calls'
import later from 'virtual:later-calls'
import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'

test('call table holds the fields that a browser needs, and no schema [CALL-INBOX-01]', () => {
  expect(first.closeConversation).toEqual({
    method: 'POST',
    path: '/api/inbox/close-conversation',
    failure: 'Failed to close conversation',
  })
  expect(first.servicesToken).toEqual({ method: 'GET', path: '/api/services/auth/token', bare: true })
})

test('call tables contain every call that staff screens may make, and no other', () => {
  const forOthers = new Set(['public', 'relay', 'carrier', 'fax', 'google', 'visitor'])
  const expected = Object.entries(calls).filter(([, { access }]) => !forOthers.has(access))
  const withCookie = ['profile', 'accessToken', 'sessionLife', 'noteActivity']
  const held = [...Object.keys(first), ...Object.keys(later), ...withCookie]
  expect(held.sort()).toEqual(expected.map(([name]) => name).sort())
})
