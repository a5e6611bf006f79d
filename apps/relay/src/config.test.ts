import { StartRefusal } from '@foyer/contracts/environment.ts'
import { expect, test } from 'vitest'
import { SECRET } from '../test/fake-api.ts'
import { readRelayConfig } from './config.ts'

test('[OPEN-096] the defaults are those of the documentation', () => {
  expect(readRelayConfig({ RELAY_SECRET: SECRET, API_URL: '' })).toMatchObject({
    port: 4000,
    apiUrl: 'http://127.0.0.1:4000',
    publicUrl: 'http://localhost:4000',
    inboxSource: 'webhook',
    windowMs: 16,
    maxSocketsPerUser: 10,
    maxMessagesPerMinute: 600,
  })
})

test('[OPEN-096] two secrets during a rotation', () => {
  const { relaySecrets } = readRelayConfig({ RELAY_SECRET: `${SECRET}, ${SECRET}` })
  expect(relaySecrets).toEqual([SECRET, SECRET])
})

test('[OPEN-098] without REDIS_URL the log is in memory; two data keys during a rotation', () => {
  expect(readRelayConfig({ RELAY_SECRET: SECRET }).redis).toBeNull()
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const REDIS_DATA_KEY = [newer, older].map((key) => key.toString('base64')).join(',')
  const { redis } = readRelayConfig({ RELAY_SECRET: SECRET, REDIS_URL: 'redis://relay:x@redis:6379', REDIS_DATA_KEY })
  expect(redis).toEqual({ url: 'redis://relay:x@redis:6379', dataKeys: [newer, older] })
})

test.each([
  ['RELAY_SECRET', { RELAY_SECRET: undefined }, 'RELAY_SECRET must be set, to the same value for API and relays.'],
  ['PORT', { PORT: 'x' }, 'PORT must be a number.'],
  ['API_URL', { API_URL: 'localhost' }, 'API_URL must be an http or https address.'],
  ['REDIS_URL', { REDIS_URL: 'http://redis' }, 'REDIS_URL must be a redis or rediss address.'],
  [
    'REDIS_DATA_KEY',
    { REDIS_DATA_KEY: 'short' },
    'REDIS_DATA_KEY must be 32 bytes of base64, or two of these separated by a comma.',
  ],
  ['INBOX_SOURCE', { INBOX_SOURCE: 'push' }, 'INBOX_SOURCE must be webhook or poll.'],
])('[OPEN-096] a bad %s is one sentence', (_name, env, sentence) => {
  const read = () => readRelayConfig({ RELAY_SECRET: SECRET, ...env })
  expect(read).toThrow(StartRefusal)
  expect(read).toThrow(sentence)
})

test('[OPEN-096] a secret that is refused is not repeated', () => {
  expect(() => readRelayConfig({ RELAY_SECRET: 'hunter2' })).toThrow(/^RELAY_SECRET must be whsec_(?!.*hunter2)/)
})
