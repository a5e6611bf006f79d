import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { probe } from './probe.ts'
import { reachOf } from './reach.rules.ts'

test.each([
  [new TypeError('Failed to fetch'), 'silent'],
  [new DOMException('timed out', 'TimeoutError'), 'silent'],
  [new CallError('No', 503, null), 'failing'],
  [new CallError('No', 500, null), 'failing'],
  [new CallError('No', 403, null), 'answers'],
  [new CallError('No', 429, null), 'answers'],
] as const)('reachOf reads %s as %s', (error, reach) => {
  expect(reachOf(error)).toBe(reach)
})

test.each([
  [async () => new Response(null, { status: 200 }), 'answers'],
  [async () => new Response(null, { status: 401 }), 'answers'],
  [async () => new Response(null, { status: 502 }), 'failing'],
  [() => Promise.reject(new TypeError('Failed to fetch')), 'silent'],
] as const)('probe of %s returns %s', async (fetch, reach) => {
  expect(await probe(fetch)).toBe(reach)
})
