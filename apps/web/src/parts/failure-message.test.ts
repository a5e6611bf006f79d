import type { Reason } from '@foyer/contracts/problem.ts'
import { expect, test } from 'vitest'
import { CallError } from '../api/call-error.ts'
import { failureMessage, failureTitle, isRefused } from './failure-message.rules.ts'

const refused = (reason: Reason, more: object = {}, retryAfter?: string) =>
  new CallError(
    'Failed to save it',
    422,
    { reason, requestId: 'ref-1', message: 'The server’s words.', ...more },
    retryAfter,
  )

test('failureMessage names the action, the next step and the reference when the failure is unexpected', () => {
  expect(failureMessage(refused('failed'))).toBe('Failed to save it. Nothing was changed. Try again. Reference ref-1')
  expect(failureMessage(refused('not_allowed'))).toBe(
    'Failed to save it. Your role doesn’t allow this. Reference ref-1',
  )
  expect(failureMessage(refused('failed', { requestId: undefined }))).toBe(
    'Failed to save it. Nothing was changed. Try again.',
  )
})

test('failureMessage has a general title when the call defines no message of its own', () => {
  const nameless = new CallError(undefined, 500, { reason: 'failed', requestId: 'ref-1' })
  expect(failureMessage(nameless)).toBe('That did not work. Nothing was changed. Try again. Reference ref-1')
})

test.each<[Reason, object, string]>([
  ['last_admin', {}, 'This is the only admin. Make someone else an admin first.'],
  ['wrong_password', {}, 'This is not your password.'],
  ['conflict', {}, 'The server’s words.'],
  ['conflict', { message: undefined }, 'Someone changed it in the meantime. Load it again.'],
])('failureMessage is one complete sentence when the reason is %s with %o', (reason, more, sentence) => {
  expect(failureMessage(refused(reason, more))).toBe(sentence)
})

test('failureMessage prefers the screen’s sentence to the general one and the server’s', () => {
  const refusals = { conflict: 'The address has changed.', not_found: 'The text is gone.' }
  expect(failureMessage(refused('conflict'), refusals)).toBe('The address has changed.')
  expect(failureMessage(refused('not_found'), refusals)).toBe('The text is gone.')
})

test('failureMessage says how long to wait, or that waiting does not lift the limit', () => {
  expect(failureMessage(refused('rate_limited', {}, '60'))).toMatch(/too many tries.*1 minute/)
  expect(failureMessage(refused('rate_limited'))).toBe('The server’s words.')
  expect(failureMessage(refused('rate_limited', { message: undefined }))).toMatch(/too many tries/)
})

test('failureMessage and failureTitle say that the server did not answer when there was no answer', () => {
  const lost = new TypeError('Failed to fetch')
  expect(failureMessage(lost)).toMatch(/^The server did not answer/)
  expect(failureTitle(lost)).toBe(failureMessage(lost))
  expect(failureTitle(refused('failed'))).toBe('Failed to save it')
})

test('isRefused is true only for the reason of the answer', () => {
  expect(isRefused(refused('conflict'), 'conflict')).toBe(true)
  expect(isRefused(refused('conflict'), 'stale')).toBe(false)
  expect(isRefused(new Error('conflict'), 'conflict')).toBe(false)
})
