import { expect, test } from 'vitest'
import { unsubscribeTokens } from './unsubscribe-token.ts'

const authSecret = 'a secret of the tests and of nothing else'
const ticket = { organizationId: 'o1', address: 'Rosalind@patients.test', campaignId: 'c1', patientId: 'p1' }
const tokens = unsubscribeTokens({ authSecret })

test('a token is read by the installation that made it, and is the same each time', () => {
  const token = tokens.tokenOf(ticket)
  expect(tokens.read(token)).toEqual(ticket)
  expect(tokens.tokenOf(ticket)).toBe(token)
  expect(tokens.tokenOf({ ...ticket, patientId: 'p2' })).not.toBe(token)
  expect(unsubscribeTokens({ authSecret: 'another secret, which is long enough' }).read(token)).toBeNull()
})

test('a token shows neither ids nor the address', () => {
  const bytes = Buffer.from(tokens.tokenOf(ticket), 'base64url').toString('latin1')
  for (const part of Object.values(ticket)) expect(bytes).not.toContain(part)
})

test('a token with one other bit is none, wherever the bit is', () => {
  const bytes = Buffer.from(tokens.tokenOf(ticket), 'base64url')
  for (let place = 0; place < bytes.length; place += 1) {
    const forged = Buffer.from(bytes)
    forged[place] = (forged[place] ?? 0) ^ 1
    expect(tokens.read(forged.toString('base64url'))).toBeNull()
  }
})

test.each(['', 'x', '../../etc', 'a'.repeat(22), 'a'.repeat(5000), '%00', 'ümlaut'])(
  'a token is none, and no error, when it is %j',
  (token) => expect(tokens.read(token)).toBeNull(),
)
