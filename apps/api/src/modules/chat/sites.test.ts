import { expect, test } from 'vitest'
import { frameAncestors } from './sites.rules.ts'

test("frameAncestors lists our own pages and the clinic's sites [INBOX-02]", () => {
  expect(frameAncestors(['https://Cedar.example', 'http://localhost:8080', 'https://*.cedar.example'])).toBe(
    "'self' https://cedar.example http://localhost:8080 https://*.cedar.example",
  )
  expect(frameAncestors(['*'])).toBe('*')
})

test('frameAncestors drops invalid sites [INBOX-02]', () => {
  const wrong = ['https:', 'https://a.test; script-src *', 'https://a.test/path', "'none'", 'https://a.test b.test', '']
  expect(frameAncestors(wrong)).toBe("'self'")
})
