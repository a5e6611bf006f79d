/** [SEC-07] The relay to the e-mail service, and what can't be reached through it. */
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

test('[CALL-MISC-01] [OPEN-051] the service gets method and data with its own credential, and its answer comes back', async () => {
  const data = { subject: 'Your visit', personalizations: [{ to: [{ email: 'a@b.test' }] }] }
  const { status, body } = await relay({ url: at('/v3/mail/send'), method: 'POST', data })
  expect([status, body]).toEqual([200, { code: 'ok', data: { status: 202, body: { taken: true } } }])
  expect(service.asked).toEqual([
    { method: 'POST', path: '/email/v3/mail/send', authorization: `Bearer ${service.apiKey}`, body: data },
  ])
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('[SEC-07] it passes %s on', async (method) => {
  const body = { url: at('/v3/templates/d-1'), method, ...(method === 'GET' ? {} : { data: { a: 1 } }) }
  expect((await relay(body)).status).toBe(200)
  expect(service.asked).toMatchObject([{ method, path: '/email/v3/templates/d-1' }])
})

test('[SEC-07] any other address, path or method is 400 and nothing goes out', async () => {
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

test('[SEC-07] where the service sends on, nobody follows; what it takes too long over is 502', async () => {
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

test('[CALL-MISC-01] its refusals come back as they are, and of an answer only JSON of a bounded size', async () => {
  const ask = async () => (await relay({ url: at('/v3/mail/send'), method: 'POST', data: {} })).body.data
  service.behave((_request, res) => void res.writeHead(400, { 'set-cookie': 'a=b' }).end('{"errors":[]}'))
  expect(await ask()).toEqual({ status: 400, body: { errors: [] } })
  service.behave((_request, res) => void res.writeHead(200).end('<html>'))
  expect(await ask()).toEqual({ status: 200, body: null })
  service.behave((_request, res) => void res.writeHead(200).end(JSON.stringify('x'.repeat(300_000))))
  expect(await ask()).toEqual({ status: 200, body: null })
})

test('[SEC-01] [SEC-03] [OPEN-051] it takes a bearer token, and nothing answers below the bare path', async () => {
  const good = { url: at('/v3/mail/send'), method: 'POST', data: {} }
  expect((await relay(good, {})).status).toBe(401)
  expect((await relay(good, { authorization: 'Bearer lena', userid: 'dana' })).status).toBe(403)
  const bare = await fetch(`${clinic.url}/api/sendgrid/fetch`, { method: 'POST' })
  expect(bare.status).toBe(404)
  expect(service.asked).toEqual([])
})

test('what goes out over it is counted as the organization’s e-mails are', async () => {
  await clinic.store.query(`update mail_days set sent = 200`)
  expect((await relay({ url: at('/v3/mail/send'), method: 'POST', data: {} })).status).toBe(429)
  expect(service.asked).toEqual([])
})
