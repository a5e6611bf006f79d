import { expect, test } from 'vitest'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import { afterLooking, isTooLate, MAIL_RETRIES, refusalWords } from './mail.rules.ts'

const handed = new Date('2026-11-19T15:00:00Z')
const after = (minutes: number) => new Date(handed.getTime() + minutes * 60_000)

test('afterLooking sends a mail again only when it surely did not arrive [NOTIF-01]', () => {
  expect(afterLooking('found', handed, after(0))).toBe('sent')
  // The service's list lags behind.
  expect(afterLooking('absent', handed, after(14))).toBe('look again')
  expect(afterLooking('absent', handed, after(15))).toBe('send again')
  // Without access to the list a mail is never sent twice and ends as unconfirmed.
  expect(afterLooking('unknown', handed, after(59))).toBe('look again')
  expect(afterLooking('unknown', handed, after(60))).toBe('unconfirmed')
})

test('MAIL_RETRIES spaces tries further and further apart, for a day [NOTIF-01]', () => {
  const delays = [1, 2, 3, 9, 10, 40].map((attempt) => retryDelayMs(MAIL_RETRIES, attempt))
  expect(delays).toEqual([2000, 4000, 8000, 512_000, 900_000, 900_000])
  expect(retryDelayMs(MAIL_RETRIES, 1, { isUnknown: true })).toBe(10_000)
  expect(retryDelayMs(MAIL_RETRIES, 9, { retryAfterMs: 500 })).toBe(500)
  expect([isTooLate(handed, after(24 * 60)), isTooLate(handed, after(24 * 60 + 1))]).toEqual([false, true])
})

test('refusalWords contains no text of the service', () => {
  expect(refusalWords(400)).toBe('The e-mail service refused it (400). The address may be wrong.')
  expect(refusalWords(413)).toBe('The e-mail service found it too large.')
})
