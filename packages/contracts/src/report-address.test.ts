import { expect, test } from 'vitest'
import { reportAddress } from './report-address.rules.ts'

test('[RULE-20] where envelopes go', () => {
  expect(reportAddress('https://key@reports.test/42')).toEqual({
    publicKey: 'key',
    origin: 'https://reports.test',
    endpoint: 'https://reports.test/api/42/envelope/?sentry_version=7&sentry_key=key',
  })
  expect(reportAddress('http://key@127.0.0.1:9000/a/b/42')?.endpoint).toBe(
    'http://127.0.0.1:9000/a/b/api/42/envelope/?sentry_version=7&sentry_key=key',
  )
})

test('what is no such address', () => {
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
