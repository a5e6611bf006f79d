import { expect, test } from 'vitest'
import { frameAncestors } from './sites.rules.ts'

test('[INBOX-02] the chat is shown on our own pages and on those that the clinic names', () => {
  expect(frameAncestors(['https://Cedar.example', 'http://localhost:8080', 'https://*.cedar.example'])).toBe(
    "'self' https://cedar.example http://localhost:8080 https://*.cedar.example",
  )
  expect(frameAncestors(['*'])).toBe('*')
})

test('[INBOX-02] what is no site of a clinic adds nothing', () => {
  const wrong = ['https:', 'https://a.test; script-src *', 'https://a.test/path', "'none'", 'https://a.test b.test', '']
  expect(frameAncestors(wrong)).toBe("'self'")
})
