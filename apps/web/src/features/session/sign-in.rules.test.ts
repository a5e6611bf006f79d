import { expect, test } from 'vitest'
import { LOGIN_URL, loginAddress } from './session.rules.ts'
import { placeName, safeReturnTo, signInOutcome } from './sign-in.rules.ts'

const origin = 'https://foyer.test'

test('loginAddress returns to the path with its query and fragment [AUTH-04] [AUTH-05]', () => {
  const place = { pathname: '/inbox', search: '?organizationId=o1&status=open', hash: '#m1' }
  expect(loginAddress(LOGIN_URL, place)).toBe(
    '/api/auth/login?returnTo=%2Finbox%3ForganizationId%3Do1%26status%3Dopen%23m1',
  )
})

test('loginAddress returns to "/" for an empty location [AUTH-06]', () => {
  expect(loginAddress(LOGIN_URL, { pathname: '', search: '', hash: '' })).toBe('/api/auth/login?returnTo=%2F')
})

test.each(['/', '/inbox', '/inbox?organizationId=o1&status=open#m1', '/appointments'])(
  'safeReturnTo keeps %s [SEC-04]',
  (value) => {
    expect(safeReturnTo(value, origin)).toBe(value)
  },
)

test.each([
  null,
  '',
  'inbox',
  'https://evil.test',
  'https://foyer.test/inbox',
  '//evil.test',
  '/\\evil.test',
  '/..//evil.test',
  '/./\\/evil.test',
  'javascript:alert(1)',
  '/\tevil',
  '\n//evil.test',
  '/%2e%2e//evil.test',
])('safeReturnTo replaces %j with "/" [SEC-04]', (value) => {
  expect(safeReturnTo(value, origin)).toBe('/')
})

test.each([
  ['/inbox?tab=unread', 'Inbox, Unread'],
  ['/inbox?tab=nonsense', 'Inbox'],
  ['/inbox', 'Inbox'],
  ['/', null],
  ['/elsewhere', null],
])('placeName of %s is %s', (returnTo, name) => {
  expect(placeName(returnTo)).toBe(name)
})

test.each([
  [{ ok: false, status: 0, type: 'opaqueredirect' }, 'signedIn'],
  [{ ok: false, status: 401, type: 'basic' }, 'wrong'],
  [{ ok: false, status: 429, type: 'basic' }, 'limited'],
  [{ ok: false, status: 403, type: 'basic' }, 'failed'],
  [{ ok: false, status: 503, type: 'basic' }, 'failed'],
] as const)('signInOutcome of %j is %s [OPEN-007]', (response, outcome) => {
  expect(signInOutcome(response)).toBe(outcome)
})

test('signInOutcome is disabled only when the refusal says so [OPEN-077]', () => {
  expect(signInOutcome({ ok: false, status: 403, type: 'basic' }, 'disabled')).toBe('disabled')
  expect(signInOutcome({ ok: false, status: 403, type: 'basic' }, 'foreign_origin')).toBe('failed')
})
