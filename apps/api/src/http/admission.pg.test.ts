/** Admission control before the real calls. Calls whose bodies have not arrived yet keep as many in work as a test needs. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { problemSchema } from '@foyer/contracts/problem.ts'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../../../../tests/support/plain-http.ts'
import { until } from '../../../../tests/support/until.ts'
import * as sample from '../files/sample-files.suite.ts'
import { CEDAR, type Clinic, LAKESIDE, openClinic } from '../modules/clinic.suite.ts'

/** The API admits this many calls at once, and this many that name one organization. */
const LIMIT = 8
const SHARE = 4

let clinic: Clinic
let conversationId: string
/** Sends the rest of a held call and resolves to its status. */
let held: (() => Promise<number | undefined>)[]
beforeEach(async () => {
  held = []
  clinic = await openClinic({ CALLS_AT_ONCE: String(LIMIT) })
  conversationId = (await clinic.text('+15125550142', 'Hello?')).id
})
afterEach(async () => {
  await release()
  await clinic.close()
})

const release = () => Promise.all(held.splice(0).map((send) => send()))
const inWork = async () => Number(/foyer_api_calls_in_work (\d+)/.exec(await clinic.parts.metrics.metrics())?.[1])

/** Resolves once `SHARE` further calls are in work. */
async function hold(headers: Record<string, string>) {
  const body = JSON.stringify({ organizationId: 'o1', conversationId, user: 'lena', action: 'star' })
  const all = held.length + SHARE
  while (held.length < all) {
    const call = request(`${clinic.url}/api/inbox/conversations/toggle-star`, {
      method: 'POST',
      headers: {
        ...{ authorization: 'Bearer lena', 'content-type': 'application/json', 'content-length': body.length },
        ...headers,
      },
    })
    const answered = once(call, 'response') as Promise<[IncomingMessage]>
    call.write(body.slice(0, 10))
    held.push(async () => {
      call.end(body.slice(10))
      const [{ statusCode }] = await answered
      return statusCode
    })
  }
  await expect.poll(inWork).toBe(all)
}
const ofCedar = { organizationid: 'o1' }

const list = (user: string, organizationId: string) =>
  ask(`${clinic.url}/api/inbox/conversations?organizationId=${organizationId}&limit=20&status=open`, {
    headers: { authorization: `Bearer ${user}` },
  })
/** Posts what the carrier tells, and calls back when it is answered. */
async function post(kind: 'sms' | 'status', fields: Record<string, string>, answered = () => undefined as unknown) {
  const { config } = clinic.parts
  const path = `/api/inbox/webhooks/twilio/${kind}`
  const form = { MessageSid: `SM${randomUUID().replaceAll('-', '')}`, ...fields }
  const headers = {
    'x-twilio-signature': getExpectedTwilioSignature(config.twilio.authToken, `${config.publicUrl}${path}`, form),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const reply = await ask(clinic.url + path, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  answered()
  return reply
}
const textTo = (clinicsNumber: string, from: string) => ({
  From: from,
  To: clinicsNumber,
  Body: 'Hello?',
  NumMedia: '0',
})
const rows = async () => {
  const [row] = await clinic.store.query<{ audit: number; events: number }>(
    'select (select count(*)::int from audit_log) as audit, (select count(*)::int from events) as events',
  )
  return row
}

test('admission refuses a call with the reason and a Retry-After when the limit is reached, and nothing is written', async () => {
  await hold(ofCedar)
  await hold({})
  const before = await rows()
  const { status, headers, text } = await list('omar', 'o2')
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('1')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ reason: 'unavailable', requestId: '' })
  const star = { conversationId, user: 'lena', action: 'star' }
  expect(await clinic.call('toggleStar', 'lena', star)).toMatchObject({ status: 503, body: { reason: 'unavailable' } })
  expect(await rows()).toEqual(before)
  expect(await clinic.parts.metrics.metrics()).toContain('foyer_api_calls_refused_total{calls="screen"} 2')

  expect(await release()).toEqual(Array(LIMIT).fill(200))
  expect((await list('omar', 'o2')).status).toBe(200)
  expect((await clinic.call('toggleStar', 'lena', star)).status).toBe(200)
})

test('admission serves another clinic while the calls of one have their share of the limit in work [SEC-05]', async () => {
  await hold(ofCedar)
  expect((await list('lena', 'o1')).status).toBe(503)
  expect((await list('omar', 'o2')).status).toBe(200)
})

test('admission admits health, metrics, relays and the carrier while calls of screens are refused', async () => {
  await hold(ofCedar)
  await hold({})
  expect((await list('omar', 'o2')).status).toBe(503)
  expect((await ask(`${clinic.url}/healthz`)).status).toBe(200)
  expect((await ask(`${clinic.url}/readyz`)).status).toBe(200)
  expect((await ask(`${clinic.url}/metrics`)).text).toContain('foyer_api_calls_in_work 8')
  const [secret] = clinic.parts.config.relaySecrets
  const heads = await ask(`${clinic.url}/api/inbox/heads?organizationId=o1`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(heads.status).toBe(200)
  expect(await clinic.text('+15125550143', 'May I come later?')).toMatchObject({ lastMessage: 'May I come later?' })
})

test('admission admits uploads while calls of screens are refused, because they wait for their senders', async () => {
  await hold(ofCedar)
  await hold({})
  expect((await list('omar', 'o2')).status).toBe(503)
  const files = [sample.file(sample.pdf(), 'plan.pdf')]
  expect(await clinic.sendFiles('lena', { conversationId, message: 'Your plan' }, files)).toMatchObject({ status: 200 })
})

test.each([
  ['texts', 'sms', (nth: number) => textTo(CEDAR, `+1512556${1000 + nth}`)],
  ['delivery reports', 'status', () => ({ From: CEDAR, MessageSid: 'SM-held', MessageStatus: 'delivered' })],
] as const)(
  'admission serves another clinic while many %s of one wait, and refuses those above its share [SEC-05]',
  async (_, kind, fields) => {
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, status, carrier_sid, created_at, version)
     values ('o1', 'm-held', $1, 'outbound', 'Yes', 'sent', 'SM-held', now(), 0)`,
      [conversationId],
    )
    const open = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = clinic.store.database.system(async (tx) => {
      await tx.selectFrom('organization_heads').select('seq').where('organization_id', '=', 'o1').forUpdate().execute()
      await tx.selectFrom('conversations').select('id').where('organization_id', '=', 'o1').forUpdate().execute()
      locked.resolve()
      await open.promise
    })
    await locked.promise
    const burst = 8 * LIMIT
    let answered = 0
    const posts = Array.from({ length: burst }, (_, nth) => post(kind, fields(nth), () => answered++))
    try {
      // All have come in by now, and the share of the clinic waits.
      await until(() => answered >= burst - 2 * LIMIT || undefined)
      expect((await list('omar', 'o2')).status).toBe(200)
      expect((await post('sms', textTo(LAKESIDE, '+16175550199'))).status).toBe(200)
    } finally {
      open.resolve()
      await Promise.allSettled([holding, ...posts])
    }
    const refused = (await Promise.all(posts)).filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThanOrEqual(burst - 2 * LIMIT)
    for (const { status, headers } of refused)
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[12]$/)])
    expect((await post('sms', textTo(CEDAR, '+15125559999'))).status).toBe(200)
  },
)
