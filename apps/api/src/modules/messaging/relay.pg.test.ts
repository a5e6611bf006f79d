/** [SEC-07] The relay to the e-mail service, and the addresses that it refuses. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailService, openEmailService } from '../../../../../tests/support/email-service.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let service: EmailService
let clinic: Clinic
beforeAll(async () => {
  service = await openEmailService()
  const paths = { EMAIL_RELAY_PATHS: '/v3/mail/send,/v3/templates', EMAIL_DAILY_LIMIT: '200' }
  clinic = await openClinic({
    ...{ EMAIL_BASE_URL: service.url, EMAIL_API_KEY: service.apiKey, EMAIL_FROM: 'hello@cedar.test', ...paths },
  })
})
afterAll(async () => {
  await clinic.close()
  await service.close()
})
beforeEach(() => {
  service.asked.splice(0)
  service.behave((_request, res) => void res.writeHead(202).end('{"taken":true}'))
})

const relay = async (body: object, headers: Record<string, string> = { authorization: 'Bearer lena' }) => {
  const answer = await fetch(`${clinic.url}/api/main/sendgrid/fetch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const at = (path: string) => `${service.url}${path}`

test("relay sends method and data with Foyer's credential and returns the answer [CALL-MISC-01] [OPEN-051]", async () => {
  const data = { subject: 'Your visit', personalizations: [{ to: [{ email: 'a@b.test' }] }] }
  const { status, body } = await relay({ url: at('/v3/mail/send'), method: 'POST', data })
  expect([status, body]).toEqual([200, { code: 'ok', data: { status: 202, body: { taken: true } } }])
  expect(service.asked).toEqual([
    { method: 'POST', path: '/email/v3/mail/send', authorization: `Bearer ${service.apiKey}`, body: data },
  ])
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('relay passes %s on [SEC-07]', async (method) => {
  const body = { url: at('/v3/templates/d-1'), method, ...(method === 'GET' ? {} : { data: { a: 1 } }) }
  expect((await relay(body)).status).toBe(200)
  expect(service.asked).toMatchObject([{ method, path: '/email/v3/templates/d-1' }])
})

test('relay refuses any other address, path or method with 400 and sends nothing [SEC-07]', async () => {
  const send = at('/v3/mail/send')
  const wrong = [
    { url: 'http://169.254.169.254/', method: 'POST' },
    { url: 'file:///etc/passwd', method: 'GET' },
    { url: at('/v3/api_keys'), method: 'GET' },
    { url: at('/v3/mail/send/../../api_keys'), method: 'POST' },
    { url: send.replace('127.0.0.1', '[::1]'), method: 'POST' },
    { url: send.replace('127.0.0.1', 'localhost'), method: 'POST' },
    { url: send.replace('127.0.0.1', '127.0.0.1@127.0.0.1'), method: 'POST' },
    { url: send.replace('/email', ''), method: 'POST' },
    ...['HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'post', 'GET ', ''].map((method) => ({ url: send, method })),
    { url: send, method: 'GET', data: { a: 1 } },
    { url: send, method: 'POST', data: 'text' },
    { url: send, method: 'POST', headers: { authorization: 'mine' } },
  ]
  for (const body of wrong) expect((await relay(body)).status, JSON.stringify(body)).toBe(400)
  expect(service.asked).toEqual([])
})

test('relay does not follow redirects and answers 502 when the service is too slow [SEC-07]', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    service.behave((_request, res) => void res.writeHead(status, { location: `${clinic.url}/metrics` }).end())
    const answer = await relay({ url: at('/v3/mail/send'), method: 'POST', data: {} })
    expect([answer.status, answer.body.reason]).toEqual([502, 'upstream_failed'])
    expect(JSON.stringify(answer.body)).not.toContain('metrics')
  }
  expect(service.asked).toHaveLength(5)
  service.behave((_request, res) => void res.destroy())
  expect((await relay({ url: at('/v3/mail/send'), method: 'POST', data: {} })).status).toBe(502)
})

test('relay returns refusals as they are, and of an answer only JSON of a bounded size [CALL-MISC-01]', async () => {
  const ask = async () => (await relay({ url: at('/v3/mail/send'), method: 'POST', data: {} })).body.data
  service.behave((_request, res) => void res.writeHead(400, { 'set-cookie': 'a=b' }).end('{"errors":[]}'))
  expect(await ask()).toEqual({ status: 400, body: { errors: [] } })
  service.behave((_request, res) => void res.writeHead(200).end('<html>'))
  expect(await ask()).toEqual({ status: 200, body: null })
  service.behave((_request, res) => void res.writeHead(200).end(JSON.stringify('x'.repeat(300_000))))
  expect(await ask()).toEqual({ status: 200, body: null })
})

test('relay needs a bearer token, and the bare path is not served [SEC-01] [SEC-03] [OPEN-051]', async () => {
  const good = { url: at('/v3/mail/send'), method: 'POST', data: {} }
  expect((await relay(good, {})).status).toBe(401)
  expect((await relay(good, { authorization: 'Bearer lena', userid: 'dana' })).status).toBe(403)
  const bare = await fetch(`${clinic.url}/api/sendgrid/fetch`, { method: 'POST' })
  expect(bare.status).toBe(404)
  expect(service.asked).toEqual([])
})

test("relay counts against the organization's daily limit of e-mails", async () => {
  await clinic.store.query(`update mail_days set sent = 200`)
  expect((await relay({ url: at('/v3/mail/send'), method: 'POST', data: {} })).status).toBe(429)
  expect(service.asked).toEqual([])
})
