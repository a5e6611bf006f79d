import { randomBytes } from 'node:crypto'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { expect, test } from 'vitest'
import { SECRET } from '../test/fake-api.ts'
import { readRelayConfig } from './config.ts'

test('config has the documented defaults [OPEN-096]', () => {
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

test('config gives an inbox service without a change feed a token of its own [DESIGN-04]', () => {
  const env = { RELAY_SECRET: SECRET, API_URL: 'http://sessions', INBOX_SOURCE: 'poll' }
  expect(readRelayConfig(env).plainInbox).toBeNull()
  const plain = { ...env, INBOX_FEED: 'plain', INBOX_TOKEN: 'service-token' }
  expect(readRelayConfig(plain).plainInbox).toEqual({
    url: 'http://sessions',
    token: 'service-token',
    userId: null,
    everyMs: 2_000,
  })
  const elsewhere = { ...plain, INBOX_URL: 'http://inbox/', INBOX_USER_ID: 'usr_relay', INBOX_POLL_MS: '1000' }
  expect(readRelayConfig(elsewhere).plainInbox).toMatchObject({
    url: 'http://inbox',
    userId: 'usr_relay',
    everyMs: 1_000,
  })
})

test('config accepts two secrets during a rotation [OPEN-096]', () => {
  const { relaySecrets } = readRelayConfig({ RELAY_SECRET: `${SECRET}, ${SECRET}` })
  expect(relaySecrets).toEqual([SECRET, SECRET])
})

test('config keeps the log in memory without REDIS_URL, and accepts two data keys during a rotation [OPEN-098]', () => {
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
  ['INBOX_FEED', { INBOX_FEED: 'both' }, 'INBOX_FEED must be changes or plain.'],
  [
    'INBOX_FEED beside webhooks',
    { INBOX_FEED: 'plain', INBOX_TOKEN: 'x' },
    'INBOX_FEED can be plain only where INBOX_SOURCE is poll.',
  ],
  [
    'INBOX_TOKEN',
    { INBOX_SOURCE: 'poll', INBOX_FEED: 'plain' },
    'INBOX_TOKEN must be set where INBOX_FEED is plain: the bearer of a service account.',
  ],
  ['INBOX_SOURCE', { INBOX_SOURCE: 'push' }, 'INBOX_SOURCE must be webhook or poll.'],
])('config reports a bad %s in one sentence [OPEN-096]', (_name, env, sentence) => {
  const read = () => readRelayConfig({ RELAY_SECRET: SECRET, ...env })
  expect(read).toThrow(StartRefusal)
  expect(read).toThrow(sentence)
})

test('config does not quote a refused secret [OPEN-096]', () => {
  expect(() => readRelayConfig({ RELAY_SECRET: 'hunter2' })).toThrow(/^RELAY_SECRET must be whsec_(?!.*hunter2)/)
})

test('config refuses publicly known secrets in production [OPEN-100]', () => {
  const made = () => randomBytes(32).toString('base64')
  const sound = { NODE_ENV: 'production', RELAY_SECRET: `whsec_${made()}`, REDIS_DATA_KEY: made() }
  expect(readRelayConfig(sound).relaySecrets).toEqual([sound.RELAY_SECRET])
  for (const [name, known] of [
    ['RELAY_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['RELAY_SECRET', `whsec_${made()},whsec_${Buffer.alloc(32, 3).toString('base64')}`],
    ['REDIS_DATA_KEY', Buffer.alloc(32).toString('base64')],
  ] as const) {
    expect(() => readRelayConfig({ ...sound, [name]: known })).toThrow(`${name} is one that others know`)
    expect(readRelayConfig({ ...sound, [name]: known, NODE_ENV: 'development' })).toBeTruthy()
  }
})
