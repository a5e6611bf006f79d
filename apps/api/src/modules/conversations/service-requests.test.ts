import { expect, test } from 'vitest'
import { requestMoves } from './service-requests.rules.ts'

const open = { requestType: null, status: 'open' } as const
const billing = { requestType: 'billing', status: 'open' } as const
const resolved = { requestType: 'billing', status: 'resolved' } as const

test.each([
  ['gets its first type', open, billing, 'lena', ['made']],
  ['begins with a type', null, billing, null, ['made']],
  ['gets another type', billing, { ...billing, requestType: 'other' } as const, 'lena', []],
  ['loses its type', billing, open, 'lena', ['forgotten']],
  ['is resolved', billing, resolved, null, ['settled']],
  ['is resolved as it gets its type', open, resolved, 'lena', ['made', 'settled']],
  ['is resolved without a type', open, { ...open, status: 'resolved' } as const, 'lena', []],
  ['is opened again by the staff', resolved, billing, 'lena', ['reopened']],
  ['is opened again by the patient', resolved, billing, null, []],
])('a request moves when a conversation %s', (_, before, after, by, kinds) => {
  expect(requestMoves(before, after, by).map(({ kind }) => kind)).toEqual(kinds)
})
