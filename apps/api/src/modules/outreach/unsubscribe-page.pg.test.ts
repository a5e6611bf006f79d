import express from 'express'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from '../../../../../tests/support/services.ts'
import { until } from '../../../../../tests/support/until.ts'
import { createLog, requestLog } from '../../http/log.ts'
import { problemHandler } from '../../http/problem.ts'
import { securityHeaders } from '../../http/security-headers.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { isUnsubscribed } from './outreach.ts'
import { unsubscribePage } from './unsubscribe-page.ts'
import { unsubscribeTokens } from './unsubscribe-token.ts'

let clinic: Clinic
const logged: string[] = []
let server: Awaited<ReturnType<typeof serve>>
let token: string
beforeAll(async () => {
  clinic = await openClinic()
  const app = express()
  const log = createLog('info', { write: (line) => void logged.push(line) })
  app.use(requestLog({ ...clinic.parts, log, metrics: new Registry() }))
  app.use(securityHeaders(clinic.parts.config.publicUrl))
  app.use(unsubscribePage(clinic.parts))
  app.use(problemHandler(clinic.parts))
  server = await serve(app)
  const ticket = { organizationId: 'o1', address: 'Rosalind@patients.test', campaignId: 'c1', patientId: 'p1' }
  token = unsubscribeTokens(clinic.parts.config).tokenOf(ticket)
})
afterAll(async () => {
  await server.close()
  await clinic.close()
})
beforeEach(async () => {
  for (const table of ['campaign_marks', 'mail_consents', 'link_misses'])
    await clinic.store.query(`delete from ${table}`)
})

const postOf = (given: string, init: RequestInit = {}) =>
  fetch(`${server.url}/u/${given}`, { method: 'POST', redirect: 'manual', ...init })
const post = (given = token, init: RequestInit = {}) => postOf(given, init)
const consents = () => clinic.store.query('select organization_id, address, status, source from mail_consents')
const marks = () => clinic.store.query('select campaign_id, patient_id, event, source from campaign_marks')
const asks = (organizationId: string, address = 'rosalind@PATIENTS.test') =>
  clinic.parts.database.read(organizationId, (tx) => isUnsubscribed(tx, { organizationId, address }))
const UNSUBSCRIBED = {
  ...{ organization_id: 'o1', address: 'rosalind@patients.test', status: 'unsubscribed', source: 'link' },
}

test('opening the page changes nothing and shows one button', async () => {
  const page = await fetch(`${server.url}/u/${token}`)
  const html = await page.text()
  expect([page.status, html.match(/<button/g)?.length]).toEqual([200, 1])
  expect(html).not.toMatch(/<script|style=|Rosalind|patients\.test|Cedar/)
  expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
  expect((await fetch(`${server.url}/u/${token}`, { method: 'HEAD' })).status).toBe(200)
  expect([await consents(), await marks()]).toEqual([[], []])
})

const form = new FormData()
form.append('List-Unsubscribe', 'One-Click')
test.each([
  ['urlencoded', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
  ['multipart', { body: form }],
  ['of another origin', { headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' } }],
  ['of no origin', { headers: { origin: 'null' } }],
])('a post that is %s unsubscribes the address, and again', async (_what, init) => {
  for (const answer of [await post(token, init), await post(token, init)])
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')])
  expect(await consents()).toEqual([UNSUBSCRIBED])
  expect(await marks()).toEqual([{ campaign_id: 'c1', patient_id: 'p1', event: 'optedOut', source: 'mail' }])
})

test('an address is unsubscribed of the organization of its mail alone', async () => {
  await post()
  expect([await asks('o1'), await asks('o2'), await asks('o1', 'miguel@patients.test')]).toEqual([true, false, false])
})

test('the page takes it back', async () => {
  expect(await (await post()).text()).toContain('action="?back"')
  const back = await post(`${token}?back`)
  expect([back.status, await back.text()]).toEqual([200, expect.stringContaining('You get these e-mails again')])
  expect([await asks('o1'), (await consents()).length]).toEqual([false, 1])
  await post()
  expect(await asks('o1')).toBe(true)
})

test('a forged token gets the same pages and changes nothing', async () => {
  const bytes = Buffer.from(token, 'base64url')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  for (const forged of [bytes.toString('base64url'), 'x', 'x'.repeat(3000), '%E0%A4%A']) {
    const [own, theirs] = [await fetch(`${server.url}/u/${token}`), await fetch(`${server.url}/u/${forged}`)]
    expect([theirs.status, await theirs.text()]).toEqual([own.status, await own.text()])
    const [done, undone] = [await post(), await post(forged)]
    expect([undone.status, await undone.text()]).toEqual([done.status, await done.text()])
    await clinic.store.query('delete from mail_consents')
    await clinic.store.query('delete from campaign_marks')
    await post(forged)
    await post(`${forged}?back`)
    expect([await consents(), await marks()]).toEqual([[], []])
  }
})

test('the log has the template of the path, and neither token nor address', async () => {
  logged.splice(0)
  await post()
  await post('forged')
  await until(() => logged.length === 2 || undefined)
  expect(logged.map((line) => JSON.parse(line).path)).toEqual(['/u/:token', '/u/:token'])
  expect(logged.join()).not.toMatch(new RegExp(`${token}|forged|patients`))
})

test.each([
  ['real', () => token],
  ['forged', () => 'forged'],
  ['broken', () => '%E0%A4%A'],
])('a network that posts a %s token more than three hundred times in a minute waits', async (_, given) => {
  const post = () => postOf(given())
  await post()
  await clinic.store.query('update link_misses set misses = 300')
  const refused = await post()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  clinic.pass(60_000)
  expect((await post()).status).toBe(200)
})
