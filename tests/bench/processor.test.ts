import { expect, test } from 'vitest'
import { ticksOf } from './processor.ts'

const STAT = '42 (postgres: (io) worker) S 1 42 42 0 -1 4194560 900 80 0 0 11 7 5 3 20 0 1 0 100 2000 300'

test('ticksOf adds user and system time when the name holds spaces and parentheses', () => {
  expect(ticksOf(STAT, { withEnded: false })).toBe(18)
})

test('ticksOf adds the times of ended children when they are asked for', () => {
  expect(ticksOf(STAT, { withEnded: true })).toBe(26)
})

test('ticksOf is 0 when the process has ended', () => {
  expect(ticksOf('', { withEnded: false })).toBe(0)
})
