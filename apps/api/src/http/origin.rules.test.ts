import { expect, test } from 'vitest'
import { isSameOrigin } from './origin.rules.ts'

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://foyer.test' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://foyer.test' }, true],
  [{ origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }, true],
  [{ origin: 'http://foyer.test.evil.com', host: 'foyer.test' }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'not an origin' }, false],
])('isSameOrigin of a request with %j is %s', (headers, ours) => {
  expect(isSameOrigin(headers, 'https://foyer.test')).toBe(ours)
})
