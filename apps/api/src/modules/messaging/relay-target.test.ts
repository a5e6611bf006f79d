import { describe, expect, test } from 'vitest'
import { isRelayTarget } from './relay-target.rules.ts'

const service = { baseUrl: 'https://api.mail.test', relayPaths: ['/v3/mail/send', '/v3/templates'] }
const isTarget = (url: string, settings = service) => isRelayTarget(url, settings)

describe('isRelayTarget [SEC-07]', () => {
  test.each([
    'https://api.mail.test/v3/mail/send',
    'https://api.mail.test/v3/templates',
    'https://api.mail.test/v3/templates/d-1f0.2',
    'https://api.mail.test/v3/templates?generations=dynamic&page_size=20',
  ])('is true for %s', (url) => expect(isTarget(url)).toBe(true))

  test('is true below the base path only', () => {
    const sandbox = { ...service, baseUrl: 'http://127.0.0.1:4000/sandbox/sendgrid' }
    expect(isTarget('http://127.0.0.1:4000/sandbox/sendgrid/v3/mail/send', sandbox)).toBe(true)
    expect(isTarget('http://127.0.0.1:4000/v3/mail/send', sandbox)).toBe(false)
    expect(isTarget('http://127.0.0.1:4000/sandbox/sendgrid/../twilio/v3/mail/send', sandbox)).toBe(false)
  })

  test.each([
    ['another host', 'https://evil.test/v3/mail/send'],
    ['the machine itself', 'http://localhost:4000/v3/mail/send'],
    ['the metadata service', 'http://169.254.169.254/'],
    ['a file', 'file:///etc/passwd'],
    ['another scheme', 'http://api.mail.test/v3/mail/send'],
    ['data', 'data:application/json,{}'],
    ['a host that begins alike', 'https://api.mail.test.evil.test/v3/mail/send'],
    ['a host that ends alike', 'https://evil-api.mail.test/v3/mail/send'],
    ['a name and password', 'https://lena:secret@api.mail.test/v3/mail/send'],
    ['the host as a name', 'https://api.mail.test@evil.test/v3/mail/send'],
    ['the host as a name, escaped', 'https://api.mail.test%40evil.test/v3/mail/send'],
    ['the host behind a backslash', 'https://evil.test\\@api.mail.test/v3/mail/send'],
    ['a backslash in the path', 'https://api.mail.test\\.evil.test/v3/mail/send'],
    ['a port', 'https://api.mail.test:8443/v3/mail/send'],
    ['the usual port, said', 'https://api.mail.test:443/v3/mail/send'],
    ['IPv6', 'https://[::1]/v3/mail/send'],
    ['IPv4 in IPv6', 'https://[::ffff:169.254.169.254]/v3/mail/send'],
    ['a number for an address', 'https://2852039166/v3/mail/send'],
    ['an octal address', 'https://0251.0376.0251.0376/v3/mail/send'],
    ['upper case', 'HTTPS://API.MAIL.TEST/v3/mail/send'],
    ['a dot at the end of the host', 'https://api.mail.test./v3/mail/send'],
    ['full-width letters', 'https://ａpi.mail.test/v3/mail/send'],
    ['no scheme', '//api.mail.test/v3/mail/send'],
    ['a path alone', '/v3/mail/send'],
    ['nothing', ''],
    ['a space before', ' https://api.mail.test/v3/mail/send'],
    ['a line break', 'https://api.mail.test/v3/mail/send\r\nHost: evil.test'],
    ['a tab in the host', 'https://api\t.mail.test/v3/mail/send'],
    ['a path that is not open', 'https://api.mail.test/v3/api_keys'],
    ['the root', 'https://api.mail.test/'],
    ['a path that begins alike', 'https://api.mail.test/v3/mail/sender'],
    ['up and out', 'https://api.mail.test/v3/mail/send/../../api_keys'],
    ['up and out, escaped', 'https://api.mail.test/v3/mail/send/%2e%2e/%2e%2e/api_keys'],
    ['up and out by a matrix', 'https://api.mail.test/v3/mail/send/..;/api_keys'],
    ['an escaped slash', 'https://api.mail.test/v3/mail/send%2f..%2fapi_keys'],
    ['two slashes', 'https://api.mail.test//v3/mail/send'],
    ['a fragment', 'https://api.mail.test/v3/mail/send#/v3'],
    ['a fragment in the query', 'https://api.mail.test/v3/mail/send?a#@evil.test'],
    ['a NUL', 'https://api.mail.test/v3/mail/send\u0000'],
  ])('is false for %s', (_what, url) => expect(isTarget(url)).toBe(false))
})
