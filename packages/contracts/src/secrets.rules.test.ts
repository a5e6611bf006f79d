import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isDefaultPassword, isKnownSecret } from './secrets.rules.ts'

test.each([
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  `whsec_${Buffer.alloc(32).toString('base64')}`,
  `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  'x'.repeat(64),
  '0123456780123456780123456780123456',
  'change-me-change-me-change-me-change-me',
  'please replace this before you go live, thanks',
  'YOUR_SECRET_HERE_at_least_32_characters',
  'an example of what a secret could look like',
  'this is the password of our production server',
  '0f0e0f0e0f0e0f0e0f0e0f0e0f0e0f0e',
  'foyer-foyer-foyer-foyer-foyer-2026',
])('isKnownSecret is true for %j [OPEN-100]', (secret) => expect(isKnownSecret(secret)).toBe(true))

test('isKnownSecret is false for secrets generated as the documentation says [OPEN-100]', () => {
  for (let time = 0; time < 2000; time++) {
    expect(isKnownSecret(randomBytes(24).toString('base64'))).toBe(false)
    expect(isKnownSecret(`whsec_${randomBytes(32).toString('base64')}`)).toBe(false)
    expect(isKnownSecret(randomBytes(16).toString('hex'))).toBe(false)
  }
})

// One in ten thousand random texts of 32 hex digits has nine or fewer different digits.
test('isKnownSecret is false when a random secret has few different digits [OPEN-100]', () => {
  expect(isKnownSecret('3a7d03b3aee0b8d3a78e0dba83eb073d')).toBe(false)
})

test.each(['postgres', 'FOYER', 'password1', 'changeme', '123456'])(
  'isDefaultPassword is true for %j [OPEN-100]',
  (password) => expect(isDefaultPassword(password)).toBe(true),
)

test('isDefaultPassword is false for a random password [OPEN-100]', () => {
  expect(isDefaultPassword(randomBytes(24).toString('base64'))).toBe(false)
})
