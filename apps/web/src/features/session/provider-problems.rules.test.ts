import { expect, test } from 'vitest'
import { PROVIDER_PROBLEMS, providerAddress, providerProblem } from './provider-problems.rules.ts'

test.each(Object.entries(PROVIDER_PROBLEMS))('providerProblem has a sentence for %s [OPEN-007]', (word, sentence) => {
  expect(providerProblem(`?problem=${word}&returnTo=%2F`)).toBe(sentence)
})

test.each(['', '<b>', 'toString', '__proto__', 'PROVIDER_DOWN', 'Call 555-0100 to sign in'])(
  'providerProblem shows only the general sentence for the unknown word %j [OPEN-007]',
  (word) => {
    expect(providerProblem(`?problem=${encodeURIComponent(word)}`)).toBe(PROVIDER_PROBLEMS.failed)
  },
)

test('providerProblem is null without the parameter [OPEN-007]', () => {
  expect(providerProblem('?returnTo=%2F')).toBeNull()
})

test('providerAddress leads directly to the provider and keeps the return address [OPEN-007]', () => {
  expect(providerAddress('/api/auth/login', '/inbox?tab=unread#m1')).toBe(
    '/api/auth/login?returnTo=%2Finbox%3Ftab%3Dunread%23m1&way=provider',
  )
})
