import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { callFailure } from './graphql-failure.rules.ts'
import { mayPass } from './retry.rules.ts'

const failed = (extensions?: object) => callFailure('Failed to save', [{ message: 'A sentence', extensions }])

test('callFailure has the reason, the data and the sentence of the first error', () => {
  const issues = [{ path: 'flow.name', message: 'It is too long' }]
  const failure = failed({ reason: 'stale', requestId: 'r1', data: { revision: 2 }, issues }) as CallError
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).toMatchObject({ reason: 'stale', requestId: 'r1', data: { revision: 2 }, issues })
  expect([failure.message, failure.detail]).toEqual(['Failed to save', 'A sentence'])
})

test.each([
  ['stale', false],
  ['not_valid', false],
  ['no_session', false],
  ['rate_limited', true],
  ['unavailable', true],
  ['failed', true],
  [undefined, true],
])('a failure by %s may pass: %s', (reason, passes) => {
  expect(mayPass(failed(reason === undefined ? undefined : { reason, retryAfterS: 3 }))).toBe(passes)
})

test('callFailure leaves what is no list of errors', () => {
  const lost = new TypeError('Failed to fetch')
  expect(callFailure('Failed to save', lost)).toBe(lost)
})
