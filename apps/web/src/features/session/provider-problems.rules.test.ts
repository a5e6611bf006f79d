import { expect, test } from 'vitest'
import { PROVIDER_PROBLEMS, providerAddress, providerProblem } from './provider-problems.rules.ts'

test.each(Object.entries(PROVIDER_PROBLEMS))('[OPEN-007] %s is told in a sentence', (word, sentence) => {
  expect(providerProblem(`?problem=${word}&returnTo=%2F`)).toBe(sentence)
})

test.each(['', '<b>', 'toString', '__proto__', 'PROVIDER_DOWN', 'Call 555-0100 to sign in'])(
  '[OPEN-007] what is no word of ours says no more than that it failed: %j',
  (word) => {
    expect(providerProblem(`?problem=${encodeURIComponent(word)}`)).toBe(PROVIDER_PROBLEMS.failed)
  },
)

test('[OPEN-007] an address without it tells nothing', () => {
  expect(providerProblem('?returnTo=%2F')).toBeNull()
})

test('[OPEN-007] the button leads straight to the provider and keeps the way back', () => {
  expect(providerAddress('/api/auth/login', '/inbox?tab=unread#m1')).toBe(
    '/api/auth/login?returnTo=%2Finbox%3Ftab%3Dunread%23m1&way=provider',
  )
})
