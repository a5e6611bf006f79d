import { readEnvironment } from '@foyer/contracts/environment.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { faxEnvironment, faxOf, SANDBOX_SINCH } from './sinch-config.ts'

const read = (env: Record<string, string> = {}, around: { production?: boolean; hasCarrier?: boolean } = {}) =>
  faxOf(readEnvironment(z.object(faxEnvironment), env), { production: false, port: 4000, hasCarrier: false, ...around })
const own = {
  ...{ SINCH_PROJECT_ID: 'project', SINCH_KEY_ID: 'key', SINCH_KEY_SECRET: 'secret' },
  SINCH_WEBHOOK_KEY: 'a word of the clinic',
}

test('the sandbox is the fax service without settings, and there is none in production or beside a real carrier [OPEN-100]', () => {
  const sandbox = 'http://127.0.0.1:4000/sandbox/sinch'
  expect(read()).toEqual({
    ...{ service: { ...SANDBOX_SINCH, faxUrl: sandbox, authUrl: sandbox }, retrySeconds: [60, 300, 900] },
    ...{ dailyLimit: 300, pollSeconds: 60, isKeptAtProvider: false },
  })
  expect(read({}, { production: true }).service).toBeNull()
  expect(read({}, { hasCarrier: true }).service).toBeNull()
  expect(read({ SINCH_FAX_URL: 'http://sandbox:1/x/' }, { hasCarrier: true }).service).toMatchObject({
    faxUrl: 'http://sandbox:1/x',
  })
})

test('a project uses the addresses of Sinch, and is configured whole', () => {
  expect(read(own, { production: true }).service).toMatchObject({
    ...{ projectId: 'project', faxUrl: 'https://fax.api.sinch.com', authUrl: 'https://auth.sinch.com' },
  })
  for (const name of Object.keys(own) as (keyof typeof own)[])
    expect(() => read({ ...own, [name]: '' }), name).toThrow(`${name} must be set too for faxes to be sent.`)
})

test.each([
  [{ SINCH_PROJECT_ID: SANDBOX_SINCH.projectId }, "SINCH_PROJECT_ID is the sandbox's"],
  [{ SINCH_KEY_SECRET: SANDBOX_SINCH.keySecret }, "SINCH_KEY_SECRET is the sandbox's"],
  [{ SINCH_WEBHOOK_KEY: SANDBOX_SINCH.webhookKey }, "SINCH_WEBHOOK_KEY is the sandbox's"],
  [{ SINCH_FAX_URL: 'https://x.test/sandbox/sinch' }, "SINCH_FAX_URL is the sandbox's"],
  [{ SINCH_AUTH_URL: 'http://auth.test' }, 'SINCH_AUTH_URL must be an https address in production.'],
])('production refuses %o', (wrong, sentence) => {
  expect(() => read({ ...own, ...wrong }, { production: true })).toThrow(sentence)
  expect(read({ ...own, ...wrong }).service).not.toBeNull()
})

test.each([
  [{ SINCH_WEBHOOK_KEY: 'short' }, 'SINCH_WEBHOOK_KEY must have at least 16 characters.'],
  [{ FAX_RETRY_SECONDS: '60;300' }, 'FAX_RETRY_SECONDS must be up to ten numbers like 60,300,900.'],
  [{ FAX_KEEP_AT_PROVIDER: 'maybe' }, 'FAX_KEEP_AT_PROVIDER must be yes or no.'],
])('%o is refused', (wrong, sentence) => {
  expect(() => read(wrong)).toThrow(sentence)
})
