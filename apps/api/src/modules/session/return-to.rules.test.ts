import { describe, expect, test } from 'vitest'
import { safeReturnTo } from './return-to.rules.ts'

const to = (returnTo: string | undefined) => safeReturnTo(returnTo, 'https://foyer.test')

describe('safeReturnTo [SEC-04]', () => {
  test.each(['/', '/inbox', '/inbox?organizationId=o1&status=open#m1', '/a//b', '/apiary', '/%2F%2Fevil.test'])(
    'keeps a path of our own: %s',
    (path) => expect(to(path)).toBe(path),
  )

  test.each([
    undefined,
    '',
    'inbox',
    'https://evil.test',
    'https://foyer.test/inbox',
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    'javascript:alert(1)',
    '/..//evil.test',
    '/.//evil.test',
    '/a/../..//evil.test',
    '/..\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/inbox\r\nSet-Cookie: session=stolen',
    '/\u0000/evil.test',
    '/api/auth/logout',
    '/API/auth/logout',
    '/api',
    '/inbox/../api/auth/logout',
  ])('returns "/" for anything else: %j', (returnTo) => expect(to(returnTo)).toBe('/'))

  test('returns an address on our own host for every combination of dangerous parts', () => {
    const pieces = ['/', '\\', '.', '..', '//', '@', ':', '?', '#', '%2e', '%2f', '\t', 'evil.test', 'http:', '&']
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const target = to(a + b + c + d)
            expect(new URL(target, 'https://foyer.test').host, JSON.stringify(a + b + c + d)).toBe('foyer.test')
          }
  })
})
