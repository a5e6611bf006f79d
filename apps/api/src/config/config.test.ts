import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig, SANDBOX_EMAIL, SANDBOX_TWILIO } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })
const made = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`

test('config needs no settings: one port, the embedded database, the sandbox as carrier [OPEN-100]', () => {
  expect(read()).toMatchObject({
    port: 4000,
    databaseUrl: null,
    seed: 'demo',
    publicUrl: 'http://localhost:4000',
    twilio: { ...SANDBOX_TWILIO, baseUrl: 'http://127.0.0.1:4000/sandbox/twilio' },
    loginRateLimit: 10,
    smsDailyLimit: 2000,
    smsPatientDailyLimit: 200,
    smsCountries: ['US', 'CA'],
    accessTokenTtlS: 300,
    sessionIdleMinutes: 720,
    retention: { days: 7, events: 100_000 },
    automations: { journalDays: 35, patientDaily: 3 },
  })
  expect(read({ PORT: '5000' })).toMatchObject({
    ...{ port: 5000, publicUrl: 'http://localhost:5000', shortLinkUrl: 'http://localhost:5000/s' },
  })
  expect(read({ PORT: '' }).port).toBe(4000)
})

test('config generates a missing secret once and stores it readable by its owner only', () => {
  const first = read()
  expect(first.authSecret.length).toBeGreaterThanOrEqual(32)
  expect(first.relaySecrets[0]).toMatch(/^whsec_/)
  expect(read()).toEqual(first)
  expect(statSync(path.join(dataDir, 'secrets', 'auth')).mode & 0o777).toBe(0o600)
})

test('config strips trailing slashes from addresses and spaces from lists', () => {
  const config = read({ PUBLIC_URL: 'https://foyer.test/', RELAY_URLS: 'http://a:1/, http://b:2' })
  expect([config.publicUrl, config.relayUrls]).toEqual(['https://foyer.test', ['http://a:1', 'http://b:2']])
  expect(read({ RELAY_SECRET: `${secret(1)},${secret(2)}` }).relaySecrets).toEqual([secret(1), secret(2)])
})

test('config stores files in the data directory or in a fully configured bucket [OPEN-071]', () => {
  const key = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'pa55' }
  expect(read().s3).toBeNull()
  expect(read({ S3_ENDPOINT: 'http://minio:9000/', S3_BUCKET: 'files', ...key }).s3).toEqual({
    endpoint: 'http://minio:9000',
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'pa55',
  })
  expect(read({ S3_BUCKET: 'files', S3_REGION: 'eu-west-1', ...key }).s3).toMatchObject({
    endpoint: null,
    region: 'eu-west-1',
  })
  expect(() => read(key)).toThrow('S3_BUCKET must be set too for files to be kept in a bucket.')
  expect(() => read({ S3_ENDPOINT: 'http://minio:9000' })).toThrow('S3_BUCKET and S3_ACCESS_KEY_ID and')
})

test('config sends e-mails to the sandbox in its setup, else to the configured service or nowhere [NOTIF-01]', () => {
  expect(read().email).toEqual({
    ...SANDBOX_EMAIL,
    baseUrl: 'http://127.0.0.1:4000/sandbox/sendgrid',
    relayPaths: ['/v3/mail/send'],
  })
  expect(read({ TWILIO_BASE_URL: 'https://carrier.test' }).email).toBeNull()
  expect(read({ NODE_ENV: 'production' }).email).toBeNull()
  const named = { EMAIL_BASE_URL: 'https://mail.test/', EMAIL_API_KEY: 'pa55', EMAIL_FROM: 'hello@cedar.test' }
  const relayed = { EMAIL_RELAY_PATHS: '/v3/mail/send, /v3/templates' }
  expect(read({ NODE_ENV: 'production', ...named, ...relayed }).email).toEqual({
    ...{ baseUrl: 'https://mail.test', apiKey: 'pa55', from: 'hello@cedar.test' },
    relayPaths: ['/v3/mail/send', '/v3/templates'],
  })
  expect(() => read({ EMAIL_API_KEY: 'pa55' })).toThrow('EMAIL_BASE_URL must be set too')
  for (const name of ['EMAIL_API_KEY', 'EMAIL_FROM'])
    expect(() => read({ NODE_ENV: 'production', ...named, [name]: '' })).toThrow(
      'EMAIL_API_KEY and EMAIL_FROM must be set too',
    )
})

test('config allows media redirects to the configured hosts only [OPEN-101]', () => {
  expect(read().twilio.mediaHosts).toEqual([])
  expect(read({ TWILIO_MEDIA_HOSTS: 'Media.carrier.test, b.test' }).twilio.mediaHosts).toEqual([
    'media.carrier.test',
    'b.test',
  ])
})

test('config accepts SMS country codes in either case [T40]', () => {
  expect(read({ SMS_COUNTRIES: 'us, pr,GU' }).smsCountries).toEqual(['US', 'PR', 'GU'])
})

describe('config refuses an unusable value in one sentence that does not quote it', () => {
  test.each([
    [{ PORT: 'x' }, 'PORT must be a number.'],
    [{ PORT: '70000' }, 'PORT must be at most 65535.'],
    [{ SEED: 'all' }, 'SEED must be demo or none.'],
    [{ DATABASE_URL: 'mysql://u:pa55@h/d' }, 'DATABASE_URL must be a postgres:// address.'],
    [{ RELAY_URLS: 'relay:4001' }, 'RELAY_URLS must be an http or https address.'],
    [{ TWILIO_MEDIA_HOSTS: 'https://pa55.test/' }, 'TWILIO_MEDIA_HOSTS must be names of hosts.'],
    [{ SMS_COUNTRIES: 'US,pa55' }, 'SMS_COUNTRIES must be codes of countries like US,CA.'],
    [{ SMS_COUNTRIES: ' , ' }, 'SMS_COUNTRIES must be codes of countries like US,CA.'],
    [{ SMS_PATIENT_DAILY_LIMIT: '0' }, 'SMS_PATIENT_DAILY_LIMIT must be at least 1.'],
    [{ EMAIL_FROM: 'pa55' }, 'EMAIL_FROM must be an e-mail address.'],
    [{ EMAIL_RELAY_PATHS: 'v3/pa55' }, 'EMAIL_RELAY_PATHS must be paths like /v3/mail/send.'],
    [{ S3_ENDPOINT: 'pa55:9000' }, 'S3_ENDPOINT must be an http or https address.'],
    [{ AUTH_SECRET: 'pa55' }, 'AUTH_SECRET must have at least 32 characters.'],
    [{ RELAY_SECRET: 'pa55' }, 'RELAY_SECRET must be whsec_ and at least 24 bytes of base64, or two of these'],
    [{ ACCESS_TOKEN_TTL_SECONDS: '0' }, 'ACCESS_TOKEN_TTL_SECONDS must be at least 5.'],
  ])('%j', (env, sentence) => {
    expect(() => read(env as unknown as Record<string, string>)).toThrow(StartRefusal)
    expect(() => read(env as unknown as Record<string, string>)).toThrow(sentence)
    expect(() => read(env as unknown as Record<string, string>)).not.toThrow('pa55')
  })
})

test('config requires all secrets in production with a database of its own', () => {
  const production: Record<string, string> = { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@h/d' }
  const given = {
    RELAY_SECRET: made(),
    AUTH_SECRET: randomBytes(48).toString('base64'),
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: randomBytes(16).toString('hex'),
  }
  expect(read({ ...production, ...given }).production).toBe(true)
  for (const name of Object.keys(given))
    expect(() => read({ ...production, ...given, [name]: '' }), name).toThrow(`${name} must be set in production`)
})

describe('config refuses publicly known secrets in production [OPEN-100]', () => {
  const sound = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://foyer:${randomBytes(24).toString('hex')}@postgres:5432/foyer`,
    PUBLIC_URL: 'https://foyer.test',
    RELAY_SECRET: `${made()},${made()}`,
    AUTH_SECRET: randomBytes(48).toString('base64'),
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: randomBytes(16).toString('hex'),
  })

  test.each([
    { AUTH_SECRET: 'change-me-change-me-change-me-change-me' },
    { AUTH_SECRET: 'x'.repeat(48) },
    { AUTH_SECRET: 'a secret of the tests, not a secret' },
    { RELAY_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    { RELAY_SECRET: `${made()},${secret(1)}` },
    { TWILIO_ACCOUNT_SID: SANDBOX_TWILIO.accountSid },
    { TWILIO_AUTH_TOKEN: SANDBOX_TWILIO.authToken },
    { EMAIL_BASE_URL: 'https://mail.test', EMAIL_FROM: 'a@b.test', EMAIL_API_KEY: SANDBOX_EMAIL.apiKey },
    { OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'foyer', OIDC_CLIENT_SECRET: 'change-me' },
    { DATABASE_URL: 'postgres://postgres:postgres@db/foyer' },
    { DATABASE_URL: 'postgres://foyer:foyer@db/foyer' },
    { PUBLIC_URL: 'http://foyer.test' },
  ])('%j', (known: Record<string, string>) => {
    expect(read(sound()).production).toBe(true)
    const name = Object.keys(known).at(-1)
    expect(() => read({ ...sound(), ...known })).toThrow(StartRefusal)
    expect(() => read({ ...sound(), ...known })).toThrow(new RegExp(`^${name} (is|has|must)`))
    // Development accepts the same values.
    expect(read({ ...sound(), ...known, NODE_ENV: 'development' }).production).toBe(false)
  })

  test('config allows http in production on this machine only', () => {
    for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', ''])
      expect(read({ ...sound(), PUBLIC_URL }).production).toBe(true)
    for (const PUBLIC_URL of ['http://localhost.evil.test', 'http://127.0.0.1.evil.test'])
      expect(() => read({ ...sound(), PUBLIC_URL })).toThrow('PUBLIC_URL must be https')
  })

  test('config seeds demo patients into a configured database only on request', () => {
    expect(read(sound()).seed).toBe('none')
    expect(read({ ...sound(), SEED: 'demo' }).seed).toBe('demo')
    expect(read({ ...sound(), NODE_ENV: 'development' }).seed).toBe('demo')
  })

  test("config generates the carrier's token in production without a carrier, so that no request can be signed", () => {
    const { twilio } = read({ NODE_ENV: 'production' })
    expect(twilio.authToken).not.toBe(SANDBOX_TWILIO.authToken)
    expect(read({ NODE_ENV: 'production' }).twilio).toEqual(twilio)
  })
})
