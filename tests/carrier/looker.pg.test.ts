/** The signed address of a BI dashboard, as the API makes it and the BI service takes it. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SANDBOX_LOOKER_SECRET } from '../../apps/api/src/config/looker-config.ts'
import { signedAddress } from '../../apps/api/src/modules/bi/signed-address.ts'
import { systemClock } from '../../apps/sandbox/src/clock.ts'
import { readSandboxConfig } from '../../apps/sandbox/src/config.ts'
import { createSandbox } from '../../apps/sandbox/src/sandbox.ts'

const server = createServer((req, res) => answer(req, res))
let answer: RequestListener
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = readSandboxConfig({ PUBLIC_URL: origin, API_URL: origin })
  const log = { info: () => undefined, warn: () => undefined }
  answer = createSandbox({ config, clock: systemClock, log, newId: () => crypto.randomUUID() }).app
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => behave({ answer: 'normal', silent: false }))

const behave = (settings: object) =>
  fetch(`${origin}/sandbox/looker-behaviour`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(settings) },
  })
let nonces = 0
const sign = ({ secret = SANDBOX_LOOKER_SECRET, now = new Date() } = {}) =>
  signedAddress({
    looker: { baseUrl: `${origin}/sandbox/looker`, secret, models: ['clinic'] },
    ...{ publicUrl: origin, path: '/embed/dashboards/12', now, nonce: `nonce-${nonces++}` },
    viewer: { organizationId: 'org_cedar', userId: 'usr_sam' },
  })
const open = (url: string) => fetch(url, { redirect: 'manual' })

test('the BI service signs the member in and shows the dashboard to our page alone [CALL-MAIN-14]', async () => {
  const answered = await open(sign())
  expect(answered.status).toBe(302)
  const page = await fetch(answered.headers.get('location') ?? '')
  const html = await page.text()
  expect(html).toContain('Signed in as org_cedar:usr_sam')
  expect(html).toContain('organization_id: org_cedar')
  expect(html).toContain('/embed/dashboards/12')
  expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`)
})

test('an address works once, for five minutes, unchanged, and with the secret [T46]', async () => {
  const url = sign()
  expect([(await open(url)).status, (await open(url)).status]).toEqual([302, 401])
  const minute = 60_000
  const ages = [-6, -4, 4, 6].map((age) => open(sign({ now: new Date(Date.now() + age * minute) })))
  expect((await Promise.all(ages)).map(({ status }) => status)).toEqual([401, 302, 302, 401])
  expect((await open(sign({ secret: 'another-secret-of-a-clinic' }))).status).toBe(401)
  for (const [what, with_] of [
    ['usr_sam', 'usr_ana'],
    ['dashboards%2F12', 'dashboards%2F13'],
    ['access_data', 'all_access'],
    ['org_cedar', 'org_harbor'],
  ] as const)
    expect((await open(sign().replaceAll(what, with_))).status, what).toBe(401)
})

test('the BI service is down or refuses on request', async () => {
  await behave({ answer: 'down' })
  expect((await open(sign())).status).toBe(503)
  await behave({ answer: 'expired' })
  expect((await open(sign())).status).toBe(401)
})
