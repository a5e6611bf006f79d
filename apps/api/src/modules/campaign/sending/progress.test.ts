import { NO_SENDS } from '@foyer/contracts/campaign/sends.rules.ts'
import { expect, test } from 'vitest'
import { tooManyFail, turnOf } from './progress.rules.ts'

const RUNNING = { status: 'running', preparing: false, failurePercent: 20 } as const
const UNDER_WAY = { ...NO_SENDS, waiting: 5, total: 5 }

test('the limit of failures holds from the 20th outcome on', () => {
  expect(tooManyFail({ delivered: 0, failed: 19 }, 20)).toBe(false)
  expect(tooManyFail({ delivered: 16, failed: 4 }, 20)).toBe(true)
  expect(tooManyFail({ delivered: 17, failed: 3 }, 20)).toBe(false)
  expect(tooManyFail({ delivered: 40, failed: 10 }, 20)).toBe(true)
})

test('a campaign without a limit of failures never pauses itself', () => {
  expect(tooManyFail({ delivered: 0, failed: 50 }, null)).toBe(false)
})

test('a running campaign pauses when too many fail and something waits', () => {
  const failing = { delivered: 10, failed: 10 }
  expect(turnOf(RUNNING, UNDER_WAY, failing)).toBe('fail')
  expect(turnOf(RUNNING, { ...NO_SENDS, queued: 1, total: 1 }, failing)).toBeNull()
  expect(turnOf({ ...RUNNING, status: 'paused' }, UNDER_WAY, failing)).toBeNull()
})

test('a campaign finishes only when nothing waits and nothing is on its way out', () => {
  const none = { delivered: 0, failed: 0 }
  expect(turnOf(RUNNING, { ...NO_SENDS, sent: 3, skipped: 1, total: 4 }, none)).toBe('finish')
  expect(turnOf(RUNNING, { ...NO_SENDS, sent: 3, queued: 1, total: 4 }, none)).toBeNull()
  expect(turnOf(RUNNING, UNDER_WAY, none)).toBeNull()
  expect(turnOf({ ...RUNNING, preparing: true }, NO_SENDS, none)).toBeNull()
  expect(turnOf({ ...RUNNING, status: 'scheduled' }, NO_SENDS, none)).toBeNull()
})
