import { expect, test } from 'vitest'
import { reportAddress } from './report-address.rules.ts'

test('reportAddress derives the envelope endpoint from a DSN [RULE-20]', () => {
  expect(reportAddress('https://key@reports.test/42')).toEqual({
    publicKey: 'key',
    origin: 'https://reports.test',
    endpoint: 'https://reports.test/api/42/envelope/?sentry_version=7&sentry_key=key',
  })
  expect(reportAddress('http://key@127.0.0.1:9000/a/b/42')?.endpoint).toBe(
    'http://127.0.0.1:9000/a/b/api/42/envelope/?sentry_version=7&sentry_key=key',
  )
})

test('reportAddress returns null when the DSN is invalid', () => {
  for (const dsn of [
    '',
    'nowhere',
    'https://reports.test/42',
    'https://key@reports.test/',
    'javascript:alert(1)',
    'ftp://key@reports.test/42',
  ])
    expect(reportAddress(dsn), dsn).toBeNull()
})
