import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSandboxConfig } from './config.ts'

test('defaults simulate the carrier for an API on localhost', () => {
  expect(readSandboxConfig({ PORT: '' })).toMatchObject({
    port: 4200,
    apiUrl: 'http://127.0.0.1:4000',
    publicUrl: 'http://127.0.0.1:4000',
    ownUrl: 'http://127.0.0.1:4200/sandbox/twilio',
    textsMax: 20_000,
  })
  expect(readSandboxConfig({ PUBLIC_URL: 'https://clinic.test/', API_URL: 'http://api:4000/' })).toMatchObject({
    publicUrl: 'https://clinic.test',
    apiUrl: 'http://api:4000',
  })
})

test('the error names an invalid setting', () => {
  expect(() => readSandboxConfig({ PORT: 'many' })).toThrow('PORT must be a number.')
  expect(() => readSandboxConfig({ SANDBOX_TEXTS_MAX: '0' })).toThrow('SANDBOX_TEXTS_MAX must be at least 1.')
  expect(() => readSandboxConfig({ TWILIO_ACCOUNT_SID: 'AC1' })).toThrow(/^TWILIO_ACCOUNT_SID must be AC/)
})

test('the sandbox does not run with NODE_ENV=production', () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect([status, stderr.trim()]).toEqual([1, 'The sandbox is never part of a production.'])
})
