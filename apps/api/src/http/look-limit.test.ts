import { expect, test } from 'vitest'
import { createLookLimit } from './look-limit.ts'
import { Refusal } from './refusal.ts'

test('a limit admits 60 looks of a network in a minute, and other networks beside it [SEC-06]', () => {
  let now = 1_000_000
  const limit = createLookLimit({ now: () => new Date(now) }, 'Wait a minute.')
  for (let look = 0; look < 60; look++) limit.admit('192.0.2.1')
  const refused = (address: string) => {
    try {
      limit.admit(address)
      return null
    } catch (error) {
      return error instanceof Refusal ? [error.reason, error.message, error.retryAfterS] : error
    }
  }
  now += 10_000
  expect(refused('192.0.2.1')).toEqual(['rate_limited', 'Wait a minute.', 50])
  expect(refused('192.0.2.2')).toBeNull()
  now += 50_000
  expect(refused('192.0.2.1')).toBeNull()
})
