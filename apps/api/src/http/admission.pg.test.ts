/** Admission control before the real calls. Uploads that wait for their storage keep as many calls in work as a test needs. */
import { problemSchema } from '@foyer/contracts/problem.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../../../../tests/support/plain-http.ts'
import * as sample from '../files/sample-files.suite.ts'
import { type Answer, type Clinic, openClinic } from '../modules/clinic.suite.ts'

const LIMIT = 4
const LIST = '/api/inbox/conversations?organizationId=o1&limit=20&status=open'

let clinic: Clinic
let conversationId: string
/** Lets the uploads go on. */
let release: () => void
let stored: number
let uploads: Promise<Answer>[]
beforeEach(async () => {
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  stored = 0
  uploads = []
  clinic = await openClinic(
    { CALLS_AT_ONCE: String(LIMIT) },
    {
      wrapFiles: (files) => ({
        ...files,
        async put(...given) {
          stored += 1
          await gate.promise
          return files.put(...given)
        },
      }),
    },
  )
  conversationId = (await clinic.text('+15125550142', 'Hello?')).id
})
afterEach(async () => {
  release()
  await Promise.all(uploads)
  await clinic.close()
})

/** Resolves once that many uploads wait for the storage. */
async function hold(count: number) {
  uploads = Array.from({ length: count }, (_, nth) =>
    clinic.sendFiles('lena', { conversationId, message: 'Your plan' }, [sample.file(sample.pdf(), `${nth}.pdf`)]),
  )
  await expect.poll(() => stored).toBe(count)
}

const list = () => ask(clinic.url + LIST, { headers: { authorization: 'Bearer lena' } })
const rows = async () => {
  const [row] = await clinic.store.query<{ audit: number; events: number }>(
    'select (select count(*)::int from audit_log) as audit, (select count(*)::int from events) as events',
  )
  return row
}

test('admission refuses a call with the reason and a Retry-After when the limit is reached, and nothing is written', async () => {
  await hold(LIMIT)
  const before = await rows()
  const { status, headers, text } = await list()
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('1')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ reason: 'unavailable', requestId: '' })
  const written = await clinic.call('toggleStar', 'lena', { conversationId, user: 'lena', action: 'star' })
  expect(written).toMatchObject({ status: 503, body: { reason: 'unavailable' } })
  expect(await rows()).toEqual(before)
  expect(await clinic.parts.metrics.metrics()).toContain('foyer_api_calls_refused_total{calls="screen"} 2')

  release()
  for (const upload of uploads) expect(await upload).toMatchObject({ status: 200 })
  expect((await list()).status).toBe(200)
})

test('admission admits health, metrics, relays and the carrier while calls of screens are refused', async () => {
  await hold(LIMIT)
  expect((await list()).status).toBe(503)
  expect((await ask(`${clinic.url}/healthz`)).status).toBe(200)
  expect((await ask(`${clinic.url}/readyz`)).status).toBe(200)
  expect((await ask(`${clinic.url}/metrics`)).text).toContain('foyer_api_calls_in_work 4')
  const [secret] = clinic.parts.config.relaySecrets
  const heads = await ask(`${clinic.url}/api/inbox/heads?organizationId=o1`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(heads.status).toBe(200)
  expect(await clinic.text('+15125550143', 'May I come later?')).toMatchObject({ lastMessage: 'May I come later?' })
})
